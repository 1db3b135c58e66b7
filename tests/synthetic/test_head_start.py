"""``--from``: what lies before an event or a moment is written at once, and nothing is left out."""

from __future__ import annotations

import pytest

from wirelab.synthetic.head_start import HeadStart
from wirelab.synthetic.performance import Beat
from wirelab.synthetic.recorded_run import recorded_runs
from wirelab.wire.traffic import Read, Request, Response

EVENT, COMMENT = b'data: {"type":"X"}\n\n', b": x\n\n"
BEATS = [Beat(10, EVENT), Beat(20, COMMENT), Beat(30, EVENT), Beat(40, EVENT), Beat(50, COMMENT)]


@pytest.mark.parametrize(
    ("start", "pauses"),
    [
        (HeadStart(), [10, 20, 30, 40, 50]),
        (HeadStart(event=0), [0, 20, 30, 40, 50]),
        (HeadStart(event=2), [0, 0, 0, 0, 50]),
        (HeadStart(event=99), [0, 0, 0, 0, 0]),
        (HeadStart(at_ms=45), [0, 0, 15, 40, 50]),
        (HeadStart(at_ms=1e6), [0, 0, 0, 0, 0]),
    ],
)
def test_the_pauses_that_are_left(start: HeadStart, pauses: list[float]) -> None:
    made = list(start.given(BEATS))
    assert [beat.pause_ms for beat in made] == pauses
    assert [beat.data for beat in made] == [beat.data for beat in BEATS]


def test_a_recording_from_a_moment_in_its_second_exchange() -> None:
    traffic = [
        item
        for at in (0.0, 1000.0)
        for item in (
            Request("POST", "/", (), b"", at),
            Response(200, (), at + 100),
            Read(EVENT, at + 300),
            Read(EVENT, at + 600),
        )
    ]
    first, second = recorded_runs(traffic, from_ms=1400.0)
    assert first.over_ms == 600.0
    assert [beat.pause_ms for beat in first.beats] == [0, 0]
    assert (second.head_pause_ms, [beat.pause_ms for beat in second.beats]) == (0, [0, 200])
