"""Figures are those of a session cut at the frame, however they were come by."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.driving import FINISHED, STARTED, WEATHER, read, result, text, traffic_of
from tests.views.streams import EOF, REQUEST, RUN_FINISHED, RUN_STARTED, STREAM, inspected, sent
from wirelab.session.session import Session
from wirelab.views import timing_history
from wirelab.views.timing_history import Reading, TimingHistory
from wirelab.wire.traffic import End, Ending, Request, Traffic


def history_of(session: Session, piece: int = 1000) -> TimingHistory:
    history = TimingHistory(session)
    while not history.update(piece):
        pass
    return history


def end_of(*traffic: Traffic) -> Reading:
    return history_of(inspected(*traffic)).latest


def shape(reading: Reading) -> tuple[Any, ...]:
    found = []
    for figures in (reading.current, reading.whole):
        gaps = figures.gaps
        found.append(
            (
                (figures.frames, figures.events, figures.text, figures.arguments),
                (figures.reasoning, figures.burst, figures.burst_event, figures.together),
                (figures.lasted_ms, figures.streamed_ms, figures.first_text_ms),
                (gaps.percentile(0.5), gaps.percentile(0.95), gaps.longest),
                figures.usage.by_model,
            )
        )
    return (reading.exchange, *found)


@pytest.mark.parametrize("piece", [1, 7, 1000])
def test_any_frame_is_exact(monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(timing_history, "SPACING", 8)
    used = FINISHED | {"usage": [{"model": "m", "totalTokens": 9}]}
    stream = [STARTED, *text("m-1", "Let me ", "check."), *WEATHER, result("call-1", "ok"), used]
    session = inspected(*traffic_of(*stream), *traffic_of(*stream, gap_ms=400.0))
    history = history_of(session, piece)
    for frame in (-1, *range(len(session.frames)), 5, 0, 20):
        fresh = Reading()
        fresh.take(session, frame + 1)
        assert shape(history.at(frame)) == shape(fresh), frame


def test_times_gaps_rates_and_what_came_at_once() -> None:
    stream = [
        REQUEST,
        STREAM,
        sent(RUN_STARTED, 20.0),
        *(sent(event, 30.0) for event in text("m-1", "abcd")),
        *(sent(event, 1030.0) for event in WEATHER),
        sent(RUN_FINISHED, 1040.0),
        End(Ending.EOF, "", 1100.0),
    ]
    figures = end_of(*stream).current
    assert (figures.begun_ms, figures.first_event_ms, figures.first_text_ms) == (0.0, 20.0, 30.0)
    assert (figures.lasted_ms, figures.streamed_ms) == (1100.0, 1020.0)
    assert (figures.events, figures.text, figures.arguments) == (10, 4, 27)
    assert (figures.together, figures.burst, figures.burst_event) == (6, 5, 8)
    assert figures.rate(figures.events) == pytest.approx(9.8, abs=0.01)
    longest = figures.gaps.longest[0]
    assert (longest.ms, longest.began_ms, longest.event, longest.by_event) == (
        1000.0,
        30.0,
        4,
        True,
    )
    assert figures.silences == [longest]


def test_the_wait_for_the_first_frame_is_no_gap_and_a_comment_ends_one() -> None:
    stream = [REQUEST, STREAM, sent(RUN_STARTED, 5000.0), read(": alive\n\n", 6000.0), EOF]
    figures = end_of(*stream).current
    assert [gap.ms for gap in figures.gaps.longest] == [1000.0]
    assert not figures.gaps.longest[0].by_event


def test_what_kept_no_times_has_none() -> None:
    figures = end_of(sent(RUN_STARTED), sent(RUN_FINISHED), End(Ending.UNKNOWN)).current
    assert (figures.events, figures.lasted_ms, figures.rate(2), figures.gaps.count) == (
        2,
        None,
        None,
        0,
    )


def test_no_gap_is_made_up_across_a_time_that_is_unknown() -> None:
    events = [sent(RUN_STARTED, 10.0), sent(RUN_FINISHED), sent(RUN_STARTED, 900.0)]
    assert end_of(*events).current.gaps.count == 0


def test_time_between_exchanges_is_nobodys_gap() -> None:
    first = traffic_of(STARTED, FINISHED)
    later = [Request("POST", "http://a", (), b"{}", 90_000.0), sent(RUN_STARTED, 90_010.0), EOF]
    whole = end_of(*first, *later).whole
    assert max(gap.ms for gap in whole.gaps.longest) < 100
    assert whole.lasted_ms == pytest.approx(40.0 + 10.0)
