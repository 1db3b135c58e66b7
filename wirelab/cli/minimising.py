"""Minimising one recording: which finding is meant, and the file that shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from wirelab.cli.cutting import write_recording
from wirelab.cli.diagnostics import ExitCode, complain, say
from wirelab.cli.examining import open_named
from wirelab.errors import UsageError
from wirelab.rules.catalog import all_rules
from wirelab.rules.finding import Finding
from wirelab.session.inspection import Inspection
from wirelab.session.minimising import Minimising, Wanted
from wirelab.session.session import Session
from wirelab.steps.cutting import cut
from wirelab.steps.record_writer import write_step
from wirelab.steps.step import CaseStep, FileKind, Header, TrafficStep
from wirelab.steps.step_upgrades import CURRENT
from wirelab.steps.step_writer import StepWriter
from wirelab.transports.owned_file import whole_file
from wirelab.views.signs import SEVERITY_ORDER
from wirelab.wire.frame import Frame
from wirelab.wire.framing import Arrival, Framing
from wirelab.wire.traffic import End, Ending, Traffic

_TEST = '''\
"""The smallest stream that gets {code}; it lies beside this file."""

from pathlib import Path

from wirelab import inspect_stream

STREAM = Path(__file__).with_suffix(".jsonl")


def test_{slug}_gets_{lower}() -> None:
    assert "{code}" in [finding.code for finding in inspect_stream(STREAM).findings]
'''

Items = list[Traffic | Frame]


@dataclass(slots=True, frozen=True)
class Form:
    """What is written, and where: ``write`` takes the items, the finding and whether to replace."""

    path: Path
    write: Callable[[Path, Items, Finding, bool], None]


def form_of(out: str) -> Form:
    """By the ending. Raises UsageError for one that says nothing."""
    path = Path(out)
    if path.suffix == ".py":
        return Form(path, _write_test)
    if out.endswith(".case.jsonl"):
        return Form(path, _write_case)
    if out.removesuffix(".gz").endswith(".jsonl"):
        return Form(path, _write_recording)
    raise UsageError(f"{out}: call it .jsonl (a recording), .case.jsonl (a case) or test_x.py")


@dataclass(slots=True)
class Minimisation:
    """One run of ``wirelab minimise``."""

    source: str
    form: Form
    code: str | None
    event: int | None
    _arrivals: list[Arrival] = field(default_factory=list)

    def run(self, *, force: bool) -> ExitCode:
        if self.code is not None and self.code not in {rule.code for rule in all_rules()}:
            raise UsageError(f"no rule is called {self.code}; wirelab rules lists them")
        source = open_named(self.source)
        items: Items = list(source.traffic())
        session = self._inspect(items)
        found = self._meant(session)
        if found is None:
            complain(f"{source.name} gets no {self._asked()}")
            return ExitCode.FINDINGS
        minimising = Minimising(self._arrivals, Wanted(found.code, found.type))
        up_to = None if found.frame is None else range(found.frame + 1)
        left = minimising.smallest(up_to)
        self.form.write(self.form.path, list(cut(items, set(left).__contains__)), found, force)
        say(
            f"{found.code} needs {len(left)} of {session.frame_count} frames: {self.form.path} "
            f"({minimising.tried} parts tried)"
        )
        return ExitCode.ACCEPTED

    def _inspect(self, items: Items) -> Session:
        framing, inspection = Framing(), Inspection(keep=False)
        for item in items:
            for arrival in framing.take(item):
                frame = arrival if isinstance(arrival, Frame) else None
                self._arrivals.append(replace(frame) if frame is not None else arrival)
                inspection.take(arrival)
        return inspection.finish()

    def _meant(self, session: Session) -> Finding | None:
        """The gravest finding of those asked for, the first of equals."""
        fitting = [
            finding
            for finding in session.findings
            if (finding.code == self.code if self.code else not finding.opinion)
            and self.event in (None, finding.event)
        ]
        return min(fitting, key=lambda each: SEVERITY_ORDER.index(each.severity), default=None)

    def _asked(self) -> str:
        at = f" at event {self.event}" if self.event is not None else ""
        return f"{self.code or 'finding'}{at}"


def _write_recording(path: Path, items: Items, found: Finding, force: bool) -> None:
    write_recording(items, path, f"the smallest stream that gets {found.code}", force=force)


def _write_test(path: Path, items: Items, found: Finding, force: bool) -> None:
    _write_recording(path.with_suffix(".jsonl"), items, found, force)
    slug = re.sub(r"[^a-z0-9]+", "_", path.stem.lower().removeprefix("test_")).strip("_")
    text = _TEST.format(code=found.code, lower=found.code.lower(), slug=slug or "stream")
    with whole_file(path, overwrite=force) as write:
        write(text.encode())


def _write_case(path: Path, items: Items, found: Finding, force: bool) -> None:
    with whole_file(path, overwrite=force) as write:
        for line in _case_lines(items, found):
            write(line)


def _case_lines(items: Items, found: Finding) -> Iterator[bytes]:
    """A case file: the steps without times, each with the codes of the findings expected there."""
    yield write_step(Header(FileKind.CASES, CURRENT, f"{found.code}: {found.slug}"))
    yield write_step(CaseStep(name=found.slug.replace("-", " ")))
    framing, inspection, writer = Framing(), Inspection(keep=False), StepWriter()
    ended = bool(items) and isinstance(items[-1], End)
    for item in items if ended else [*items, End(Ending.UNKNOWN)]:
        known = len(inspection.session.findings)
        inspection.take_all(framing.take(item))
        findings = inspection.session.findings[known:]
        codes = tuple(each.code for each in findings if not each.opinion)
        if isinstance(item, Frame):
            yield writer.take(item)
        else:
            yield write_step(TrafficStep(traffic=replace(item, at_ms=None), expect=codes))
