from __future__ import annotations

from tests.tui.driving import FINISHED, STARTED, read, text, traffic_of
from tests.tui.test_cursor import LOST, inspected
from wirelab.rules.finding import Severity
from wirelab.tui.timeline import Timeline
from wirelab.wire.traffic import End, Ending, Traffic


def timeline_of(traffic: list[Traffic]) -> Timeline:
    timeline = Timeline(inspected(traffic))
    timeline.update()
    return timeline


def test_every_frame_is_in_one_column() -> None:
    timeline = timeline_of(traffic_of(STARTED, *text("m-1", *"abcdefgh"), FINISHED))
    assert sum(timeline.columns(40)) == 13
    assert timeline.columns(40)[-1] == 1


def test_it_keeps_its_shape_however_long_the_session() -> None:
    early = [read(STARTED, 1.0), *(read(": -\n\n", 2.0) for _ in range(20))]
    late = [read(": -\n\n", 3_000_000.0)]
    timeline = timeline_of([*early, *late, End(Ending.EOF, "", 4_000_000.0)])
    columns = timeline.columns(50)
    assert columns[0] == 21
    assert sum(columns) == 23
    assert columns[int(49 * 0.75)] == 1


def test_the_gravest_finding_of_a_column_is_marked() -> None:
    timeline = timeline_of(traffic_of(STARTED, LOST, FINISHED))
    assert Severity.ERROR in timeline.marks(40).values()


def test_a_time_leads_back_to_its_frame() -> None:
    timeline = timeline_of(traffic_of(STARTED, *text("m-1", "a", "b"), FINISHED))
    for frame in range(6):
        assert timeline.frame_at(timeline.time_of(frame)) == frame


def test_without_times_positions_spread_it() -> None:
    untimed = [read(STARTED), *(read(event) for event in text("m-1", *"abcdef")), read(FINISHED)]
    timeline = timeline_of([*untimed, End(Ending.UNKNOWN)])
    assert [timeline.time_of(frame) for frame in (0, 4, 9)] == [0.0, 4.0, 9.0]
    assert sum(1 for count in timeline.columns(60) if count) == 11
