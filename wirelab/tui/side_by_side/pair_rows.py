"""The events of two streams as rows of two columns, drawn when they are seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.session.event import Event
from wirelab.session.stream_comparison import Likeness
from wirelab.tui.paint import ACCENT, ERROR, FAINT, GOOD, NAME, WARNING, line
from wirelab.views.brief_json import brief
from wirelab.views.event_summary import summarize
from wirelab.views.item_details import parting
from wirelab.views.safe_text import ELLIPSIS, safe

if TYPE_CHECKING:
    from wirelab.session.stream_comparison import Pair
    from wirelab.session.stream_diff import StreamDiff

_SIGNS = {
    Likeness.SAME: (" ", ""),
    Likeness.CHANGED: ("~", WARNING),
    Likeness.MISSING: ("-", ERROR),
    Likeness.ADDED: ("+", GOOD),
}
_MOVED = (">", ACCENT)
_BETWEEN = 3
_ROOMY = 56
_SHORTER = (("TEXT_MESSAGE_", "TEXT_"), ("TOOL_CALL_", "CALL_"), ("REASONING_MESSAGE_", "THOUGHT_"))
_BEFORE_PARTING = 6
_LIMIT = 200


def half(width: int) -> int:
    """The width of one of two columns."""
    return max((width - _BETWEEN) // 2, 1)


def two_columns(left: Content, sign: tuple[str, str], right: Content, width: int) -> Content:
    """Both cut to their column, the sign between them."""
    column = half(width)
    return line(
        left.truncate(column, ellipsis=True, pad=True),
        (f" {sign[0]} ", sign[1]),
        right.truncate(column, ellipsis=True, pad=True),
    )


def sign_of(pair: Pair) -> tuple[str, str]:
    """The sign of what became of an event, and its style."""
    if pair.moved and pair.likeness is Likeness.SAME:
        return _MOVED
    return _SIGNS[pair.likeness]


class PairRows:
    """All pairs, one a row. numbers: the events' numbers in their sessions."""

    def __init__(self, diff: StreamDiff) -> None:
        self.pairs = diff.comparison.pairs
        self._owners = diff.comparison.owners
        self._numbers = diff.numbers
        self.begins = [
            at for at, pair in enumerate(self.pairs) if pair.differs and self._is_beginning(at)
        ]
        """Where differences begin: what differs of one item, or is of one side only, without a
        break is one."""

    def __len__(self) -> int:
        return len(self.pairs)

    def _is_beginning(self, at: int) -> bool:
        if not at or not self.pairs[at - 1].differs:
            return True
        one, other = self.pairs[at - 1], self.pairs[at]
        lone = one.likeness is other.likeness and (one.expected is None or one.actual is None)
        return not lone and self._owners[at - 1] is not self._owners[at]

    def draw(self, index: int, width: int) -> Content:
        pair = self.pairs[index]
        ones, others = self._numbers
        skip = _common(pair)
        left = _side(pair.expected, pair.expected_seq, ones, half(width), skip)
        right = _side(pair.actual, pair.actual_seq, others, half(width), skip)
        return two_columns(left, sign_of(pair), right, width)


def _side(
    event: dict[str, Any] | None, place: int | None, numbers: list[int], width: int, skip: int
) -> Content:
    if event is None or place is None:
        return Content("")
    type_ = safe(str(event.get("type", "")), 60)
    if width < _ROOMY:
        for long, short in _SHORTER:
            type_ = type_.replace(long, short)
    return line((f"{numbers[place]:>4} ", FAINT), (type_, NAME), " ", _summary(event, skip))


def _summary(event: dict[str, Any], skip: int) -> str:
    if skip:
        return brief(ELLIPSIS + event["delta"][skip : skip + _LIMIT], _LIMIT)
    return summarize(Event(0, str(event.get("type", "")), event, 0, None))


def _common(pair: Pair) -> int:
    """How many characters of two deltas need not be shown, since both begin with them."""
    if pair.expected is None or pair.actual is None:
        return 0
    one, other = pair.expected.get("delta"), pair.actual.get("delta")
    if one == other or not isinstance(one, str) or not isinstance(other, str):
        return 0
    return max(parting(one, other) - _BEFORE_PARTING, 0)
