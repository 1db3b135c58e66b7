"""Faults on a stream that passes: they strike as it goes by, event by event."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncGenerator

import pytest

from wirelab.synthetic.faults import FAULTS, UnknownFaultError
from wirelab.synthetic.passing_faults import (
    NOT_PASSING,
    PassingFaults,
    StruckAnswer,
    passing,
    read_passing_fault,
)
from wirelab.wire.traffic import Headers

HEADERS: Headers = (
    ("Content-Type", "text/event-stream"),
    ("Set-Cookie", "a=1"),
    ("Set-Cookie", "b=2"),
    ("Access-Control-Allow-Origin", "*"),
)
EVENTS = [b'data: {"type":"T%d"}\n\n' % number for number in range(4)]


def struck(*faults: str) -> StruckAnswer:
    asked = [read_passing_fault(each) for each in faults]
    return PassingFaults(asked).alteration(200, HEADERS)


def written(answer: StruckAnswer, *reads: bytes) -> list[bytes]:
    """What is written instead of some reads."""

    async def source() -> AsyncGenerator[bytes, None]:
        for each in reads:
            yield each

    async def collect() -> list[bytes]:
        return [each async for each in answer.body(source())]

    return asyncio.run(asyncio.wait_for(collect(), 30))


@pytest.mark.parametrize(
    ("fault", "left"),
    [
        ("drop=1", [0, 2, 3]),
        ("duplicate=0", [0, 0, 1, 2, 3]),
        ("swap=1", [0, 2, 1, 3]),
        ("swap=3", [0, 1, 2, 3]),
        ("drop=9", [0, 1, 2, 3]),
    ],
)
def test_events_are_lost_doubled_and_swapped_by_number(fault: str, left: list[int]) -> None:
    assert written(struck(fault), *EVENTS) == [EVENTS[each] for each in left]


def test_reads_need_not_be_events() -> None:
    body = b": hi\r\n\r\n" + b"".join(EVENTS).replace(b"\n", b"\r\n") + b"data: cut"
    reads = [body[at : at + 5] for at in range(0, len(body), 5)]
    assert written(struck("drop=1"), *reads) == [
        b": hi\n\n",
        EVENTS[0],
        *EVENTS[2:],
        b"data: cut",
    ]


def test_an_event_of_several_lines_or_no_blank_is_one() -> None:
    block = b'data:{"type":\ndata:"T0"}\n\n'
    assert written(struck("duplicate=0"), block) == [b'data: {"type": "T0"}\n\n'] * 2


def test_what_strikes_writes_leaves_reads_as_they_are() -> None:
    assert written(struck("byte-by-byte"), b"ab", b"c") == [b"a", b"b", b"c"]
    assert written(struck("one-write"), b"ab", b"c") == [b"abc"]
    cut = struck("cut=1")
    assert written(cut, b"aaaa", b"bbbb", b"cccc") == [b"aaaa", b"bb", b""]
    assert (cut.farewell, struck("reset=1").farewell) == ("cut", "reset")


def test_each_event_is_written_before_the_next_is_read() -> None:
    order: list[str] = []

    async def source() -> AsyncGenerator[bytes, None]:
        for each in EVENTS:
            order.append("read")
            yield each

    async def collect() -> None:
        written = struck("drop=0", "crlf", "noise").body(source())
        while await anext(written, None):
            order.append("written")

    asyncio.run(collect())
    assert order == ["read", *["read", "written"] * 3]


def test_heads_change_and_keep_what_is_not_struck() -> None:
    status, headers, late_s = struck("slow-headers=2", "content-type").head()
    assert (status, late_s) == (200, 2.0)
    assert headers == (*HEADERS[1:], ("content-type", "application/json"))
    status, headers, _ = struck("status=429").head()
    assert status == 429
    assert headers == (HEADERS[3], ("content-type", "application/json"))


def test_gzip_is_flushed_with_every_event() -> None:
    answer = struck("gzip")
    assert ("content-encoding", "gzip") in answer.head()[1]
    unpack = zlib.decompressobj(wbits=31)
    pieces = [unpack.decompress(each) for each in written(answer, *EVENTS)]
    assert pieces[: len(EVENTS)] == EVENTS


def test_an_agent_that_breaks_off_is_seen_through() -> None:
    async def source() -> AsyncGenerator[bytes, None]:
        yield EVENTS[0]
        raise ConnectionResetError

    async def collect() -> None:
        async for each in struck("crlf").body(source()):
            assert each.endswith(b"\r\n\r\n")

    with pytest.raises(ConnectionResetError):
        asyncio.run(asyncio.wait_for(collect(), 30))


@pytest.mark.parametrize("name", [fault.name for fault in passing()])
def test_every_fault_that_is_listed_strikes_as_it_goes_by(name: str) -> None:
    """Nothing waits for the end before the first read was asked for."""
    needed = {"slow-headers": "=0", "big": "=0.001"}
    text = name + needed.get(name, "=1" if FAULTS[name].number and name != "status" else "")
    assert written(struck(text), *EVENTS)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("stall", "the fault stall cannot strike a stream that passes"),
        ("drop", "the fault drop needs the event's number here: drop=3"),
        ("swop=1", "did you mean swap"),
    ],
)
def test_what_cannot_strike_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UnknownFaultError, match=reason):
        read_passing_fault(text)


def test_those_that_cannot_strike_are_faults() -> None:
    assert set(FAULTS) > NOT_PASSING
