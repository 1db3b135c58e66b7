"""What differs inside an item that both streams have, the parts of it a person thinks in: its text,
its arguments, its result, the state at the end; and whatever else its events say otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from wirelab.protocol.json_difference import ABSENT
from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.session.stream_comparison import Likeness
from wirelab.session.stream_items import ItemKind
from wirelab.views.json_changes import ChangeKind, json_changes

if TYPE_CHECKING:
    from wirelab.protocol.json_difference import Difference
    from wirelab.session.item_comparison import ItemPair
    from wirelab.session.stream_comparison import Pair
    from wirelab.session.stream_diff import StreamDiff

_INTERRUPTS = "/outcome/interrupts/"


class Part(StrEnum):
    TEXT = "text"
    ARGUMENT = "argument"
    RESULT = "result"
    STATE = "state"
    """The state at the end of the run."""
    PIECES = "pieces"
    """Into how many deltas a text was cut."""
    MEMBER = "member"
    EVENT = "event"
    ORDER = "order"


@dataclass(slots=True, frozen=True)
class Detail:
    """One place. subject: of a member or event the event's type, or ``interrupt 2``.

    pointer: into the arguments, the result, the state or the event. at: the character from which
    on two texts differ. before, after: ``ABSENT`` where that side has none.
    """

    part: Part
    subject: str = ""
    pointer: str = ""
    before: Any = ABSENT
    after: Any = ABSENT
    at: int | None = None


def item_details(diff: StreamDiff, item: ItemPair) -> list[Detail]:
    """None for an item that only one of the streams has."""
    if item.expected is None or item.actual is None:
        return []
    if item.item.kind is ItemKind.STATE:
        return list(_state(diff, item)) or list(_rest(item, told=False))
    streamed = list(_streamed(item))
    return [*streamed, *_rest(item, told=bool(streamed))]


def parting(before: str, after: str) -> int:
    """The character, counted from 0, from which on two texts differ."""
    low, high = 0, min(len(before), len(after))
    while low < high:
        middle = (low + high + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _state(diff: StreamDiff, item: ItemPair) -> Iterator[Detail]:
    before, after = diff.end_states(item)
    return _changes(Part.STATE, before, after)


def _changes(part: Part, before: Any, after: Any) -> Iterator[Detail]:
    for row in json_changes(before, after).rows:
        yield Detail(
            part,
            pointer=row.pointer,
            before=ABSENT if row.kind is ChangeKind.ADDED else row.before,
            after=ABSENT if row.kind is ChangeKind.REMOVED else row.after,
        )


def _streamed(item: ItemPair) -> Iterator[Detail]:
    """What the deltas of an item make, joined."""
    ones = [
        pair.expected["delta"]
        for pair in item.pairs
        if pair.expected is not None and _is_delta(pair.expected)
    ]
    came = sorted(
        (pair.actual_seq, pair.actual["delta"])
        for pair in item.pairs
        if pair.actual is not None and _is_delta(pair.actual)
    )
    others = [delta for _, delta in came]
    before, after = "".join(ones), "".join(others)
    if before == after:
        if ones != others:
            yield Detail(Part.PIECES, before=len(ones), after=len(others))
    elif item.item.kind is ItemKind.CALL:
        yield from _texts_of_json(Part.ARGUMENT, before, after)
    else:
        yield Detail(Part.TEXT, before=before, after=after, at=parting(before, after))


def _texts_of_json(part: Part, before: Any, after: Any) -> Iterator[Detail]:
    """By member where both are JSON, else as text, else as they are."""
    values = [_read(text) for text in (before, after)]
    changes = [] if ABSENT in values else list(_changes(part, *values))
    if changes:
        yield from changes
    elif isinstance(before, str) and isinstance(after, str):
        yield Detail(part, before=before, after=after, at=parting(before, after))
    else:
        yield Detail(part, before=before, after=after)


def _read(text: Any) -> Any:
    if not isinstance(text, str):
        return ABSENT
    try:
        value = parse(text).value
    except (NotJson, TooDeep):
        return ABSENT
    return value if isinstance(value, dict | list) else ABSENT


def _rest(item: ItemPair, *, told: bool) -> Iterator[Detail]:
    """Everything but the texts. told: deltas that only one side has were told of with them."""
    for pair in item.pairs:
        if pair.differs:
            yield from _of_pair(pair, told)


def _of_pair(pair: Pair, told: bool) -> Iterator[Detail]:
    one = pair.expected if pair.expected is not None else pair.actual
    assert one is not None
    type_ = str(one.get("type", ""))
    if pair.likeness in (Likeness.MISSING, Likeness.ADDED):
        if not (told and _is_delta(one)):
            yield Detail(Part.EVENT, type_, "", _or_absent(pair.expected), _or_absent(pair.actual))
        return
    for each in pair.differences:
        yield from _of_difference(type_, pair, each)
    if pair.moved:
        yield Detail(Part.ORDER, type_)


def _of_difference(type_: str, pair: Pair, each: Difference) -> Iterator[Detail]:
    if each.pointer == "/delta" and _is_delta(pair.expected) and _is_delta(pair.actual):
        return
    if type_ == "TOOL_CALL_RESULT" and each.pointer == "/content":
        yield from _texts_of_json(Part.RESULT, each.before, each.after)
        return
    subject, pointer = type_, each.pointer
    if type_ == "RUN_FINISHED" and pointer.startswith(_INTERRUPTS):
        place, slash, rest = pointer.removeprefix(_INTERRUPTS).partition("/")
        if place.isdecimal():
            subject, pointer = f"interrupt {int(place) + 1}", slash + rest
    at = None
    if isinstance(each.before, str) and isinstance(each.after, str):
        at = parting(each.before, each.after)
    yield Detail(Part.MEMBER, subject, pointer, each.before, each.after, at)


_DELTA_TYPES = frozenset(
    f"{family}_{kind}"
    for family, kinds in {
        "TEXT_MESSAGE": ("CONTENT", "CHUNK"),
        "TOOL_CALL": ("ARGS", "CHUNK"),
        "REASONING_MESSAGE": ("CONTENT", "CHUNK"),
    }.items()
    for kind in kinds
)


def _is_delta(event: Any) -> bool:
    if event is None or str(event.get("type")) not in _DELTA_TYPES:
        return False
    return isinstance(event.get("delta"), str)


def _or_absent(event: dict[str, Any] | None) -> Any:
    return ABSENT if event is None else event
