"""The rows of the waterfall and the two lines of its axis, in the same columns."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.paint import (
    ACCENT,
    ERROR,
    FAINT,
    NAME,
    ROLE_STYLES,
    STATUS_STYLES,
    WARNING,
    line,
)
from wirelab.views import waterfall_bar
from wirelab.views.durations import duration
from wirelab.views.durations import moment as point
from wirelab.views.safe_text import safe
from wirelab.views.signs import STATUS_SIGNS
from wirelab.views.span import SpanKind

if TYPE_CHECKING:
    from wirelab.views.span import Span
    from wirelab.views.timing_picture import TimingPicture

_START, _TOOK = 9, 8
_LEAST_WITH_TIMES = 56
_DEEPEST = 6
_SIGNS = {
    SpanKind.CALL: "⚙ ",
    SpanKind.STEP: "◇ step ",
    SpanKind.SUBAGENT: "◈ ",
    SpanKind.REASONING: "reasoning ",
    SpanKind.REASONING_SPAN: "reasoning span ",
}
_STYLES = {
    waterfall_bar.STREAMS: NAME,
    waterfall_bar.WAITS: WARNING,
    waterfall_bar.SPANS: FAINT,
    waterfall_bar.OPEN: ACCENT,
    waterfall_bar.CUT: ERROR,
    waterfall_bar.SILENCE: WARNING,
    waterfall_bar.CURSOR: ACCENT,
}
MARK = "▸"


@dataclass(slots=True, frozen=True)
class _Columns:
    """How wide what is, in a line of so many cells."""

    name: int
    bar: int
    times: bool


def _columns(width: int) -> _Columns:
    name = min(max(width // 3, 12), 40)
    times = width >= _LEAST_WITH_TIMES
    return _Columns(name, max(width - name - times * (_START + _TOOK) - 2, 0), times)


class WaterfallLines:
    """The rows of a picture, each drawn when it is seen."""

    def __init__(self, picture: TimingPicture) -> None:
        self.picture = picture

    def __len__(self) -> int:
        return len(self.picture.rows)

    def draw(self, index: int, width: int) -> Content:
        picture, columns = self.picture, _columns(width)
        span = picture.rows[index]
        mark = MARK if span is picture.marked else " "
        name = line((mark, ACCENT), " " * min(span.depth, _DEEPEST), span_name(span, picture.event))
        bar = waterfall_bar.bar(span, picture.event, picture.now, picture.axis, columns.bar)
        return line(
            name.truncate(columns.name, ellipsis=True, pad=True),
            *([_times(span, picture)] if columns.times else []),
            "  ",
            _painted(bar),
        )


def span_name(span: Span, event: int) -> Content:
    """The sign or word of what it is, its name and id, and whose where that is no row above."""
    owner = line((f"@{safe(span.owner, 40)} ", ACCENT)) if span.owner else Content("")
    name, subject = safe(span.name, 60), safe(span.id, 60)
    if span.kind is SpanKind.RUN:
        status = span.status(event)
        sign = (f"{STATUS_SIGNS[status]} ", STATUS_STYLES[status])
        return line(sign, "run ", (subject or "(no RUN_STARTED)", NAME))
    if span.kind is SpanKind.TEXT:
        role = name or "assistant"
        return line(owner, (f"{role} ", ROLE_STYLES.get(role, NAME)), subject)
    named = line((name, NAME), " ") if name else Content("")
    return line(owner, (_SIGNS[span.kind], FAINT), named, subject)


def _times(span: Span, picture: TimingPicture) -> Content:
    """When it began, and how long it has taken so far or in all."""
    axis = picture.axis
    if not axis.timed:
        end = span.end(picture.event, picture.now, timed=False)
        events = "" if end is None else f"{end - span.opened + 1:.0f}"
        return line(f"{f'#{span.opened}':>{_START}}", (f"{events:>{_TOOK}}", FAINT))
    end = span.end(picture.event, picture.now, timed=True)
    known = span.opened_ms is not None and end is not None
    took = duration(end - span.opened_ms if known else None)  # type: ignore[operator]
    return line(f"{point(span.opened_ms):>{_START}}", (f"{took:>{_TOOK}}", FAINT))


def _painted(signs: str) -> Content:
    """Signs in their styles; a sign without one is a word or a rule."""
    runs = ((sign, "".join(run)) for sign, run in groupby(signs))
    return line(*((text, _STYLES.get(sign, FAINT)) for sign, text in runs))


def axis_lines(picture: TimingPicture, width: int) -> list[Content]:
    """Labels over a rule, and the names of the columns beside them."""
    columns, axis = _columns(width), picture.axis
    heads = ("start", "took") if axis.timed else ("event", "events")
    times = f"{heads[0]:>{_START}}{heads[1]:>{_TOOK}}" if columns.times else ""
    silences = picture.silences
    rule = waterfall_bar.axis_rule(axis, columns.bar, silences, picture.now)
    labels = waterfall_bar.axis_labels(axis, columns.bar)
    return [
        line(_scope(picture, columns.name), (f"{times}  {labels}", FAINT)),
        line(_beside(picture, len(times) + columns.name), "  ", _painted(rule)),
    ]


def _scope(picture: TimingPicture, width: int) -> Content:
    run = picture.run
    if not picture.zoomed or run is None:
        scope = line((" whole session", FAINT))
    else:
        scope = line((" run ", FAINT), (safe(run.id, 60) or "(no id)", NAME))
    return scope.truncate(width, ellipsis=True, pad=True)


def _beside(picture: TimingPicture, width: int) -> Content:
    """What is not as it should be: no times, or not all read yet; else what the signs mean."""
    if picture.read < 1:
        said = line((f" reading: {picture.read:.0%}", ACCENT))
    elif not picture.axis.timed and len(picture.rows):
        said = line((" times unknown: by event", WARNING))
    else:
        said = line((f" {waterfall_bar.LEGEND}", FAINT))
    return said.truncate(width, ellipsis=True, pad=True)
