"""Redacting one recording: what goes, and the proof that the verdict stays."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass

from wirelab.cli.choices import one_of
from wirelab.cli.cutting import recording_path
from wirelab.cli.diagnostics import ExitCode, complain
from wirelab.cli.examining import Judging, open_named
from wirelab.cli.output import Output
from wirelab.cli.unread import say_unread
from wirelab.errors import UsageError
from wirelab.session.inspection import Inspection
from wirelab.steps.masking.content_groups import ANY, Group, Groups
from wirelab.steps.masking.masked_traffic import masked
from wirelab.steps.redaction import is_secret_name
from wirelab.steps.step_writer import StepWriter
from wirelab.transports.owned_file import whole_file
from wirelab.transports.source import Source

_SHORTEST = 8
"""Characters of an environment variable's value from which it is looked for unasked."""


def asked_groups(given: Collection[str]) -> Groups:
    """The groups that ``--also`` names. Raises UsageError for one that there is not."""
    known = [*Group, "all"]
    names = [name.strip() for each in given for name in each.split(",")]
    asked = {one_of("--also", name, known) for name in names if name}
    return ANY if "all" in asked else frozenset(map(Group, asked))


def secret_values(named: Collection[str]) -> list[str]:
    """The values of the variables named, and of those named like secrets.

    Raises UsageError for a name that is not set.
    """
    for name in named:
        if not os.environ.get(name):
            raise UsageError(f"--env {name}: the environment has no value of that name")
    found = {
        value
        for name, value in os.environ.items()
        if name in named or (is_secret_name(name) and len(value) >= _SHORTEST)
    }
    return sorted(found)


@dataclass(slots=True)
class Redaction:
    """One run of ``wirelab redact``."""

    source: str
    out: str
    groups: Groups
    values: Collection[str]

    def run(self, *, force: bool) -> ExitCode:
        path = recording_path(self.out)
        if self.source == "-":
            raise UsageError("redact reads IN twice: name a file, not -")
        source = open_named(self.source)
        before = Judging(Inspection(keep=False), source.name)
        before.take_all(source.traffic())
        before.finish()
        try:
            with whole_file(path, overwrite=force) as write:
                after = self._write(source, write)
                _compare(_found(before), _found(after))
        except _DifferentError:
            complain(
                f"{self.out} is not written: it would get other findings than {self.source}; "
                "leave out a group of --also"
            )
            return ExitCode.FINDINGS
        return say_unread(source)

    def _write(self, source: Source, write: Callable[[bytes], None]) -> Judging:
        """Write the redacted traffic of a source that was read before, and judge it meanwhile."""
        judging = Judging(Inspection(keep=False), self.out)
        items = masked(source.traffic(), self.groups, self.values, source.name)
        writer = StepWriter(keep_secrets=True)  # what is a secret was taken out before
        write(writer.header(source.header.title if source.header is not None else ""))
        for item in items:
            write(writer.take(item))
            judging.take(item)
        judging.finish()
        return judging


class _DifferentError(Exception):
    """The redacted traffic gets other findings."""


_Found = Counter[tuple[str, int | None]]


def _found(judging: Judging) -> _Found:
    """The findings by code and event, second opinions among them."""
    session = judging.inspection.session
    return Counter((finding.code, finding.event) for finding in session.findings)


def _compare(before: _Found, after: _Found) -> None:
    """Print how often each code is found in both. Raises _DifferentError."""
    output = Output()
    for code in sorted({code for code, _ in before | after}):
        places = [
            {at: n for (each, at), n in found.items() if each == code} for found in (before, after)
        ]
        counts = [sum(found.values()) for found in places]
        sign = "" if places[0] == places[1] else " differs"
        output.line(f"{code:8} before {counts[0]:>4}  after {counts[1]:>4}{sign}")
    if before != after:
        raise _DifferentError
    output.line("the same findings, at the same events" if before else "no findings, as before")
