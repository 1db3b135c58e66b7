"""The bench at every size and theme: nothing overflows, the two lines never move."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tests.tui.driving import (
    FINISHED,
    STARTED,
    STATE_RUN,
    TOOL_RUN,
    bench,
    call,
    lines,
    press,
    replayed,
    run,
    screen,
    settle,
    text,
    traffic_of,
)
from wirelab.tui.widgets.json_tree import JsonTree


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (220, 60), (40, 12), (20, 6)])
def test_every_tab_fits(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), size) as pilot:
            tops = set()
            for key in "1234567":
                await press(pilot, key)
                shown = lines(pilot)
                assert len(shown) == size[1]
                assert all(cell_len(row) == size[0] for row in shown)
                tops.add((shown[0], shown[1]))
            assert len(tops) == 1
            await press(pilot, "question_mark")
            assert all(cell_len(row) == size[0] for row in lines(pilot))

    run(test)


def test_the_word_for_the_run_fits_at_80_columns_and_has_its_place() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STATE_RUN), (80, 24)) as pilot:
            row = lines(pilot)[1]
            assert row.startswith("✔ SUCCESS ")
            assert "first   20ms" in row
            assert "5 events" in row
            assert "▲1 warning" in row
            assert "r-1" in row

    run(test)


def test_every_tab_has_a_place_at_80_columns_whatever_the_counts_beside() -> None:
    async def test() -> None:
        lost = [{"type": "TEXT_MESSAGE_END", "messageId": f"m-{at}"} for at in range(12)]
        calls = [each for at in range(120) for each in call(f"call-{at}", "get", "{}")]
        async with replayed(traffic_of(STARTED, *lost, *calls), (80, 24), "7") as pilot:
            assert "3 Tools 120" in lines(pilot)[3]
            assert "✖" in lines(pilot)[3]
            assert "▐7 Wire▌" in lines(pilot)[3]

    run(test)


def test_panes_stand_side_by_side_where_there_is_room() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), (80, 24), "2") as pilot:
            events, detail = pilot.app.query("EventsTab > .pane")
            assert detail.region.y > events.region.y
        async with replayed(traffic_of(*TOOL_RUN), (120, 40), "2") as pilot:
            events, detail = pilot.app.query("EventsTab > .pane")
            assert detail.region.x > events.region.x
            assert detail.region.y == events.region.y

    run(test)


def test_a_resize_keeps_the_place() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), (120, 40), "2", "home", "right") as pilot:
            await pilot.resize_terminal(80, 24)
            await settle(pilot)
            assert bench(pilot).cursor.event == 1
            assert "event 1 · frame 1" in screen(pilot)
            assert all(cell_len(row) == 80 for row in lines(pilot))

    run(test)


def test_a_text_keeps_what_is_at_its_top_however_it_wraps() -> None:
    async def test() -> None:
        said = [text(f"m-{at}", f"part {at} " + "and so on " * 30) for at in range(20)]
        stream = traffic_of(STARTED, *[event for each in said for event in each], FINISHED)
        async with replayed(stream, (120, 20)) as pilot:
            for width in (60, 120, 90):
                bench(pilot).current_tab.first_focus.scroll_to(y=0, animate=False)
                await settle(pilot)
                while "part 9 " not in lines(pilot)[4]:
                    await press(pilot, "down")
                await pilot.resize_terminal(width, 20)
                await settle(pilot)
                assert "part 9 " in lines(pilot)[4]
            await press(pilot, "end")
            await pilot.resize_terminal(60, 24)
            await settle(pilot)
            assert "SUCCESS" in "".join(lines(pilot)[10:23])

    run(test)


def test_a_tree_keeps_the_row_that_is_selected_and_a_list_keeps_it_in_view() -> None:
    async def test() -> None:
        state = {"story": "once upon a time " * 20, "then": {f"key{at}": at for at in range(25)}}
        stream = traffic_of(STARTED, {"type": "STATE_SNAPSHOT", "snapshot": state}, FINISHED)
        async with replayed(stream, (60, 40), "4", *["down"] * 24) as pilot:
            tree = bench(pilot).current_tab.first_focus
            assert isinstance(tree, JsonTree)
            before = tree.copied
            assert before is not None
            assert before.what.startswith("/then/key")
            for size in ((140, 24), (50, 24), (60, 40)):
                await pilot.resize_terminal(*size)
                await settle(pilot)
                assert tree.copied == before
                assert f"{before.what.rsplit('/')[-1]}: {before.text}" in screen(pilot)
        async with replayed(traffic_of(*TOOL_RUN), (120, 40), "2", "end", "left") as pilot:
            await pilot.resize_terminal(80, 18)
            await settle(pilot)
            assert any("13" in row and "RUN_FINISHED" in row for row in lines(pilot))

    run(test)


@pytest.mark.parametrize("theme", ["textual-light", "nord"])
def test_themes_change_colours_and_no_word(theme: str) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), (120, 40), "5") as pilot:
            before = screen(pilot)
            pilot.app.theme = theme
            await settle(pilot)
            assert screen(pilot) == before

    run(test)
