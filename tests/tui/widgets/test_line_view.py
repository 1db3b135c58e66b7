"""A list that grows costs a repaint of itself, and still scrolls to all it has."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.app import App, ComposeResult
from textual.content import Content
from textual.pilot import Pilot

from tests.tui.driving import run, settle
from wirelab.tui.app import WirelabApp
from wirelab.tui.themes import dress
from wirelab.tui.widgets.row_list import RowList

HEIGHT = 10


class Numbers:
    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def draw(self, index: int, width: int) -> Content:
        return Content(f"row {index}" + " and so on" * (index % 2) * 9)


class ListApp(App[None]):
    CSS_PATH = [f"../../../wirelab/tui/{path}" for path in WirelabApp.CSS_PATH]  # noqa: RUF012
    CSS = "RowList { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        dress(self)
        self.list = RowList()
        self.layouts = 0

    def compose(self) -> ComposeResult:
        yield self.list

    def on_mount(self) -> None:
        self.screen.screen_layout_refresh_signal.subscribe(self.list, self._laid_out)

    def _laid_out(self, screen: object) -> None:
        self.layouts += 1


@asynccontextmanager
async def shown(count: int) -> AsyncIterator[tuple[Pilot[None], ListApp]]:
    app = ListApp()
    async with app.run_test(size=(30, HEIGHT)) as pilot:
        await show(pilot, app, count)
        app.layouts = 0
        yield pilot, app


async def show(pilot: Pilot[None], app: ListApp, count: int) -> None:
    app.list.show(Numbers(count), count - 1)
    await settle(pilot)


def last_line(app: ListApp) -> str:
    return app.list.render_line(HEIGHT - 1).text


def test_more_rows_lay_nothing_out_again_and_are_scrolled_to() -> None:
    async def test() -> None:
        async with shown(100) as (pilot, app):
            for count in range(110, 200, 10):
                await show(pilot, app, count)
                assert last_line(app).startswith(f"row {count - 1}")
                assert app.list.vertical_scrollbar.window_virtual_size == count
            assert app.layouts == 0

    run(test)


def test_the_scroll_bar_comes_when_it_is_needed_and_goes() -> None:
    async def test() -> None:
        async with shown(HEIGHT - 2) as (pilot, app):
            assert not app.list.show_vertical_scrollbar
            await show(pilot, app, HEIGHT + 5)
            assert app.list.show_vertical_scrollbar
            assert last_line(app).startswith(f"row {HEIGHT + 4}")
            await show(pilot, app, 2)
            assert not app.list.show_vertical_scrollbar
            assert app.list.scroll_offset.y == 0

    run(test)


def test_a_line_is_as_wide_as_the_view_and_a_longer_one_ends_in_an_ellipsis() -> None:
    async def test() -> None:
        async with shown(4) as (_, app):
            short, long = (app.list.render_line(line) for line in (0, 1))
            assert short.cell_length == long.cell_length == app.list.line_width
            assert short.text.rstrip() == "row 0"
            assert long.text.rstrip().endswith("…")

    run(test)
