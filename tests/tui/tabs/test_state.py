"""The State tab: the document, what changed it, and what failed; as of the cursor."""

from __future__ import annotations

from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
    SIZES,
    STARTED,
    STATE_RUN,
    WIDE,
    bench,
    lines,
    press,
    replayed,
    run,
    screen,
    settle,
    traffic_of,
)
from wirelab.session.event import Event
from wirelab.tui.widgets.row_list import RowList


@SIZES
def test_state_shows_the_document_and_marks_the_last_delta(size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STATE_RUN), size, "4", "home", "right", "right") as pilot:
            shown = screen(pilot)
            assert "done: true  ← 2 ~ changed" in shown
            assert "1: {1}  ← 2 + new" in shown
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


TASKS = [
    STARTED,
    {"type": "STATE_SNAPSHOT", "snapshot": {"items": [{"id": 1, "done": False}], "total": 1}},
    {
        "type": "STATE_DELTA",
        "delta": [
            {"op": "replace", "path": "/items/0/done", "value": True},
            {"op": "add", "path": "/items/-", "value": {"id": 2}},
        ],
    },
    FINISHED,
]


@SIZES
def test_m_marks_a_point_and_shows_what_differs_from_it_at_the_cursor(
    size: tuple[int, int],
) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TASKS), size, "4", "home", "right", "m") as pilot:
            assert "A event 1 → event 1 · no difference · m ends" in screen(pilot)
            assert "This is the point marked: go to another." in screen(pilot)
            await press(pilot, "right")
            shown = screen(pilot)
            assert "A event 1 → event 2 · ~ 1 changed · + 1 new · m ends" in shown
            assert "▸ ~ changed /items/0/done  false → true" in shown
            assert '▸ + new     /items/1  {"id":2}' in shown
            assert "A    1 snapshot" in shown
            await press(pilot, "left", "left")
            assert "A event 1 → event 0 · - 2 removed" in screen(pilot)
            assert "▸ - removed /items" in screen(pilot)
            await press(pilot, "m")
            assert "as of event 0" in screen(pilot)

    run(test)


def test_a_difference_opens_to_both_values() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TASKS), WIDE, "4", "home", "right", "m") as pilot:
            await press(pilot, "right", "enter")
            shown = screen(pilot)
            assert "▾ ~ changed /items/0/done" in shown
            assert "-   false" in shown
            assert "+   true" in shown
            await press(pilot, "enter")
            assert "-   false" not in screen(pilot)

    run(test)


def test_a_marked_state_stays_what_it_was_while_patches_go_on() -> None:
    async def test() -> None:
        deltas = [
            {"type": "STATE_DELTA", "delta": [{"op": "replace", "path": "/n", "value": at}]}
            for at in range(1, 6)
        ]
        start = {"type": "STATE_SNAPSHOT", "snapshot": {"n": 0}}
        stream = traffic_of(STARTED, start, *deltas, FINISHED)
        async with replayed(stream, WIDE, "4", "m", "home", "right") as pilot:
            assert "~ changed /n  5 → 0" in screen(pilot)
            await press(pilot, "end")
            assert "no difference" in screen(pilot)
            world = bench(pilot).session.world
            world.fold(Event(7, "STATE_DELTA", deltas[0], 7, None))
            assert world.state.document == {"n": 1}
            await press(pilot, "left", "left", "left")
            assert "~ changed /n  5 → 4" in screen(pilot)

    run(test)


def test_the_difference_of_large_states_is_cut_and_counted() -> None:
    async def test() -> None:
        states = (
            {"type": "STATE_SNAPSHOT", "snapshot": {"n": [start + at for at in range(40_000)]}}
            for start in (0, 1_000_000)
        )
        stream = traffic_of(STARTED, *states, FINISHED)
        async with replayed(stream, WIDE, "4", "home", "right", "m", "right") as pilot:
            assert "~ 40000 changed" in screen(pilot)
            pilot.app.query_one("#state-difference", RowList).select(2000)
            await settle(pilot)
            assert "… and 38000 further changes" in screen(pilot)

    run(test)


def test_what_a_move_and_a_removal_did_is_marked_with_sign_and_word() -> None:
    async def test() -> None:
        operations = [
            {"op": "move", "from": "/a", "path": "/b"},
            {"op": "remove", "path": "/old~1name"},
        ]
        stream = traffic_of(
            STARTED,
            {"type": "STATE_SNAPSHOT", "snapshot": {"a": 1, "old/name": 2}},
            {"type": "STATE_DELTA", "delta": operations},
            FINISHED,
        )
        async with replayed(stream, WIDE, "4") as pilot:
            shown = lines(pilot)
            assert any("b: 1  ← 2 + moved here" in row for row in shown)
            assert any("▾ {1}  ← 2 - removed old/name" in row for row in shown)

    run(test)


def test_component_payloads_in_the_state_are_named_as_of_the_cursor() -> None:
    surface = {"version": "v0.9", "createSurface": {"surfaceId": "[b]card"}}
    delta = [
        {"op": "add", "path": "/ui", "value": [surface]},
        {"op": "add", "path": "/app", "value": {"resourceUri": "ui://weather/card"}},
    ]
    stream = [
        STARTED,
        {"type": "STATE_SNAPSHOT", "snapshot": {"total": 1}},
        {"type": "STATE_DELTA", "delta": delta},
        FINISHED,
    ]

    async def test() -> None:
        async with replayed(traffic_of(*stream), NARROW, "4", "home", "right") as pilot:
            assert "◫" not in screen(pilot)
            await press(pilot, "right")
            assert "◫ A2UI surface [b]card (v0.9)  at /ui/0" in screen(pilot)
            assert "◫ MCP app ui://weather/card  at /app" in screen(pilot)
            await press(pilot, "left")
            assert "◫" not in screen(pilot)

    run(test)
