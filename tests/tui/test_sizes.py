"""The bench at every size and theme: nothing overflows, the two lines never move."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tests.tui.driving import (
    STATE_RUN,
    TOOL_RUN,
    bench,
    lines,
    press,
    replayed,
    run,
    screen,
    settle,
    traffic_of,
)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (220, 60), (40, 12), (20, 6)])
def test_every_tab_fits(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), size) as pilot:
            tops = set()
            for key in "123456":
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
            assert "▲1 accepted" in row
            assert "r-1" in row

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


@pytest.mark.parametrize("theme", ["textual-light", "nord"])
def test_themes_change_colours_and_no_word(theme: str) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), (120, 40), "5") as pilot:
            before = screen(pilot)
            pilot.app.theme = theme
            await settle(pilot)
            assert screen(pilot) == before

    run(test)
