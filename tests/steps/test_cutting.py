"""Part of some traffic has the wanted frames, byte for byte, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.session.any_traffic import TRAFFIC
from tests.session.test_engine_properties import often
from wirelab.steps.cutting import cut
from wirelab.steps.exporters.exchanges import arrivals
from wirelab.steps.joining import joined
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic


def frames_of(traffic: list[Traffic]) -> list[Frame]:
    return [each for each in arrivals(traffic) if isinstance(each, Frame)]


@often
@given(TRAFFIC)
def test_all_of_it_is_what_it_was(traffic: list[Traffic]) -> None:
    with_frames = list(cut(traffic, lambda seq: True))
    assert [each for each in traffic if isinstance(each, Read)] == [
        each for each in with_frames if isinstance(each, Read)
    ]
    assert not list(cut(traffic, lambda seq: False))


@often
@given(TRAFFIC, st.sets(st.integers(0, 30)))
def test_the_wanted_bytes_are_kept_at_their_times(traffic: list[Traffic], wanted: set[int]) -> None:
    kept = [each for each in cut(traffic, wanted.__contains__) if not isinstance(each, Frame)]
    body = b"".join(each.data for each in kept if isinstance(each, Read))
    frames = frames_of(traffic)
    assert body == b"".join(each.raw for each in frames if each.seq in wanted)
    times = [each.at_ms for each in traffic if isinstance(each, Read)]
    assert all(each.at_ms in times for each in kept if isinstance(each, Read))


def test_a_read_may_lose_part_and_an_exchange_all_of_its_frames() -> None:
    request, response = Request("POST", "/", (), b"{}", 0.0), Response(200, (), 1.0)
    traffic: list[Traffic] = [
        request,
        response,
        Read(b"data: 1\n\ndata: 2\n\nda", 2.0),
        Read(b"ta: 3\n\n", 3.0),
        End(Ending.EOF, "", 4.0),
        request,
        Read(b"data: 4\n\n", 5.0),
    ]
    assert list(cut(traffic, {1, 2}.__contains__)) == [
        request,
        response,
        Read(b"data: 2\n\nda", 2.0),
        Read(b"ta: 3\n\n", 3.0),
    ]
    assert list(cut(traffic, {3, 4}.__contains__)) == [
        request,
        response,
        End(Ending.EOF, "", 4.0),
        request,
        Read(b"data: 4\n\n", 5.0),
    ]


def test_frames_without_bytes_are_cut_too() -> None:
    frames = [Frame(0, None, FrameKind.EVENT, b"", text) for text in "abc"]
    assert [each.data for each in cut(frames, {0, 2}.__contains__)] == ["a", "c"]  # type: ignore[union-attr]


def test_what_is_joined_goes_on_where_the_one_before_ended() -> None:
    one: list[Traffic] = [Request("POST", "/", (), b"{}", 0.0), Read(b"data: 1\n\n", 7.0)]
    two: list[Traffic] = [Read(b"data: 2\n\n", 2.0), Read(b"data: 3\n\n")]
    assert list(joined([one, two, one])) == [
        *one,
        End(Ending.UNKNOWN),
        Read(b"data: 2\n\n", 9.0),
        Read(b"data: 3\n\n"),
        Request("POST", "/", (), b"{}", 9.0),
        Read(b"data: 1\n\n", 16.0),
    ]
