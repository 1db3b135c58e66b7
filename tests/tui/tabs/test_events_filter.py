"""Filtering the Events tab: typing, keeping, clearing, the cursor among what is left out."""

from __future__ import annotations

import asyncio
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.driving import (
    FINISHED,
    NARROW,
    SIZES,
    STARTED,
    TOOL_RUN,
    WIDE,
    bench,
    lines,
    opened,
    over,
    press,
    replayed,
    run,
    screen,
    settle,
    traffic_of,
    until,
    words,
)
from wirelab.session.inspection import Inspection
from wirelab.tui.app import WirelabApp
from wirelab.tui.frame_search import FrameSearch
from wirelab.tui.live_feed import LiveFeed
from wirelab.tui.plays import Replay
from wirelab.tui.saved_filters import SavedFilters
from wirelab.tui.tabs.events import EventsTab
from wirelab.views.filters import parse_filter


async def type_in(pilot: Pilot[None], text: str) -> None:
    await press(pilot, *text)


def events(pilot: Pilot[None]) -> EventsTab:
    return bench(pilot).query_one(EventsTab)


def listed(pilot: Pilot[None]) -> list[str]:
    """The types of the rows shown."""
    rows = events(pilot).first_focus.rows
    assert rows is not None
    drawn = [rows.draw(index, 200).plain for index in range(len(rows))]
    return [next(word for word in row.split() if word[0] == "(" or word.isupper()) for row in drawn]


@SIZES
def test_the_list_follows_what_is_typed_and_keeps_it(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), size, "2") as pilot:
            assert "filter:" not in screen(pilot)
            await press(pilot, "slash")
            assert "type:TOOL_* sev:warning" in screen(pilot)
            assert "keep" in lines(pilot)[-1]
            await type_in(pilot, "type:TOOL_CALL_ARGS")
            await until(pilot, lambda: "3 of 15" in screen(pilot))
            assert listed(pilot) == ["TOOL_CALL_ARGS"] * 3
            await press(pilot, "enter")
            assert events(pilot).first_focus.has_focus
            assert "filter: type:TOOL_CALL_ARGS" in screen(pilot)
            assert "all rows" in lines(pilot)[-1]
            await press(pilot, "escape")
            assert "filter:" not in screen(pilot)
            assert len(listed(pilot)) == 15

    run(test)


def test_an_error_points_at_its_place_and_the_last_filter_holds() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), NARROW, "2", "slash") as pilot:
            await type_in(pilot, "weather")
            await until(pilot, lambda: "1 of 15" in screen(pilot))
            await type_in(pilot, " (")
            await until(pilot, lambda: "column 10: expected a term" in screen(pilot))
            assert listed(pilot) == ["TOOL_CALL_START"]
            await press(pilot, "backspace")
            await type_in(pilot, "sev:x")
            await until(pilot, lambda: "column 13: expected one of error" in words(pilot))
            shown = lines(pilot)
            at = next(index for index, line in enumerate(shown) if "filter: weather" in line)
            assert shown[at][shown[at + 1].index("^")] == "x"
            await press(pilot, "enter")
            assert events(pilot).filtered.asking
            await press(pilot, "backspace", *"error")
            assert "column" not in screen(pilot)
            await until(pilot, lambda: "0 of 15" in screen(pilot))
            assert "Nothing matches." in screen(pilot)
            await press(pilot, "escape")
            assert len(listed(pilot)) == 15
            assert not events(pilot).filtered.filtering

    run(test)


def test_a_long_error_is_told_in_full_on_a_narrow_screen() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), NARROW, "2", "slash") as pilot:
            await type_in(pilot, "some words and a foo:x")
            await until(pilot, lambda: "kind, t, gap, path" in words(pilot))

    run(test)


def test_the_cursor_keeps_its_place_among_what_is_left_out() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE, "2", "home", "slash") as pilot:
            await type_in(pilot, "type:TOOL_CALL_ARGS")
            await press(pilot, "enter")
            await until(pilot, lambda: "3 of 15 · cursor not in it" in screen(pilot))
            the_list, cursor = events(pilot).first_focus, bench(pilot).cursor
            assert (cursor.frame, the_list.selected) == (0, -1)
            await press(pilot, "down")
            assert (cursor.frame, the_list.selected) == (5, 0)
            assert "cursor not in it" not in screen(pilot)
            await press(pilot, "down", "down")
            assert (cursor.frame, the_list.selected) == (7, 2)
            await press(pilot, "right")
            assert (cursor.frame, the_list.selected) == (8, 2)
            assert "cursor not in it" in screen(pilot)
            assert "TOOL_CALL_END" in screen(pilot)
            await press(pilot, "up")
            assert (cursor.frame, the_list.selected) == (7, 2)
            await press(pilot, "right", "right", "enter")
            assert (cursor.frame, the_list.selected) == (7, 2)
            await press(pilot, "escape", "left", "left")
            assert (cursor.frame, the_list.selected) == (5, 0)

    run(test)


