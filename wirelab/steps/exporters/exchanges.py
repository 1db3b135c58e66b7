"""Traffic by exchange: one of several, refusing a second one, and one at a time as a whole.

An exchange begins with its request, or with whatever follows the end of the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from wirelab.errors import UsageError
from wirelab.steps.exporters.exporter import Item
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.framing import PROTOBUF, Arrival, Framing
from wirelab.wire.sse_encoder import encode_comment, encode_data
from wirelab.wire.traffic import End, Ending, Read, Request, Response


def numbered(traffic: Iterable[Item]) -> Iterator[tuple[int, Item]]:
    """Each item with the number of its exchange, from 1."""
    number, under_way = 0, False
    for item in traffic:
        if isinstance(item, Request) or not under_way:
            number += 1
        under_way = not isinstance(item, End)
        yield number, item


def only(traffic: Iterable[Item], wanted: int, name: str) -> Iterator[Item]:
    """The exchange of that number, its times counted from its beginning. Raises UsageError where
    there are fewer."""
    begun_ms, last = None, 0
    for last, item in numbered(traffic):
        if last > wanted:
            return
        if last == wanted:
            begun_ms = item.at_ms if begun_ms is None else begun_ms
            yield _shifted(item, begun_ms)
    if last < wanted:
        held = f"{last} exchange{'s' * (last != 1)}"
        raise UsageError(f"--exchange {wanted}: {name} holds {held}")


def _shifted(item: Item, by_ms: float | None) -> Item:
    if by_ms is None or item.at_ms is None:
        return item
    return replace(item, at_ms=max(round(item.at_ms - by_ms, 3), 0.0))


def at_most_one(traffic: Iterable[Item], format_: str, name: str) -> Iterator[Item]:
    """The traffic. Raises UsageError where a second exchange begins."""
    for number, item in numbered(traffic):
        if number > 1:
            raise UsageError(
                f"{name} holds several exchanges and {format_} has a place for one; "
                "choose it with --exchange N"
            )
        yield item


def arrivals(traffic: Iterable[Item]) -> Iterator[Arrival]:
    """Frames, requests and responses; the last exchange ends, whether or not the source says so."""
    framing, item = Framing(), None
    for item in traffic:
        yield from framing.take(item)
    if item is not None and not isinstance(item, End):
        yield from framing.take(End(Ending.UNKNOWN))


@dataclass(slots=True)
class Exchange:
    """One exchange, whole. body: its bytes, made from the frames where the source has none
    (``made``). frames: without the one that says how it ended."""

    request: Request | None = None
    response: Response | None = None
    end: End = field(default_factory=lambda: End(Ending.UNKNOWN))
    frames: list[Frame] = field(default_factory=list)
    body: bytearray = field(default_factory=bytearray)
    made: bool = False


def whole_exchanges(traffic: Iterable[Item]) -> Iterator[Exchange]:
    """One after the other; one is held at a time."""
    framing, current, before = Framing(), Exchange(), 0
    for number, item in numbered(traffic):
        if number != before and before:
            _finish(current, framing)
            yield current
            current = Exchange()
        before = number
        _take(current, item, framing)
    if before:
        _finish(current, framing)
        yield current


def _take(exchange: Exchange, item: Item, framing: Framing) -> None:
    match item:
        case Request():
            exchange.request = item
        case Response():
            exchange.response = item
        case Read():
            exchange.body += item.data
        case Frame():
            exchange.body += body_of(item)
            exchange.made = True
        case End():
            exchange.end = item
            return
    exchange.frames += [each for each in framing.take(item) if isinstance(each, Frame)]


def _finish(exchange: Exchange, framing: Framing) -> None:
    rest = (each for each in framing.take(exchange.end) if isinstance(each, Frame))
    exchange.frames += [frame for frame in rest if frame.kind is not FrameKind.CLOSED]


def body_of(frame: Frame) -> bytes:
    """The bytes that an SSE stream would carry for a frame of which only the data is known."""
    if frame.raw:
        return b"".join(b"data: " + line + b"\n" for line in frame.raw.splitlines()) + b"\n"
    if frame.kind is FrameKind.EVENT:
        return encode_data(frame.data)
    if frame.kind is FrameKind.COMMENT:
        return encode_comment(frame.data)
    return f"{frame.data}\n".encode("utf-8", "backslashreplace")


def is_protobuf(item: Item) -> bool:
    """Whether it is the head of a response whose body is no text."""
    return isinstance(item, Response) and item.content_type == PROTOBUF
