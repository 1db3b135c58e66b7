"""Two streams compared, as text: what differs with its surroundings, what is the same left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from wirelab.protocol.json_difference import ABSENT
from wirelab.session.stream_comparison import Likeness
from wirelab.views.brief_json import brief
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.protocol.json_difference import Difference
    from wirelab.session.stream_comparison import Pair

_AROUND = 2
"""Events that are the same, shown before and behind those that differ."""
_WIDTH = 100
_EXCERPT = 60
_MOST_DIFFERENCES = 8
_MOST_PAIRS = 60
_SIGNS = {Likeness.SAME: " ", Likeness.MISSING: "-", Likeness.ADDED: "+", Likeness.CHANGED: "~"}


def comparison_lines(pairs: list[Pair]) -> Iterator[str]:
    """A line an event with its place in the stream it is of, ``-`` missing, ``+`` added, ``~``
    changed and ``>`` elsewhere; below a changed one what it says in place of what."""
    differing = [at for at, pair in enumerate(pairs) if pair.differs]
    shown = {
        near
        for at in differing[:_MOST_PAIRS]
        for near in range(max(at - _AROUND, 0), min(at + _AROUND + 1, len(pairs)))
    }
    left_out = 0
    for at, pair in enumerate(pairs):
        if at not in shown:
            left_out += 1
            continue
        yield from _left_out(left_out)
        left_out = 0
        yield from _pair_lines(pair)
    yield from _left_out(left_out)


def difference_count(pairs: list[Pair]) -> str:
    """``2 events changed, 1 missing``."""
    counts = {
        likeness: sum(pair.likeness is likeness for pair in pairs)
        for likeness in (Likeness.CHANGED, Likeness.MISSING, Likeness.ADDED)
    }
    said = [f"{count} {likeness.value}" for likeness, count in counts.items() if count]
    return ", ".join(said) or "no difference"


def _left_out(count: int) -> Iterator[str]:
    if count:
        yield f"    … {counted(count, 'further event')}"


def _pair_lines(pair: Pair) -> Iterator[str]:
    event = pair.actual if pair.expected is None else pair.expected
    place = pair.actual_seq if pair.expected is None else pair.expected_seq
    sign = ">" if pair.moved and pair.likeness is Likeness.SAME else _SIGNS[pair.likeness]
    yield f"  {sign} {place:>3}  {_event(event or {})}"
    for difference in pair.differences[:_MOST_DIFFERENCES]:
        yield f"         {_difference(difference)}"
    more = len(pair.differences) - _MOST_DIFFERENCES
    if more > 0:
        yield f"         and {counted(more, 'more place')}"


def _event(event: dict[str, Any]) -> str:
    kind = event.get("type")
    rest = {name: value for name, value in event.items() if name != "type"}
    return f"{safe(str(kind), 40)} {brief(rest, _WIDTH) if rest else ''}".rstrip()


def _difference(difference: Difference) -> str:
    pointer = safe(difference.pointer or "/", 80)
    before, after = difference.before, difference.after
    if before is ABSENT:
        return f"{pointer}: came {brief(after, _EXCERPT)}, not expected"
    if after is ABSENT:
        return f"{pointer}: expected {brief(before, _EXCERPT)}, did not come"
    if isinstance(before, str) and isinstance(after, str):
        return f"{pointer}: {_texts(before, after)}"
    return f"{pointer}: expected {brief(before, _EXCERPT)}, came {brief(after, _EXCERPT)}"


def _texts(before: str, after: str) -> str:
    """Long texts from where they part."""
    if max(len(before), len(after)) <= _EXCERPT:
        return f"expected {brief(before, 2 * _EXCERPT)}, came {brief(after, 2 * _EXCERPT)}"
    pairs = enumerate(zip(before, after, strict=False))
    part = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
    begin = max(part - _EXCERPT // 3, 0)
    ahead = "…" if begin else ""
    one, other = (brief(ahead + text[begin:], _EXCERPT) for text in (before, after))
    return f"from character {part} on: expected {one}, came {other}"
