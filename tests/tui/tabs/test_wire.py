"""The Wire tab: what was sent and what came, as bytes; as of the cursor."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tui.driving import (
    FINISHED,
    INPUT,
    LOST,
    SIZES,
    STARTED,
    WIDE,
    bench,
    lines,
    press,
    replayed,
    run,
    screen,
    settle,
    text,
    traffic_of,
    until,
)
from wirelab.tui.widgets.hex_view import HexView
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.text_pane import TextPane
from wirelab.wire.traffic import Request


@SIZES
def test_wire_shows_what_was_sent_and_what_came(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), size, "7", "home", "up", "up") as pilot:
            await until(pilot, lambda: "accept: text/event-stream" in screen(pilot))
            shown = screen(pilot)
            assert "POST http://agent.test/run" in shown
            assert "200 text/event-stream" in shown
            assert "s3cret-token" not in shown
            await press(pilot, "tab", "pagedown")
            assert 'threadId: "t-1"' in screen(pilot)

    run(test)


def test_wire_marks_where_reads_begin_and_line_ends() -> None:
    async def test() -> None:
        whole = 'data: {"type":"RUN_STARTED","threadId":"t-1","runId":"r-1"}\r\n\r\n'
        stream = traffic_of(whole[:30], whole[30:], FINISHED)
        async with replayed(stream, WIDE, "7", "home") as pilot:
            shown = screen(pilot)
            assert '┃data: {"type":"RUN_STARTED","t┃hreadId"' in shown
            assert "␍␊" in shown
            assert "2 reads begun in it" in shown

    run(test)


@pytest.mark.parametrize(("key", "name"), [("5", "#finding-list"), ("7", "#wire-list")])
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


@SIZES
def test_x_shows_frames_and_bodies_in_hex(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), size, "7", "home", "x") as pilot:
            shown = screen(pilot)
            assert "hex · frame 0 · " in shown
            assert "000000┃64 61 74 61 3a 20 7b 22" in shown
            await press(pilot, "up", "up")
            assert "hex · request 1" in screen(pilot)
            await until(pilot, lambda: "000000 7b 22 74 68 72 65 61 64" in screen(pilot))
            await press(pilot, "x", "end")
            assert "no bytes of its own" in screen(pilot)

    run(test)


@SIZES
def test_r_shows_the_body_as_it_was_sent(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), size, "7", "home") as pilot:
            assert "r raw" not in lines(pilot)[-1]
            await press(pilot, "up", "up")
            assert "r raw" in lines(pilot)[-1]
            await until(pilot, lambda: 'threadId: "t-1"' in screen(pilot))
            await press(pilot, "r")
            await until(pilot, lambda: '{"threadId": "t-1", "runId": "r-1"' in screen(pilot))
            await press(pilot, "down")
            assert "response 1" in screen(pilot)
            await until(pilot, lambda: "cache-control: no-cache" in screen(pilot))

    run(test)


def test_a_body_that_is_no_json_is_shown_as_its_text() -> None:
    async def test() -> None:
        traffic = traffic_of(STARTED, FINISHED)
        asked = traffic[0]
        assert isinstance(asked, Request)
        for body, said in ((b"not \x1b json", "not ␛ json"), (b"", "no bytes")):
            stream = [replace(asked, body=body), *traffic[1:]]
            async with replayed(stream, WIDE, "7", "home", "up", "up") as pilot:
                await until(pilot, lambda said=said: said in screen(pilot))  # type: ignore[misc]

    run(test)


def test_a_finding_of_the_request_leads_to_its_place_in_the_body() -> None:
    async def test() -> None:
        odd = INPUT | {"messages": [{"id": "u-1", "role": "user"}]}
        async with replayed(traffic_of(STARTED, FINISHED, run_input=odd), WIDE, "5") as pilot:
            sent = [each for each in bench(pilot).session.findings if each.place == "request"]
            assert sent
            await press(pilot, "enter")
            assert bench(pilot).current_tab.id == "wire"
            await until(pilot, lambda: f"← {sent[0].code}" in screen(pilot))

    run(test)


def test_a_ten_megabyte_frame_is_cut_as_text_and_whole_in_hex() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *text("m-1", "x" * 10_000_000), FINISHED)
        async with replayed(stream, WIDE, "7", "home", "right", "right", "tab") as pilot:
            pane = pilot.app.query_one("#wire-text", TextPane)
            assert "x shows all bytes" in pane.text
            await press(pilot, "x")
            view = pilot.app.query_one("#wire-hex", HexView)
            assert view.has_focus
            view.scroll_end(animate=False)
            await settle(pilot)
            assert "9896c8 0a" in screen(pilot)

    run(test)
