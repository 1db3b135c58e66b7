"""Examining sources without a screen: each becomes an Outcome, whatever is in it.

Nothing but findings is kept of a source unless what is to be included needs more.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wirelab.cli.diagnostics import ExitCode
from wirelab.cli.project_file import working_folder
from wirelab.cli.sending import is_url
from wirelab.errors import SourceError, WirelabError
from wirelab.exports.outcome import Outcome, Spot
from wirelab.rules.catalog import all_rules
from wirelab.rules.finding import Severity
from wirelab.session.inspection import Inspection
from wirelab.session.skipped_rules import skipped_rules
from wirelab.wire.traffic import Read

if TYPE_CHECKING:
    from wirelab.cli.sending import Sending
    from wirelab.rules.rule import Rule
    from wirelab.session.session import Session
    from wirelab.transports.source import Source
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Traffic

KNOWN_SUFFIXES = (".jsonl", ".ndjson", ".sse")
"""What a folder is searched for; any other file is read when it is named itself."""
_READ_INDEX = ".chunks.jsonl"


@dataclass(slots=True)
class Examiner:
    """How sources are to be judged.

    rules: those to ask. keep: hold frames and events. run_input: for sources without one.
    fail_on, most: as an Outcome has them.
    """

    spec: str = "auto"
    rules: tuple[Rule, ...] | None = None
    keep: bool = False
    run_input: dict[str, Any] | None = None
    fail_on: Severity | None = Severity.ERROR
    most: int | None = None

    def inspection(self) -> Inspection:
        return Inspection(
            run_input=self.run_input, spec=self.spec, rules=self.rules, keep=self.keep
        )

    def examine(self, source: str, sending: Sending) -> Outcome:
        """One file, pipe or URL; never raises for what is wrong with it."""
        try:
            outcome = (
                self._examine_url(source, sending)
                if is_url(source)
                else self._examine_source(source)
            )
        except WirelabError as error:
            if error.exit_code == ExitCode.USAGE:
                raise
            outcome = Outcome(source, error=str(error))
        return self.set_up(outcome)

    def set_up(self, outcome: Outcome) -> Outcome:
        """The outcome, told how it is to be reported and where its file is."""
        outcome.fail_on, outcome.most = self.fail_on, self.most
        if not is_url(outcome.source) and os.path.isfile(outcome.source):
            outcome.file = _as_reported(Path(outcome.source))
            outcome.locate = partial(_lines_of, outcome.source)
        return outcome

    def _examine_source(self, name: str) -> Outcome:
        source = open_named(name)
        judging = Judging(self.inspection(), source.name)
        judging.outcome.format = source.format
        try:
            judging.take_all(source.traffic())
        except SourceError as error:
            judging.outcome.error = str(error)
            if not judging.inspection.session.frame_count:
                return judging.outcome
        judging.finish()
        judging.outcome.skipped = skipped_rules(
            judging.inspection.session,
            all_rules() if self.rules is None else self.rules,
            bytes_known=judging.bytes_known,
        )
        judging.outcome.bad_lines = source.bad_lines
        judging.outcome.bad_line_count = source.bad_line_count
        return judging.outcome

    def _examine_url(self, url: str, sending: Sending) -> Outcome:
        import asyncio

        from wirelab.cli.conversing import Conversation

        judging = Judging(self.inspection(), url)
        judging.outcome.format = "http"
        conversation = Conversation(sending, url)
        asyncio.run(conversation.hold(judging.inspection.session, judging.take))
        judging.finish()
        reason = why_not_started(judging.inspection.session)
        judging.outcome.error = f"{url}: {reason}" if reason is not None else None
        return judging.outcome


class Judging:
    """Traffic to an outcome: framing and inspection.

    bytes_known: some of what came was bytes, not frames of which only the data is known.
    """

    def __init__(self, inspection: Inspection, name: str) -> None:
        from wirelab.wire.framing import Framing

        self.inspection = inspection
        self.outcome = Outcome(name)
        self._framing = Framing()
        self.bytes_known = False

    def take_all(self, traffic: Iterable[Traffic | Frame]) -> None:
        for each in traffic:
            self.take(each)

    def take(self, traffic: Traffic | Frame) -> None:
        if type(traffic) is Read:
            self.bytes_known = True
        self.inspection.take_all(self._framing.take(traffic))

    def finish(self) -> None:
        self.outcome.session = self.inspection.finish()


def open_named(name: str) -> Source:
    """The source of a name as given on the command line. Raises SourceError."""
    from wirelab.transports.stdin_pipe import open_stdin
    from wirelab.transports.step_file import open_source

    return open_stdin() if name == "-" else open_source(name)


def _as_reported(path: Path) -> str:
    """Relative to the working folder where it lies below it, as CI systems name files."""
    folder = working_folder()
    if folder is None:
        return path.as_posix()
    path = path.absolute()
    return (path.relative_to(folder) if path.is_relative_to(folder) else path).as_posix()


def _lines_of(path: str, spots: Collection[Spot]) -> Mapping[Spot, int]:
    from wirelab.transports.frame_lines import frame_lines

    return frame_lines(path, spots)


def why_not_started(session: Session) -> str | None:
    """Why a live exchange brought no run, in a sentence; None where one began or was promised.

    An event stream that is empty was promised: what is wrong with it is findings.
    """
    from wirelab.projections.runs import RunStatus
    from wirelab.views.exchange_text import never_started

    exchange = session.exchanges[-1] if session.exchanges else None
    if exchange is None or exchange.closed_after is None:
        return None
    if session.status is not RunStatus.NEVER_STARTED:
        return None
    return never_started(exchange)


def exit_code_of(outcome: Outcome) -> ExitCode:
    """3 where it could not be read or started, 1 with findings that fail it, else 0."""
    if outcome.session is None or outcome.error is not None or outcome.damaged:
        return ExitCode.FAILED
    return ExitCode.FINDINGS if outcome.failing_count else ExitCode.ACCEPTED


def findings_code(counts: dict[Severity, int], fail_on: Severity | None) -> ExitCode:
    """1 when there is a finding as grave as ``fail_on`` (None: never), else 0."""
    if fail_on is None:
        return ExitCode.ACCEPTED
    order = list(Severity)
    grave = order[: order.index(fail_on) + 1]
    return ExitCode.FINDINGS if any(counts[each] for each in grave) else ExitCode.ACCEPTED
