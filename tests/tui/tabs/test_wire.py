"""The Wire tab: what was sent and what came, as bytes; as of the cursor."""

from __future__ import annotations

import pytest

from tests.tui.driving import (
    FINISHED,
    LOST,
    SIZES,
    STARTED,
    WIDE,
    bench,
    press,
    replayed,
    run,
    screen,
    settle,
    traffic_of,
)
from wirelab.tui.widgets.row_list import RowList


@SIZES
def test_wire_shows_what_was_sent_and_what_came(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), size, "6", "home", "up", "up") as pilot:
            shown = screen(pilot)
            assert "POST http://agent.test/run" in shown
            assert "200 text/event-stream" in shown
            assert "accept: text/event-stream" in shown
            assert "s3cret-token" not in shown
            await press(pilot, "tab", "pagedown")
            assert 'threadId: "t-1"' in screen(pilot)

    run(test)


def test_wire_marks_where_reads_begin_and_line_ends() -> None:
    async def test() -> None:
        whole = 'data: {"type":"RUN_STARTED","threadId":"t-1","runId":"r-1"}\r\n\r\n'
        stream = traffic_of(whole[:30], whole[30:], FINISHED)
        async with replayed(stream, WIDE, "6", "home") as pilot:
            shown = screen(pilot)
            assert '┃data: {"type":"RUN_STARTED","t┃hreadId"' in shown
            assert "␍␊" in shown
            assert "2 reads begun in it" in shown

    run(test)


@pytest.mark.parametrize(("key", "name"), [("5", "#finding-list"), ("6", "#wire-list")])
def test_a_repaint_between_a_key_and_its_message_loses_no_row(key: str, name: str) -> None:
    async def test() -> None:
        odd = STARTED | {"colour": "red"}
        async with replayed(traffic_of(odd, *LOST, FINISHED), WIDE, key, "home") as pilot:
            listed = pilot.app.query_one(name, RowList)
            wanted = 1
            listed.action_move(wanted - listed.selected)
            bench(pilot).current_tab.show(bench(pilot).cursor.moment())
            await settle(pilot)
            assert listed.selected == wanted

    run(test)
