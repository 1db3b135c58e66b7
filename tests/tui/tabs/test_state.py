"""The State tab: the document, what changed it, and what failed; as of the cursor."""

from __future__ import annotations

from tests.tui.driving import (
    FINISHED,
    INPUT,
    SIZES,
    STARTED,
    STATE_RUN,
    WIDE,
    bench,
    press,
    replayed,
    run,
    screen,
    traffic_of,
)


@SIZES
def test_state_shows_the_document_and_marks_the_last_delta(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STATE_RUN), size, "4", "home", "right", "right") as pilot:
            shown = screen(pilot)
            assert "done: true  ← 2" in shown
            assert "1: {1}  ← 2 new" in shown
            assert "replace /items/0/done true" in shown
            assert "add /items/-" in shown
            assert "as of event 2" in shown

    run(test)


def test_state_opens_what_a_delta_touched_and_says_so_when_it_is_closed() -> None:
    async def test() -> None:
        deep = {"a": {"b": {"c": {"d": {"e": 1, "f": 2}}}}}
        delta = [{"op": "replace", "path": "/a/b/c/d/e", "value": 3}]
        stream = traffic_of(
            STARTED,
            {"type": "STATE_SNAPSHOT", "snapshot": deep},
            {"type": "STATE_DELTA", "delta": delta},
            FINISHED,
        )
        async with replayed(stream, WIDE, "4") as pilot:
            assert "e: 3  ← 2" in screen(pilot)
            await press(pilot, "down", "down", "enter")
            assert "e: 3  ← 2" not in screen(pilot)
            assert "← inside" in screen(pilot)

    run(test)


def test_state_says_why_an_operation_failed_and_that_it_diverged() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STATE_RUN), WIDE, "4") as pilot:
            shown = screen(pilot)
            assert "DIVERGED since 3: " in shown
            assert "▲      not applied: " in shown
            assert "replace /total 2 (not applied with" in shown
            assert "total: 1" in shown

    run(test)


def test_state_before_any_change_is_the_inputs() -> None:
    async def test() -> None:
        stream = traffic_of(*STATE_RUN, run_input=INPUT | {"state": {"given": "by the input"}})
        async with replayed(stream, WIDE, "4", "home") as pilot:
            assert 'given: "by the input"' in screen(pilot)
            assert "the input's state" in screen(pilot)
            assert "»    1 snapshot" in screen(pilot)

    run(test)


def test_state_history_moves_the_cursor() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STATE_RUN), WIDE, "4", "tab", "up") as pilot:
            assert bench(pilot).cursor.event == 2
            assert "as of event 2" in screen(pilot)
            assert "»    3 replace /total 2" in screen(pilot)
            await press(pilot, "down")
            assert bench(pilot).cursor.event == 3
            await press(pilot, "up", "up", "up")
            assert bench(pilot).cursor.event == 1

    run(test)
