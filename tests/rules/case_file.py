"""Reads and plays the cases of ``tests/cases``: a stream, and the findings expected on each step.

A case file is a Wire Lab file of kind ``cases``, one for each rule. A step may carry
    "expect": ["MSG002"]   codes of the findings located at it, repeats included; none is "nothing"
    "more": 3              how many further places the file's own rule counts there; none is 0
    "says": ["..."]        parts of its messages
    "told": ["..."]        its messages in full, in the case that ``wirelab rules CODE`` shows
    "severity": "note"     its severity, where it depends on the case; "fatal" likewise
A finding without an event is located at the end of its exchange, one about a response at it. Second
opinions are looked at in their own case files only: they say nothing of the protocol.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wirelab.rules.catalog import all_rules
from wirelab.rules.finding import Finding
from wirelab.rules.rule import Rule
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.steps import cases
from wirelab.steps.step import Step, TrafficStep
from wirelab.steps.step_codec import to_traffic
from wirelab.wire.frame import Frame
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Request, Response

FOLDER = Path(__file__).parents[1] / "cases"
CLAIMS = {"more", "says", "told", "severity", "fatal"}
OPINIONS = {rule.code for rule in all_rules() if rule.opinion}


@dataclass
class Case(cases.Case):
    """One stream of a case file; ``code`` is the rule the file belongs to."""

    code: str = ""
    path: Path = FOLDER

    @property
    def fires(self) -> bool:
        """Whether the rule the file belongs to is expected somewhere in it."""
        return self.expects(self.code)


def case_files() -> list[Path]:
    return sorted(FOLDER.glob("*.jsonl"))


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; any line that says something unknown fails."""
    lines = path.read_bytes().splitlines(keepends=True)
    read = cases.read_cases(lines, path.name)
    for case in read:
        assert not case.head.extra, f"{path.name}:{case.head.line} says {set(case.head.extra)}"
        for step in case.steps:
            unknown = set(step.extra) - CLAIMS
            assert not unknown, f"{path.name}:{step.line} says {unknown}"
            claims = not step.extra or step.expect
            assert claims, f"{path.name}:{step.line} claims and expects nothing"
            assert to_traffic(step) is not None, f"{path.name}:{step.line} is no step of a stream"
    return [Case(case.head, case.steps, path.name.split("-")[0], path) for case in read]


def play(
    case: Case, rules: Iterable[Rule] | None = None, *, keep: bool = True
) -> tuple[Session, list[tuple[Step, list[Finding]]]]:
    """The session a case leaves, and for each step the findings located at it.

    rules: those to ask; all where not given. keep: as for ``Inspection``.
    """
    spec = case.head.spec or "auto"
    framing, inspection = Framing(), Inspection(spec=spec, rules=rules, keep=keep)
    session = inspection.session
    step_of_frame: dict[int, int] = {}
    located: list[tuple[Step, list[Finding]]] = []
    if case.head.input is not None:
        body = json.dumps(case.head.input).encode()
        inspection.take(Request("POST", "/", (("content-type", "application/json"),), body))
    for index, step in enumerate(_ended(case.steps)):
        located.append((step, []))
        traffic = to_traffic(step)
        assert traffic is not None
        for arrival in framing.take(traffic):
            if isinstance(arrival, Frame):
                step_of_frame[arrival.seq] = index
            known = len(session.findings)
            inspection.take(arrival)
            for finding in session.findings[known:]:
                if finding.opinion and case.code not in OPINIONS:
                    continue
                place = index if finding.frame is None else step_of_frame[finding.frame]
                located[place][1].append(finding)
    inspection.finish()
    return session, located


def _ended(steps: list[Step]) -> Iterator[Step]:
    """The steps, with the end that a case leaves out."""
    yield from steps
    last = steps[-1]
    if not (isinstance(last, TrafficStep) and isinstance(last.traffic, End)):
        yield TrafficStep(End(Ending.EOF))


def describe(step: Step) -> str:
    """Where a step stands and what it is, for a failure's message."""
    traffic = to_traffic(step)
    what = type(traffic).__name__.lower()
    if isinstance(traffic, Response):
        what = f"response {traffic.status}"
    payload: Any = getattr(step, "payload", None)
    if payload is not None:
        what = json.dumps(payload, ensure_ascii=False)[:120]
    return f"line {step.line}: {what}"
