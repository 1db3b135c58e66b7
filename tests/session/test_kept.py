"""Frames and events are held packed, and read as what they were."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.judging_speed import synthetic_events
from tests.session.any_traffic import TRAFFIC
from tests.session.test_engine_properties import arrivals_of, seldom
from wirelab.projections.messages import Message
from wirelab.session import kept_events, kept_frames
from wirelab.session.event import Event
from wirelab.session.inspection import Inspection
from wirelab.session.kept_frames import KeptFrames
from wirelab.session.session import Session
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.framing import Framing
from wirelab.wire.sse_encoder import encode_event
from wirelab.wire.traffic import Read, Traffic


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_frames, "_PAGE_FRAMES", 2)
    monkeypatch.setattr(kept_frames, "_PAGES_OPEN", 1)
    monkeypatch.setattr(kept_events, "_RECENT", 2)


def kept(frames: list[Frame]) -> KeptFrames:
    held = KeptFrames()
    for frame in frames:
        held.append(frame)
    return held


EVENT = FrameKind.EVENT
KINDS = [
    Frame(0, None, EVENT, b"", '{"a":"\ud800"}', plain=True),
    Frame(1, 2.5, EVENT, b'data: {"a":1}\n\n', '{"a":1}', plain=True),
    Frame(2, 3.0, EVENT, b"data:x\n\n", "x", (), (0,), plain=True),
    Frame(3, 3.0, EVENT, b"data:  y\n\n", " y", (), (0, 4), plain=True),
    Frame(4, 4.0, EVENT, b"id: 7\r\ndata: z\r\n\r\n", "z", (("id", "7"),), (3,)),
    Frame(5, None, FrameKind.COMMENT, b": hi\n\n", "hi", (("", "hi"),)),
    Frame(6, 9.0, FrameKind.STRAY, b"", "lost"),
    Frame(7, 9.0, EVENT, b"data: \xff\n\n", "\ufffd"),
    Frame(0, 9.0, EVENT, b"data: 8\n\n", "8", plain=True),
    Frame(9, 9.0, FrameKind.CLOSED, b"", "eof", (("how", "eof"),)),
] * 2


@pytest.mark.usefixtures("small_pages")
def test_frames_of_every_kind_are_what_they_were() -> None:
    held = kept(KINDS)
    assert list(held) == KINDS
    assert [frame.plain for frame in held] == [frame.plain for frame in KINDS]
    assert (held[3], held[-1], held[1:9:3]) == (KINDS[3], KINDS[-1], KINDS[1:9:3])
    assert [held.at_ms(position) for position in range(len(held))] == [
        frame.at_ms for frame in KINDS
    ]
    with pytest.raises(IndexError):
        held[-len(KINDS) - 1]
    with pytest.raises(IndexError):
        held[len(KINDS)]


def test_a_huge_frame_is_packed_at_once_and_stays_as_it_is() -> None:
    frames = [
        Frame(seq, None, EVENT, b"data: " + b"x" * size + b"\n\n", "x" * size, plain=True)
        for seq, size in enumerate((10, 3_000_000, 10, 10))
    ]
    assert list(kept(frames)) == frames


@pytest.mark.usefixtures("small_pages")
@seldom
@given(TRAFFIC, st.booleans())
def test_events_are_what_they_were_when_they_came(traffic: list[Traffic], wholly: bool) -> None:
    inspection = Inspection()
    session, came = inspection.session, []
    for arrival in arrivals_of(traffic):
        before = session.event_count
        inspection.take(arrival)
        came += [session.events[-1]] if session.event_count > before else []
    assert (list(session.events) if wholly else session.events[:]) == came
    for seq, event in enumerate(came):
        assert session.events.frame_of(seq) == event.frame
        assert session.events.type_of(seq) == event.type
        assert session.events.at_frame(event.frame) == seq
    frames = {event.frame for event in came}
    others = set(range(len(session.frames))) - frames
    assert all(session.events.at_frame(frame) is None for frame in others)


def test_types_without_end_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_events, "_MOST_NAMES", 2)
    monkeypatch.setattr(kept_events, "_RECENT", 2)
    events = kept_events.KeptEvents(kept([Frame(0, None, EVENT, b"", '{"type":"X"}', plain=True)]))
    for seq, type_ in enumerate("XYZXYZ"):
        events.append(Event(seq, type_, {"type": type_}, 0, None), plain=False)
    assert "".join(events.type_of(seq) for seq in range(6)) == "XYZXYZ"
    assert [event.type for event in events] == [*"XYZXYZ"]


def long_session(count: int, *, keep: bool = True) -> tuple[Session, int]:
    """A session of so many events, and the bytes of its stream."""
    framing, inspection, size = Framing(), Inspection(keep=keep), 0
    for event in synthetic_events(count):
        data = encode_event(event)
        size += len(data)
        inspection.take_all(framing.take(Read(data)))
    return inspection.session, size


def test_a_long_session_takes_less_than_three_times_its_bytes() -> None:
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        session, size = long_session(15_000)
        used = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert session.event_count > 15_000
    assert used < 3 * size, f"{used / size:.1f} times"


def test_what_is_not_kept_takes_hardly_more_for_four_times_the_stream() -> None:
    long_session(10)
    used = []
    for count in (10_000, 40_000):
        tracemalloc.start()
        try:
            session, _ = long_session(count, keep=False)
            used.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
        assert session.world.tool_calls.by_id["call-1"].arguments == '{"city":"Lisbon"}'
    assert used[1] < 1.5 * used[0], used


def test_checkpoints_share_what_did_not_change() -> None:
    session, _ = long_session(20_000)
    held: set[int] = set()
    for _, checkpoint in session._checkpoints:
        held |= {id(message) for message in checkpoint._messages._order.list()}
    assert len(session._checkpoints) > 10
    current: list[Message] = session.world.messages.order
    assert len(held | set(map(id, current))) <= len(current) + 2 * len(session._checkpoints)
