"""A session shown on stdout as it grows: lines for people, or JSON lines for programs.

Both are given each piece of traffic once it was judged, and print what is new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from wirelab.exports.json_report import json_text
from wirelab.views import json_rows
from wirelab.views.durations import duration
from wirelab.views.event_lines import HEADING, finding_line, row_line
from wirelab.views.event_rows import EventRows
from wirelab.views.exchange_text import (
    body_lines,
    ending_line,
    header_lines,
    request_line,
    response_line,
)
from wirelab.views.finding_rows import finding_row
from wirelab.views.verdict_text import verdict_lines
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import Request, Response

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wirelab.cli.output import Output
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Exchange, Session
    from wirelab.views.filters import Filter
    from wirelab.wire.framing import Arrival


class Show(Protocol):
    """How a growing session is shown."""

    def show(self, arrival: Arrival) -> None:
        """Show what was just taken in."""

    def finish(self) -> None:
        """The session is over."""


class PlainShow:
    """One line an event, findings under it, the verdict at the end.

    wanted: rows that do not match it are left out.
    """

    def __init__(self, output: Output, session: Session, wanted: Filter | None = None) -> None:
        self._output = output
        self._session = session
        self._wanted = wanted
        self._rows = EventRows(session)
        self._findings_shown = 0
        self._headed_exchange: Exchange | None = None

    def show(self, arrival: Arrival) -> None:
        self._rows.update()
        match arrival:
            case Request():
                self._show_request(arrival)
            case Response():
                self._show_response(arrival)
            case Frame():
                self._show_frame(arrival)
        self._show_findings(self._new_findings())
        self._output.flush()

    def finish(self) -> None:
        self._rows.update()
        self._show_findings(self._new_findings())
        self._output.line()
        for text, tone in verdict_lines(self._session):
            self._output.line(text, tone)
        self._output.flush()

    def _show_request(self, request: Request) -> None:
        self._output.line(f"→ {request_line(request)}", "strong")
        for line in header_lines(request.headers):
            self._output.line(f"    {line}", "faint")

    def _show_response(self, response: Response) -> None:
        after = ""
        requested = self._session.world.timing.requested_ms
        if response.at_ms is not None and requested is not None:
            after = f" · after {duration(response.at_ms - requested)}"
        self._output.line(f"← {response_line(response)}{after}", "strong")
        for line in header_lines(response.headers):
            self._output.line(f"    {line}", "faint")

    def _show_frame(self, frame: Frame) -> None:
        exchange = self._session.exchanges[-1]
        if frame.kind is FrameKind.CLOSED:
            self._show_end(exchange)
        elif frame.kind is FrameKind.STRAY and _is_refusal(exchange):
            for line in body_lines(frame.data):
                self._output.line(f"    {line}")
        elif _newest_matches(self._wanted, self._rows):
            if self._headed_exchange is not exchange:
                self._headed_exchange = exchange
                self._output.line(HEADING, "faint")
            row = self._rows.row(len(self._rows) - 1)
            self._output.line(row_line(row), row.mark or "")

    def _show_end(self, exchange: Exchange) -> None:
        if exchange.response is not None:
            self._output.line(f"· {ending_line(exchange)}", "faint")

    def _new_findings(self) -> Sequence[Finding]:
        new = self._session.findings[self._findings_shown :]
        self._findings_shown += len(new)
        return new

    def _show_findings(self, findings: Sequence[Finding]) -> None:
        for finding in findings:
            row = finding_row(finding)
            self._output.line(finding_line(row), row.word)


class JsonShow:
    """One JSON object a line; see views.json_rows.

    wanted: events and frames that do not match it are left out.
    """

    def __init__(
        self,
        output: Output,
        session: Session,
        source: str | None,
        format: str | None,
        wanted: Filter | None = None,
    ) -> None:
        self._output = output
        self._session = session
        self._source = source
        self._format = format
        self._wanted = wanted
        self._rows = EventRows(session)
        self._findings_shown = 0

    def show(self, arrival: Arrival) -> None:
        match arrival:
            case Request():
                self._print(json_rows.request_json(arrival))
            case Response():
                self._print(json_rows.response_json(arrival))
            case Frame():
                self._show_frame(arrival)
        self._show_findings()

    def finish(self) -> None:
        self._show_findings()
        self._print(json_rows.end_json(self._session, self._source, self._format))

    def _show_frame(self, frame: Frame) -> None:
        self._rows.update()
        if not _newest_matches(self._wanted, self._rows):
            return
        event = self._rows.event_at(len(self._rows) - 1)
        if event is not None:
            self._print(json_rows.event_json(event, frame))
        else:
            self._print(json_rows.frame_json(frame))

    def _show_findings(self) -> None:
        new = self._session.findings[self._findings_shown :]
        self._findings_shown += len(new)
        for finding in new:
            self._print(json_rows.finding_json(finding))

    def _print(self, row: json_rows.JsonRow) -> None:
        self._output.write(json_text(row, indent=None) + "\n")
        self._output.flush()


def _newest_matches(wanted: Filter | None, rows: EventRows) -> bool:
    return wanted is None or wanted.matches(rows, len(rows) - 1)


def _is_refusal(exchange: Exchange) -> bool:
    return exchange.response is not None and not 200 <= exchange.response.status < 300