def test_words_that_match_are_marked() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE, "2") as pilot:
            rows = events(pilot).first_focus.rows
            assert rows is not None
            assert not [each for each in rows.draw(4, 120).spans if each.style == "reverse"]
            events(pilot).filtered.filter_by('WEATHER or "[/bold]" -sun')
            await until(pilot, lambda: "1 of 15" in screen(pilot))
            rows = events(pilot).first_focus.rows
            assert rows is not None
            drawn = rows.draw(0, 120)
            marked = [each for each in drawn.spans if each.style == "reverse"]
            assert [drawn.plain[each.start : each.end] for each in marked] == ["weather"]

    run(test)


def test_the_filter_follows_what_arrives() -> None:
    async def test() -> None:
        go_on = asyncio.Event()

        class Halting:
            subject, playback, unsent = "test", None, 0

            async def play(self, feed: LiveFeed) -> None:
                traffic = traffic_of(*TOOL_RUN)
                for each in traffic[:8]:
                    feed.take(each)
                await go_on.wait()
                for each in traffic[8:]:
                    feed.take(each)

        async with opened(Halting()) as pilot:  # type: ignore[arg-type]
            await press(pilot, "2", "slash")
            await type_in(pilot, "type:TOOL_CALL_ARGS")
            await until(pilot, lambda: "1 of 6" in screen(pilot))
            go_on.set()
            await until(pilot, lambda: "3 of 15" in screen(pilot))
            assert events(pilot).filtered.asking
            assert events(pilot).first_focus.selected == 2

    run(test)


def test_a_long_session_is_searched_in_slices_that_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = itertools.count()
    monkeypatch.setattr("wirelab.tui.frame_search.perf_counter", lambda: next(seconds))
    told: list[str] = []

    class Telling(FrameSearch):
        def words(self, held_at: int | None) -> str:
            told.append(super().words(held_at))
            return told[-1]

    monkeypatch.setattr("wirelab.tui.widgets.filtered_events.FrameSearch", Telling)

    async def test() -> None:
        stream = traffic_of(STARTED, *[read_text("zq")] * 1000, FINISHED)
        async with replayed(stream, WIDE, "2") as pilot:
            events(pilot).filtered.filter_by("zq or y_y")
            await until(pilot, lambda: "1000 of 1003" in screen(pilot))

    run(test)
    assert told[0] == "searching 13% · 127 so far"
    assert told[-1] == "1000 of 1003"
    assert len(set(told)) > 4


def read_text(text: str) -> dict[str, Any]:
    return {"type": "CUSTOM", "name": "a.b", "value": text}


def test_the_palette_offers_filters_from_any_tab() -> None:
    async def test() -> None:
        stream = traffic_of(*TOOL_RUN, {"type": "NO_SUCH"})
        async with replayed(stream, WIDE, "1") as pilot:
            app, screen_now = pilot.app, pilot.app.screen
            offered = {each.title: each for each in app.get_system_commands(screen_now)}
            assert "Filter: clear" not in offered
            offered["Filter: only findings"].callback()
            await settle(pilot)
            await until(pilot, lambda: "filter: sev:note" in screen(pilot))
            assert listed(pilot) == ["NO_SUCH"]
            offered["Filter: tool calls"].callback()
            await until(pilot, lambda: "6 of 16" in screen(pilot))
            later = {each.title: each for each in app.get_system_commands(screen_now)}
            later["Filter: clear"].callback()
            await until(pilot, lambda: "filter:" not in screen(pilot))
            await press(pilot, "1", "slash")
            assert events(pilot).filtered.asking

    run(test)


def test_filters_that_were_kept_come_back_with_up_and_down(tmp_path: Path) -> None:
    path = tmp_path / "wirelab" / "filters.json"

    async def test() -> None:
        for texts in (["lost", "type:RUN_*"], ["lost"]):
            playable = Replay("test.jsonl", traffic_of(*TOOL_RUN), speed=None)
            app = WirelabApp(playable, Inspection(), saved_filters=SavedFilters(path))
            async with app.run_test(size=WIDE) as pilot:
                await over(pilot)
                await press(pilot, "2")
                for text in texts:
                    await press(pilot, "slash", "ctrl+u")
                    await type_in(pilot, text)
                    await press(pilot, "enter")
        async with WirelabApp(
            Replay("test.jsonl", traffic_of(*TOOL_RUN), speed=None),
            Inspection(),
            saved_filters=SavedFilters(path),
            wanted=parse_filter("type:TOOL_*"),
        ).run_test(size=WIDE) as pilot:
            await over(pilot)
            await until(pilot, lambda: "filter: type:TOOL_*" in screen(pilot))
            await press(pilot, "slash", "up")
            assert "filter: lost" in screen(pilot)
            await press(pilot, "up", "up")
            assert "filter: type:RUN_*" in screen(pilot)
            await press(pilot, "down", "down", "down")
            assert "filter: type:TOOL_*" in screen(pilot)

    run(test)
    assert json.loads(path.read_text())["filters"] == ["type:RUN_*", "lost"]
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
