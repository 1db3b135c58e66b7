"""What took how long, as rows of the page: runs, and in them messages, calls, steps, subagents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.views.safe_text import safe
from wirelab.views.waterfall import Waterfall

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.views.span import Span

MOST_SPANS = 2000


def span_rows(session: Session, last: int) -> list[list[Any]]:
    """The first so many up to an event, in order of a tree, each ``[depth, kind, name, from, ms,
    to, ms, answered, ms, cut off]``; ``from``, ``to`` and ``answered`` are frames, or None."""
    waterfall = Waterfall(session)
    waterfall.update(session.event_count + 1)
    begun = [span for span in waterfall.tree if span.opened <= last]
    return [_row(span, session) for span in begun[:MOST_SPANS]]


def _row(span: Span, session: Session) -> list[Any]:
    closed = span.closed
    if span.closed is not None and span.closed >= session.event_count:
        closed = session.event_count - 1
    return [
        span.depth,
        span.kind.value,
        safe(span.name or span.id, 60),
        _frame(span.opened, session),
        span.opened_ms,
        _frame(closed, session),
        span.closed_ms,
        _frame(span.answered, session),
        span.answered_ms,
        span.cut_off,
    ]


def _frame(event: int | None, session: Session) -> int | None:
    return session.events.frame_of(event) if event is not None else None
