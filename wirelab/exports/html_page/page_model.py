"""A session as the page holds it: frames, findings, and what changes from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.exports.html_page.finding_items import finding_items, rule_pages
from wirelab.exports.html_page.frame_rows import frame_row
from wirelab.exports.html_page.json_values import MARK, exact
from wirelab.exports.html_page.span_rows import span_rows
from wirelab.exports.html_page.timeline import timeline
from wirelab.rules.finding import Severity
from wirelab.views.event_rows import EventRows
from wirelab.views.exchange_text import ending_line, never_started, request_line, response_line
from wirelab.views.safe_text import UNSAFE_CLASS
from wirelab.views.state_history import StateHistory
from wirelab.views.status_line import verdict_words
from wirelab.views.verdict_text import counts_line, run_line

if TYPE_CHECKING:
    from wirelab.session.session import Exchange, Session
    from wirelab.views.state_history import Change

MOST_FRAMES = 100_000
MOST_CHARACTERS = 40_000_000
MOST_FINDINGS = 1000
_MOST_BODY = 200_000
_MOST_RUNS = 50


@dataclass(slots=True, frozen=True)
class Page:
    """What is shown of a session. frames: how many of its first are; the rest is left out."""

    session: Session
    title: str
    source: str
    frames: int

    @property
    def cut(self) -> str:
        """That not all is shown; empty where it is."""
        count = self.session.frame_count
        return f"the page holds the first {self.frames} of {count} frames" * (self.frames < count)

    @property
    def verdict(self) -> str:
        return verdict_words(self.session)

    @property
    def tone(self) -> str:
        if self.session.verdict == "rejected":
            return "error"
        return "good" if self.session.clean else "warning"

    @property
    def run_lines(self) -> list[str]:
        return [run_line(run) for run in self.session.runs[:_MOST_RUNS]]

    @property
    def counts(self) -> str:
        return counts_line(self.session)


def page_of(session: Session, title: str, source: str) -> Page:
    """The page of a session, no longer than a browser can bear."""
    characters, count = 0, 0
    for frame in session.frames:
        characters += len(frame.data)
        if count >= MOST_FRAMES or (characters > MOST_CHARACTERS and count):
            break
        count += 1
    return Page(session, title, source, count)


def page_model(page: Page) -> dict[str, Any]:
    """All of it as JSON for the page's script."""
    session = page.session
    rows = EventRows(session)
    counts = session.ledger.counts
    last = session.events.last_at(page.frames - 1)
    return {
        "title": page.title,
        "source": page.source,
        "cut": page.cut,
        "verdict": page.verdict,
        "tone": page.tone,
        "counts": {severity.value: counts[severity] for severity in Severity},
        "runLines": page.run_lines,
        "countLine": page.counts,
        "unsafe": UNSAFE_CLASS,
        "number": MARK,
        "frames": [frame_row(rows, position) for position in range(page.frames)],
        "steps": _steps(session, last),
        "findings": finding_items(session)[:MOST_FINDINGS],
        "more": max(len(session.findings) - MOST_FINDINGS, 0),
        "rules": rule_pages(session),
        "runs": [session.events.frame_of(run.started) for run in session.runs if session.events],
        "changes": _changes(session, last),
        "spans": span_rows(session, last),
        "exchanges": [_exchange(each) for each in session.exchanges],
    }


def _steps(session: Session, last: int) -> list[list[Any]]:
    """``[frame, steps]``; frame -1 is before the first."""
    frame_of = session.events.frame_of
    return [[frame_of(seq) if seq >= 0 else -1, steps] for seq, steps in timeline(session, last)]


def _changes(session: Session, last: int) -> list[list[Any]]:
    """The history of the state: ``[frame, event, words of each operation]``."""
    history = StateHistory(session)
    history.update()
    changes = (history.change(row) for row in range(history.count_until(last)))
    return [[session.events.frame_of(each.event), each.event, *_words(each)] for each in changes]


def _words(change: Change) -> list[Any]:
    """``[op, path, from, value, why it was not applied]``."""
    if change.is_snapshot:
        return ["snapshot", "", "", exact(change.snapshot), ""]
    refused = change.refused or ("with the rest of its patch" if change.dropped else "")
    operation = change.operation if isinstance(change.operation, dict) else {}
    op, path, origin = (str(operation.get(name, "")) for name in ("op", "path", "from"))
    if not operation:
        return ["no operation", "", "", exact(change.operation), refused]
    members = [exact(operation["value"])] if "value" in operation else []
    return [op, path, origin, members, refused]


def _exchange(exchange: Exchange) -> dict[str, Any]:
    request, response = exchange.request, exchange.response
    began = never_started(exchange) if exchange.closed_after is not None else None
    return {
        "first": exchange.first_frame,
        "firstEvent": exchange.first_event,
        "request": request_line(request) if request is not None else "",
        "requestHeaders": [list(pair) for pair in request.headers] if request is not None else [],
        "body": _body(request.body) if request is not None else "",
        "response": response_line(response) if response is not None else "",
        "responseHeaders": [list(pair) for pair in response.headers] if response else [],
        "ending": ending_line(exchange),
        "askedMs": request.at_ms if request is not None else None,
        "headMs": response.at_ms if response is not None else None,
        "endedMs": exchange.ended_ms,
        "never": began or "",
    }


def _body(body: bytes) -> str:
    return body[:_MOST_BODY].decode("utf-8", "replace")
