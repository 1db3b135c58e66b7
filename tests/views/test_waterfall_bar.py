from __future__ import annotations

import pytest

from tests.tui.driving import FINISHED, STARTED, WEATHER, result, text, traffic_of
from tests.views.test_waterfall import fall, rows
from wirelab.views.span import Span
from wirelab.views.time_axis import TimeAxis
from wirelab.views.waterfall_bar import axis_labels, axis_rule, bar
from wirelab.wire.traffic import Ending

AXIS = TimeAxis(0.0, 100.0)


def spans_of(*payloads: object, end: Ending = Ending.EOF) -> list[Span]:
    return rows(fall(*traffic_of(*payloads, end=end)), 99)  # type: ignore[arg-type]


def test_a_call_tells_its_arguments_from_the_wait() -> None:
    spans = spans_of(STARTED, *WEATHER, result("call-1", "ok"), FINISHED)
    call = spans[1]
    assert bar(call, 99, 90.0, AXIS, 20) == "      █████████░░"
    assert bar(call, 4, 60.0, AXIS, 20) == "      ██████▶"
    assert bar(call, 5, 70.0, AXIS, 20) == "      ████████▶"
    assert bar(spans[0], 99, 90.0, AXIS, 20) == "░░░░━━━━━━━━━━━━━━━"


def test_what_was_cut_off_and_what_is_short_is_seen() -> None:
    spans = spans_of(STARTED, text("m-1", "x")[0], end=Ending.RESET)
    assert bar(spans[1], 1, 30.0, AXIS, 20) == "      ██✂"
    assert bar(spans[1], 1, 30.0, TimeAxis(0.0, 1e9), 20) == "✂"
    assert bar(spans[1], 0, 30.0, TimeAxis(0.0, 1e9), 5) == "▶"
    assert bar(spans[1], 1, 30.0, AXIS, 0) == ""


def test_without_times_bars_stand_by_events() -> None:
    span = spans_of(STARTED, *text("m-1", "x"), FINISHED)[1]
    span.opened_ms = None
    assert bar(span, 99, 4.0, TimeAxis(0.0, 4.0, timed=False), 8) == "  █████"
    assert bar(span, 99, 4.0, AXIS, 8) == "time unk"


@pytest.mark.parametrize(
    ("length", "width", "labels"),
    [
        (2000.0, 40, "0s        0.5s      1s        1.5s"),
        (30.0, 40, "0ms          10ms         20ms"),
        (4 * 3_600_000.0, 40, "0h        1h        2h        3h"),
        (150_000.0, 40, "0s      30s     60s     90s     120s"),
    ],
)
def test_ticks_are_round(length: float, width: int, labels: str) -> None:
    axis = TimeAxis(0.0, length)
    assert axis_labels(axis, width).rstrip() == labels


def test_ticks_of_a_stretch_begin_within_it_and_events_count() -> None:
    assert axis_labels(TimeAxis(1510.0, 2530.0), 40).split() == [
        "1.6s",
        "1.8s",
        "2s",
        "2.2s",
        "2.4s",
    ]
    assert axis_labels(TimeAxis(0.0, 4.0, timed=False), 30).split() == ["#0", "#1", "#2", "#3"]


@pytest.mark.parametrize(
    "axis",
    [
        TimeAxis(5.0, 5.0),
        TimeAxis(9.0, 3.0),
        TimeAxis(0.0, 1e-9),
        TimeAxis(0.0, 1e15),
        TimeAxis(-50.0, 1e300),
        TimeAxis(7.0, 7.0, timed=False),
        TimeAxis(0.0, 1e7, timed=False),
    ],
)
def test_any_stretch_at_any_width_fits(axis: TimeAxis) -> None:
    for width in (1, 2, 9, 40, 300):
        assert len(axis_labels(axis, width)) == width
        assert len(axis_rule(axis, width, [(axis.begin, 1e4)], axis.end)) == width
        assert 0 <= axis.column_of(1e9, width) < width


def test_silences_say_how_long_they_were_where_there_is_room() -> None:
    rule = axis_rule(TimeAxis(0.0, 4000.0), 40, [(1050.0, 1500.0), (3000.0, 260.0)], 3900.0)
    assert rule == "┼─────────·····1.50s······────···──────▼"
