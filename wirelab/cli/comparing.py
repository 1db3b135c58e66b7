"""Comparing two sources: read both, say what differs in the format asked for, or keep a golden
stream as the one that came."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wirelab.cli.choices import one_of
from wirelab.cli.diagnostics import ExitCode, complain, say
from wirelab.cli.examining import Examiner
from wirelab.cli.output import Output
from wirelab.cli.sending import is_url
from wirelab.errors import SourceError, UsageError, WirelabError
from wirelab.exports.diff_report import DiffReport
from wirelab.session.meaning import IGNORABLE, meaning
from wirelab.session.stream_diff import stream_diff
from wirelab.views.timing_shifts import Tolerance, timing_shifts

if TYPE_CHECKING:
    from wirelab.cli.sending import Sending
    from wirelab.exports.outcome import Outcome
    from wirelab.session.session import Session

_FORMATS = ("text", "json", "markdown")
_NEVER = ("ids", "timestamps")
_GOLDEN = (*_NEVER, "chunking")
_TOLERANCE = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)(ms|s|%)")


@dataclass(slots=True)
class Comparing:
    """What was asked for; see ``wirelab diff``. look: shows a report on the whole screen."""

    sending: Sending
    format: str | None
    ignored: tuple[str, ...]
    tolerance: Tolerance | None
    with_events: bool
    golden: bool
    update: bool
    look: Callable[[DiffReport], None] | None

    def run(self, first: str, second: str) -> ExitCode:
        """Compare the sources. Raises UsageError for words that do not go together."""
        self._check(first, second)
        if self.update and not os.path.lexists(first):
            return self._write(first, self._examined(second))
        outcomes = self._examined(first), self._examined(second)
        if any(outcome.error is not None for outcome in outcomes):
            return ExitCode.FAILED
        report = self._report(*outcomes)
        if self.update and not report.diff.same_meaning:
            return self._write(first, outcomes[1], outcomes[0])
        self._show(report)
        if any(outcome.damaged for outcome in outcomes):
            return ExitCode.FAILED
        return ExitCode.ACCEPTED if report.same else ExitCode.FINDINGS

    def _check(self, first: str, second: str) -> None:
        one_of("--format", self.format or "text", _FORMATS)
        if first == second == "-":
            raise UsageError("standard input can be one of the two only")
        if self.update and not self.golden:
            raise UsageError("--update is for --golden")
        if self.update and (first == "-" or is_url(first)):
            raise UsageError(f"--update writes a file, and {first} is none")
        if self.look is not None and (self.format is not None or self.update):
            raise UsageError("--tui goes with neither --format nor --update")
        if self.look is not None and not Output().takes_a_screen:
            raise UsageError("--tui needs a terminal")

    def _examined(self, name: str) -> Outcome:
        outcome = Examiner(keep=True).examine(name, self.sending)
        if outcome.error is not None:
            complain(outcome.error)
        return outcome

    def _report(self, expected: Outcome, actual: Outcome) -> DiffReport:
        ones, others = _session(expected), _session(actual)
        return DiffReport(
            expected,
            actual,
            stream_diff(ones, others, self.ignored),
            timing_shifts(ones, others),
            self.golden,
            self.tolerance,
            self.with_events,
        )

    def _show(self, report: DiffReport) -> None:
        if self.look is not None:
            self.look(report)
            return
        output = Output()
        if self.format == "json":
            from wirelab.exports.diff_json import diff_document
            from wirelab.exports.json_report import json_text

            output.line(json_text(diff_document(report)))
        elif self.format == "markdown":
            from wirelab.exports.diff_markdown import diff_markdown

            for piece in diff_markdown(report):
                output.write(piece)
        else:
            from wirelab.exports.diff_text import diff_text

            for text, tone in diff_text(report):
                output.line(text, tone)

    def _write(self, name: str, came: Outcome, kept: Outcome | None = None) -> ExitCode:
        """Keep what came as the golden stream. Raises UsageError for a file that is another
        format, which would be lost."""
        from wirelab.exports.golden_stream import golden_text

        if came.error is not None:
            return ExitCode.FAILED
        if kept is not None and kept.format != "events":
            raise UsageError(f"{name} is no golden stream ({kept.format}): name another file")
        meant = meaning(_session(came).events, self.ignored)
        if not meant:
            raise SourceError(f"{came.source} holds no event, so there is nothing to keep")
        try:
            Path(name).write_text(golden_text(meant, self.ignored), encoding="utf-8")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise WirelabError(f"{name} cannot be written: {reason}") from None
        say(f"{name} is now what came; review it")
        return ExitCode.ACCEPTED


def ignored_words(ignore: Iterable[str], exact: Iterable[str], *, golden: bool) -> tuple[str, ...]:
    """What is not compared, in the order of ``IGNORABLE``. Raises UsageError."""
    usual = _GOLDEN if golden else _NEVER
    added, kept = _words("--ignore", ignore), _words("--exact", exact)
    both = added & kept
    if both:
        raise UsageError(f"{min(both)} cannot be both ignored and compared exactly")
    return tuple(word for word in IGNORABLE if word in ({*usual} | added) - kept)


def tolerance_of(text: str | None) -> Tolerance | None:
    """``500ms``, ``1.5s`` or ``20%``. Raises UsageError."""
    if text is None:
        return None
    match = _TOLERANCE.fullmatch(text)
    if match is None:
        raise UsageError(f"--timing {text} is neither a time such as 500ms nor a share such as 20%")
    number, unit = float(match[1]), match[2]
    if unit == "%":
        return Tolerance(share=number / 100)
    return Tolerance(ms=number * (1 if unit == "ms" else 1000))


def _words(option: str, given: Iterable[str]) -> set[str]:
    words = [word.strip() for each in given for word in each.split(",")]
    return {one_of(option, word, IGNORABLE) for word in words}


def _session(outcome: Outcome) -> Session:
    assert outcome.session is not None
    return outcome.session
