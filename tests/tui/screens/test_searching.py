"""Finding a text in each tab: incremental, counted, marked, ended by escape."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.tui.driving import (
    FINISHED,
    LOST,
    NARROW,
    STARTED,
    STATE_RUN,
    TOOL_RUN,
    WIDE,
    bench,
    lines,
    opened,
    press,
    replayed,
    run,
    text,
    traffic_of,
    until,
    words,
    write,
)
from wirelab.tui.plays import Replay
from wirelab.tui.tabs import TABS


async def find(pilot: Pilot[None], asked: str) -> None:
    await press(pilot, "f")
    await write(pilot, asked)


async def says(pilot: Pilot[None], said: str) -> None:
    await until(pilot, lambda: said in words(pilot))


def marked(pilot: Pilot[None], style: str) -> list[str]:
    """The parts of the screen in a style, top to bottom."""
    strips = pilot.app.screen._compositor.render_strips()
    segments = [segment for strip in strips for segment in strip if segment.style]
    return [each.text for each in segments if each.style and getattr(each.style, style)]


def test_in_a_list_rows_are_selected_as_one_types_and_the_cursor_goes_along() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), NARROW, "2", "home") as pilot:
            cursor = bench(pilot).cursor
            await find(pilot, "TOOL_")
            await says(pilot, "1 of 6")
            assert cursor.event == 4
            await write(pilot, "CALL_ARGS")
            await says(pilot, "1 of 3")
            assert cursor.event == 5
            assert marked(pilot, "underline").count("TOOL_CALL_ARGS") >= 2
            for key, said, event in [
                ("enter", "2 of 3", 6),
                ("f3", "3 of 3", 7),
                ("down", "1 of 3", 5),
                ("up", "3 of 3", 7),
                ("shift+f3", "2 of 3", 6),
            ]:
                await press(pilot, key)
                await says(pilot, said)
                await until(pilot, lambda event=event: cursor.event == event)  # type: ignore[misc]
            await press(pilot, "tab", "f3")
            await says(pilot, "3 of 3")
            assert pilot.app.focused is bench(pilot).current_tab.first_focus
            await press(pilot, "escape")
            assert "find TOOL_" not in words(pilot)
            assert "TOOL_CALL_ARGS" not in marked(pilot, "underline")
            assert cursor.event == 7

    run(test)


def test_in_a_text_lines_are_scrolled_to_and_the_one_gone_to_stands_out() -> None:
    async def test() -> None:
        long = text("m-1", *(f"line {number}\n\n" for number in range(60)), "the needle is here")
        async with replayed(traffic_of(STARTED, *long, FINISHED), NARROW, "1", "home") as pilot:
            await press(pilot, "end")
            await find(pilot, "LINE 2")
            await says(pilot, "nothing found")
            await press(pilot, *["backspace"] * 6)
            await write(pilot, "line 2")
            await says(pilot, "1 of 11")
            assert "line 2" in marked(pilot, "reverse")
            assert "line 2" in "".join(lines(pilot)[4:20])
            await press(pilot, *["backspace"] * 6)
            await write(pilot, "needle")
            await says(pilot, "1 of 1")
            assert "the needle is here" in words(pilot)

    run(test)


@pytest.mark.parametrize(
    ("tab", "asked", "stream"),
    [
        ("conversation", "lisbon", TOOL_RUN),
        ("tools", "lis", TOOL_RUN),
        ("state", "done", STATE_RUN),
        ("verdict", "never started", [STARTED, *LOST, FINISHED]),
        ("wire", "text_message_start", TOOL_RUN),
        ("events", "let me", TOOL_RUN),
    ],
)
def test_every_tab_can_be_searched(tab: str, asked: str, stream: list[dict[str, object]]) -> None:
    async def test() -> None:
        key = str([each.TAB_NAME for each in TABS].index(tab) + 1)
        async with replayed(traffic_of(*stream), WIDE, key) as pilot:
            await find(pilot, "no such text")
            await says(pilot, "nothing found")
            await press(pilot, "escape")
            await find(pilot, asked)
            await until(pilot, lambda: " 1 of " in words(pilot))

    run(test)


def test_what_is_looked_for_goes_along_to_another_tab() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE, "2", "home") as pilot:
            await find(pilot, "get_weather")
            await says(pilot, "1 of 1")
            await press(pilot, "tab", "1")
            await until(pilot, lambda: "get_weather" in marked(pilot, "reverse"))

    run(test)


def test_what_arrives_later_is_found_too() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *text("m-1", "one", "one"), FINISHED, gap_ms=3_600_000.0)
        replay = Replay("slow.jsonl", stream, speed=1.0)
        async with opened(replay, WIDE) as pilot:
            await press(pilot, "2")
            await find(pilot, '"one"')
            await says(pilot, "nothing found")
            for count in (0, 0, 1, 2):
                events = bench(pilot).session.event_count
                replay.step()
                await until(pilot, lambda n=events: bench(pilot).session.event_count > n)  # type: ignore[misc]
                said = "nothing found" if not count else f"{count}"
                await says(pilot, said)
            await says(pilot, " of 2")

    run(test)


DEEP = {
    "plain": 1,
    "many": {f"m{at}": {"city": f"town {at}", "note": {"deep": {"er": at}}} for at in range(60)},
    "long": " ".join(f"word-{at}" for at in range(300)),
    "last": {"a": {"b": {"c": {"d": "the needle"}}}},
}


@pytest.mark.parametrize("keys", [["4"], ["2", "home", "right", "enter"]], ids=["state", "event"])
def test_a_hit_in_a_closed_branch_opens_it(keys: list[str]) -> None:
    snapshot = {"type": "STATE_SNAPSHOT", "snapshot": DEEP}

    async def test() -> None:
        async with replayed(traffic_of(STARTED, snapshot, FINISHED), WIDE, *keys) as pilot:
            assert "town 41" not in words(pilot)
            await find(pilot, "town 41")
            await says(pilot, "1 of 1")
            assert 'city: "town 41"' in words(pilot)
            await press(pilot, "ctrl+a", "ctrl+k")
            await until(pilot, lambda: "town 41" not in words(pilot))
            await write(pilot, "needle")
            await until(pilot, lambda: 'd: "the needle"' in words(pilot))
            assert 'city: "town' not in words(pilot)
            await press(pilot, "ctrl+a", "ctrl+k")
            await write(pilot, "word-250")
            await says(pilot, "1 of 1")
            assert "word-250" in words(pilot).split("find")[0]
            await press(pilot, "escape")
            assert "word-250" in words(pilot).split("find")[0]

    run(test)


def test_hits_in_closed_branches_are_counted_and_gone_to_in_order() -> None:
    snapshot = {"type": "STATE_SNAPSHOT", "snapshot": DEEP}

    async def test() -> None:
        async with replayed(traffic_of(STARTED, snapshot, FINISHED), NARROW, "4") as pilot:
            await find(pilot, "town")
            await says(pilot, "1 of 60")
            assert 'city: "town 0"' in words(pilot)
            await press(pilot, "enter")
            assert "2 of 60" in words(pilot)
            assert 'city: "town 1"' in words(pilot)
            assert marked(pilot, "underline")[:2] == ["town", "town"]
            await press(pilot, "up", "up")
            assert "60 of 60" in words(pilot)
            assert 'city: "town 59"' in words(pilot)

    run(test)


def test_a_hit_behind_more_rows_than_are_shown_is_shown() -> None:
    document = {f"g{at}": [list(range(900))] for at in range(25)} | {"z": "the needle"}
    snapshot = {"type": "STATE_SNAPSHOT", "snapshot": document}

    async def test() -> None:
        async with replayed(traffic_of(STARTED, snapshot, FINISHED), NARROW, "4") as pilot:
            await find(pilot, "899")
            await says(pilot, "1 of 25")
            for _ in range(8):
                await press(pilot, "enter")
            assert "899: 899" in words(pilot)
            assert "9 of 25" in words(pilot)

    run(test)
