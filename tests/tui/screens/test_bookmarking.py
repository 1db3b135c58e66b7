"""Bookmarks: set, seen in the rows and on the scrubber, gone to, removed."""

from __future__ import annotations

from tests.tui.driving import (
    NARROW,
    TOOL_RUN,
    bench,
    lines,
    press,
    replayed,
    run,
    screen,
    traffic_of,
)


def test_bookmarks_are_set_shown_gone_to_and_removed() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), NARROW, "2", "B") as pilot:
            cursor = bench(pilot).cursor
            assert "No bookmark yet: b sets one" in screen(pilot)
            await press(pilot, "home", "right", "right", "b", "right", "right", "right", "b")
            rows = [row for row in lines(pilot)[5:12] if "◆" in row]
            assert [row.split("◆")[0].split()[-1] for row in rows] == ["2", "5"]
            assert lines(pilot)[2].count("◆") == 2
            await press(pilot, "B")
            assert cursor.event == 2
            assert "Bookmark 1 of 2." in screen(pilot)
            await press(pilot, "B")
            assert cursor.event == 5
            await press(pilot, "b")
            assert "Bookmark removed." in screen(pilot)
            assert lines(pilot)[2].count("◆") == 1
            await press(pilot, "end", "b", "B")
            assert cursor.event == 2

    run(test)


def test_a_bookmark_is_chosen_from_the_list_and_another_taken_away() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), NARROW, "M") as pilot:
            cursor = bench(pilot).cursor
            assert "No bookmark yet: b sets one" in screen(pilot)
            await press(pilot, "home", "right", "right", "b", "right", "right", "right", "b", "M")
            assert "bookmarks · enter goes to it · d removes it" in screen(pilot)
            assert "TEXT_MESSAGE_CONTENT" in screen(pilot)
            assert "Let me" in screen(pilot)
            await press(pilot, "up", "enter")
            assert cursor.event == 2
            assert "Bookmark 1 of 2." in screen(pilot)
            await press(pilot, "M", "d", "d", "d")
            assert "No bookmark left: b sets one where the cursor stands." in screen(pilot)
            await press(pilot, "escape")
            assert "◆" not in lines(pilot)[2]
            assert cursor.event == 2

    run(test)
