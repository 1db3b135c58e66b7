"""The bar of a span and the line of the axis, as text: every sign is one column.

``█`` streams, ``░`` waits (for a result; before a run, for the answer), ``━`` spans what others
bring, ``▶`` is still open, ``✂`` was cut off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.views.durations import duration
from wirelab.views.span import CONTAINERS, SpanKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.views.span import Span
    from wirelab.views.time_axis import TimeAxis

STREAMS, WAITS, SPANS, OPEN, CUT = "█", "░", "━", "▶", "✂"
SILENCE, TICK, RULE, CURSOR = "·", "┼", "─", "▼"
LEGEND = f"{STREAMS} streams {WAITS} waits {SPANS} spans {OPEN} open {CUT} cut"
_UNKNOWN = "time unknown"


def bar(span: Span, event: int, now: float | None, axis: TimeAxis, width: int) -> str:
    """A span as of an event, in at most so many columns. now: the event's place on the axis."""
    if width < 1:
        return ""
    opened = span.opened_ms if axis.timed else span.opened
    end = span.end(event, now, timed=axis.timed)
    if opened is None or end is None:
        return _UNKNOWN[:width]
    first = axis.column_of(opened, width)
    last = max(axis.column_of(end, width), first)
    signs = [SPANS if span.kind in CONTAINERS else STREAMS] * (last - first + 1)
    closed = span.closed_ms if axis.timed else span.closed
    if span.kind is SpanKind.CALL and not span.is_open(event) and closed is not None:
        args = max(axis.column_of(closed, width) - first, 0) + 1
        signs[args:] = [WAITS] * len(signs[args:])
    if span.is_open(event) or span.waits(event):
        signs[-1] = OPEN
    elif span.is_cut(event):
        signs[-1] = CUT
    return _before(span, axis, first, width) + "".join(signs)


def _before(span: Span, axis: TimeAxis, first: int, width: int) -> str:
    """What stands left of a bar: nothing, but before a run the wait for it."""
    if span.asked_ms is None or not axis.timed:
        return " " * first
    asked = min(axis.column_of(span.asked_ms, width), first)
    return " " * asked + WAITS * (first - asked)


def axis_labels(axis: TimeAxis, width: int) -> str:
    """The values of the ticks, each above its own."""
    text = ""
    for column, label in axis.ticks(width):
        if len(text) <= column and column + len(label) <= width:
            text = text.ljust(column) + label
    return text.ljust(width)


def axis_rule(
    axis: TimeAxis, width: int, silences: Iterable[tuple[float, float]], now: float | None
) -> str:
    """The line: ticks, silences (begin and length, dotted, the length in it where it has room),
    and where the cursor stands."""
    if width < 1:
        return ""
    signs = [RULE] * width
    for column, _ in axis.ticks(width):
        signs[column] = TICK
    for began, length in silences:
        if axis.begin <= began < axis.end:
            _silence(signs, axis.column_of(began, width), axis.column_of(began + length, width))
            _write(signs, duration(length), axis, began, length)
    if now is not None:
        signs[axis.column_of(now, width)] = CURSOR
    return "".join(signs)


def _silence(signs: list[str], first: int, last: int) -> None:
    signs[first : last + 1] = SILENCE * (last + 1 - first)


def _write(signs: list[str], word: str, axis: TimeAxis, began: float, length: float) -> None:
    first = axis.column_of(began, len(signs))
    room = axis.column_of(began + length, len(signs)) + 1 - first
    if len(word) + 2 <= room:
        at = first + (room - len(word)) // 2
        signs[at : at + len(word)] = word
