from __future__ import annotations

import pytest

from tests.tui.driving import FINISHED, STARTED, read, text, traffic_of
from tests.views.streams import inspected
from wirelab.views.time_axis import TimeAxis
from wirelab.views.timing_picture import TimingPictures
from wirelab.wire.traffic import End, Ending, Traffic

USED = FINISHED | {"usage": [{"model": "m", "totalTokens": 7}]}
LATER: list[Traffic] = [
    *traffic_of(STARTED, *text("m-1", "x"), USED)[:-1],
    read(STARTED | {"runId": "r-2"}, 1070.0),
    read(text("m-2", "y")[0], 1080.0),
    read(USED | {"runId": "r-2"}, 1090.0),
    End(Ending.EOF, "", 1100.0),
]


def pictures_of(traffic: list[Traffic]) -> TimingPictures:
    pictures = TimingPictures(inspected(*traffic))
    assert pictures.update(10_000)
    return pictures


def test_the_axis_is_of_all_there_is_and_now_is_the_cursor() -> None:
    pictures = pictures_of(LATER)
    for frame, now in ((0, 20.0), (5, 1070.0), (8, 1100.0)):
        picture = pictures.at(frame, min(frame, 7))
        assert (picture.axis, picture.now) == (TimeAxis(0.0, 1100.0), now)


def test_zoomed_the_axis_is_of_the_run_and_begins_with_its_request() -> None:
    pictures = pictures_of(LATER)
    assert pictures.at(2, 2, zoomed=True).axis == TimeAxis(0.0, 60.0)
    assert pictures.at(6, 6, zoomed=True).axis == TimeAxis(1070.0, 1090.0)
    assert not pictures.at(-1, -1, zoomed=True).zoomed


def test_silences_and_usage_are_as_of_the_cursor() -> None:
    pictures = pictures_of(LATER)
    assert pictures.at(4, 4).silences == []
    assert pictures.at(5, 5).silences == [(60.0, 1010.0)]
    told = [[run.id for run in pictures.at(at, at).runs_with_usage] for at in (3, 4, 6, 7)]
    assert told == [[], ["r-1"], ["r-1"], ["r-1", "r-2"]]


@pytest.mark.parametrize("timed", [True, False])
def test_what_was_not_taken_in_yet_is_not_shown(timed: bool) -> None:
    times = iter(range(100))
    events = [STARTED, *text("m-1", *"abcdefgh"), FINISHED]
    session = inspected(*(read(event, float(next(times)) if timed else None) for event in events))
    pictures = TimingPictures(session)
    assert not pictures.update(4)
    picture = pictures.at(11, 11)
    assert (picture.event, picture.now, picture.reading.events) == (3, 3.0, 4)
    assert picture.axis == TimeAxis(0.0, 3.0, timed=timed)
    assert 0 < picture.read < 1
