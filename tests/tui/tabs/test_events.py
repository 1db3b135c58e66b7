"""The Events tab: every frame, and the one at the cursor in full; as of the cursor."""

from __future__ import annotations

from tests.tui.driving import (
    FINISHED,
    SIZES,
    STARTED,
    WIDE,
    bench,
    press,
    replayed,
    run,
    screen,
    text,
    traffic_of,
    words,
)


@SIZES
def test_events_lists_every_frame_and_details_the_one_at_the_cursor(size: tuple[int, int]) -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, ": keep-alive\n\n", *text("m-1", "Hi"), FINISHED)
        async with replayed(stream, size, "2", "home") as pilot:
            shown = screen(pilot)
            assert "(comment)" in shown
            assert "keep-alive" in shown
            assert "(closed)" in shown
            assert "event 0 · frame 0 · 0.020 s" in shown
            assert 'threadId: "t-1"' in shown
            await press(pilot, "down")
            assert "comment: keep-alive" in screen(pilot)
            assert bench(pilot).cursor.frame == 1

    run(test)


def test_events_shows_raw_text_and_the_delivered_form() -> None:
    async def test() -> None:
        chunk = {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m-1", "delta": "Hi"}
        async with replayed(
            traffic_of(STARTED, chunk, FINISHED), WIDE, "2", "home", "down"
        ) as pilot:
            assert "stands for TEXT_MESSAGE_START m-1" in screen(pilot)
            await press(pilot, "r")
            assert '┃data: {"type": "TEXT_MESSAGE_CHUNK"' in screen(pilot)
            await press(pilot, "r", "d")
            assert 'type: "TEXT_MESSAGE_START"' in screen(pilot)
            await press(pilot, "d")
            assert 'type: "TEXT_MESSAGE_CHUNK"' in screen(pilot)

    run(test)


def test_events_names_the_form_and_says_where_a_row_has_none() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, ": keep-alive\n\n", {"type": "NO_SUCH"}, FINISHED)
        async with replayed(stream, WIDE, "2", "home", "r") as pilot:
            assert "raw · event 0 · frame 0" in screen(pilot)
            await press(pilot, "end")
            assert "This row has no bytes of its own." in screen(pilot)
            await press(pilot, "d")
            assert "delivered · frame 4" in screen(pilot)
            assert "This row is no event: nothing is delivered" in screen(pilot)
            await press(pilot, "home", "down")
            assert "This row is no event: nothing is delivered" in screen(pilot)
            await press(pilot, "down")
            assert "delivered · event 1" in screen(pilot)
            assert "Nothing of this event is delivered" in words(pilot)
            await press(pilot, "d")
            assert " · event 1" not in screen(pilot)
            assert 'type: "NO_SUCH"' in screen(pilot)

    run(test)


def test_events_detail_says_what_was_found_and_stripped() -> None:
    async def test() -> None:
        odd = STARTED | {"colour": "red"}
        async with replayed(traffic_of(odd, FINISHED), WIDE, "2", "home") as pilot:
            shown = screen(pilot)
            assert "SCH002" in shown
            assert "unknown property /colour" in shown

    run(test)
