"""What every key of the bench does, and that every key is written down."""

from __future__ import annotations

from signal import SIGINT

import pytest
from textual.binding import Binding
from textual.events import MouseMove
from textual.pilot import Pilot

from tests.tui.driving import (
    FINISHED,
    NARROW,
    STARTED,
    WIDE,
    bench,
    lines,
    opened,
    press,
    replayed,
    run,
    screen,
    settle,
    text,
    traffic_of,
    until,
)
from wirelab.tui.app import WirelabApp
from wirelab.tui.plays import Replay
from wirelab.tui.screens.bench import BenchScreen
from wirelab.tui.screens.bench_keys import BENCH_BINDINGS
from wirelab.tui.screens.help import HelpScreen
from wirelab.tui.tabs import TABS
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.scrubber import Scrubber
from wirelab.views.signs import counted
from wirelab.views.status_line import status_line

LOST = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-9", "delta": "lost"}
STREAM = [STARTED, LOST, *text("m-1", "Hi"), FINISHED]


def test_digits_show_the_tabs() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STREAM)) as pilot:
            for key, tab in enumerate(TABS, 1):
                await press(pilot, str(key))
                assert bench(pilot).current_tab.id == tab.TAB_NAME
                assert f"▐{key} {tab.TITLE}" in lines(pilot)[3]

    run(test)


def test_arrows_home_and_end_move_the_one_cursor_on_every_tab() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STREAM)) as pilot:
            cursor = bench(pilot).cursor
            for key in "1234567":
                await press(pilot, key, "home")
                assert cursor.event == 0, key
                await press(pilot, "right", "right", "left")
                assert cursor.event == 1, key
                await press(pilot, "end")
                assert cursor.following, key

    run(test)


@pytest.mark.parametrize(
    ("on", "back"), [("n", "N"), ("right_square_bracket", "left_square_bracket")]
)
def test_finding_keys(on: str, back: str) -> None:
    async def test() -> None:
        second = LOST | {"messageId": "m-8"}
        async with replayed(traffic_of(*STREAM[:-1], second, FINISHED), WIDE, "home") as pilot:
            cursor = bench(pilot).cursor
            await press(pilot, on)
            assert cursor.event == 1
            await press(pilot, on)
            assert cursor.event == 5
            await press(pilot, on)
            assert cursor.event == 1
            assert screen(pilot).count("From the top.") == 1
            await press(pilot, back)
            assert cursor.event == 5
            assert "From the top." not in screen(pilot)
            assert "From the end." in screen(pilot)
            await press(pilot, "left")
            assert "From the end." not in screen(pilot)

    run(test)


def test_escape_and_tab_move_between_the_panes() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STREAM), WIDE, "2") as pilot:
            assert pilot.app.focused is bench(pilot).current_tab.first_focus
            await press(pilot, "tab")
            assert pilot.app.focused is not bench(pilot).current_tab.first_focus
            await press(pilot, "escape")
            assert pilot.app.focused is bench(pilot).current_tab.first_focus

    run(test)


def test_enter_closes_and_opens_a_part_of_the_json() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STREAM), WIDE, "2", "home", "tab", "enter") as pilot:
            assert 'threadId: "t-1"' not in screen(pilot)
            await press(pilot, "enter")
            assert 'threadId: "t-1"' in screen(pilot)

    run(test)


async def step(pilot: Pilot[None]) -> None:
    """Press the key for one step, and wait until it is on the screen."""
    count = counted(bench(pilot).session.event_count + 1, "event")
    await press(pilot, "full_stop")
    await until(pilot, lambda: f" · {count} · " in lines(pilot)[2])


def slow_replay() -> Replay:
    """A replay that waits an hour between events."""
    return Replay("slow.jsonl", traffic_of(*STREAM, gap_ms=3_600_000.0), speed=1.0)


def test_replay_pauses_steps_and_changes_speed() -> None:
    async def test() -> None:
        replay = slow_replay()
        async with opened(replay) as pilot:
            await press(pilot, "space")
            assert replay.playback.paused
            assert "‖ paused" in lines(pilot)[2]
            for count in (1, 2, 3):
                await step(pilot)
                assert bench(pilot).session.event_count == count
            await press(pilot, "plus", "plus")
            assert replay.playback.speed == 5.0
            assert "‖ paused · 5x" in lines(pilot)[2]
            await press(pilot, "minus")
            assert replay.playback.speed == 2.0
            assert "‖ paused · 2x" in lines(pilot)[2]
            await press(pilot, "space")
            assert not replay.playback.paused
            assert "▶ 2x" in lines(pilot)[2]

    run(test)


def test_step_pauses_a_replay_that_plays() -> None:
    async def test() -> None:
        replay = slow_replay()
        async with opened(replay) as pilot:
            await step(pilot)
            assert replay.playback.paused
            assert bench(pilot).session.event_count == 1

    run(test)


def test_a_replay_goes_on_behind_a_cursor_that_was_moved() -> None:
    async def test() -> None:
        replay = slow_replay()
        async with opened(replay) as pilot:
            for _ in range(3):
                await step(pilot)
            await press(pilot, "left")
            assert bench(pilot).cursor.event == 1
            assert "held" in lines(pilot)[2]
            replay.step()
            await until(pilot, lambda: " · 4 events · " in lines(pilot)[2])
            assert bench(pilot).cursor.event == 1

    run(test)


def test_the_header_does_not_run_ahead_of_what_is_below_it() -> None:
    async def test() -> None:
        replay = slow_replay()
        async with opened(replay) as pilot:
            shown = bench(pilot)
            await until(pilot, lambda: bool(shown.session.exchanges) and shown.feed.shown)
            shown.feed._painting = True
            replay.step()
            await until(pilot, lambda: shown.session.event_count == 1)
            shown._tick()
            await settle(pilot)
            assert "0 events" in lines(pilot)[1]
            shown.feed.painted()
            await until(pilot, lambda: "1 event " in lines(pilot)[1])
            assert "▶ RUNNING" in lines(pilot)[1]
            assert "What is the weather?" in screen(pilot)

    run(test)


def test_a_step_of_a_cursor_that_was_moved_goes_on_from_there() -> None:
    async def test() -> None:
        replay = slow_replay()
        async with opened(replay) as pilot:
            for _ in range(3):
                await step(pilot)
            await press(pilot, "home", "full_stop")
            assert bench(pilot).cursor.event == 1
            assert bench(pilot).session.event_count == 3
            assert "#1 · 3 events · ‖ paused · 1x · held" in lines(pilot)[2]
            await press(pilot, "full_stop")
            await step(pilot)
            assert bench(pilot).cursor.event == 3

    run(test)


def test_after_the_end_steps_go_on_and_back_and_say_where_it_ends() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STREAM)) as pilot:
            await press(pilot, "full_stop")
            assert screen(pilot).count("That was the last: space plays it again") == 1
            await press(pilot, "home", "full_stop", "full_stop")
            assert bench(pilot).cursor.event == 2
            await press(pilot, "comma")
            assert bench(pilot).cursor.event == 1
            assert "That was the last" not in screen(pilot)

    run(test)


def test_the_position_says_which_event_and_whether_the_cursor_is_behind_it() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STREAM), NARROW) as pilot:
            assert lines(pilot)[2].endswith(" after #5 · 6 events · ■ ended")
            await press(pilot, "left")
            assert lines(pilot)[2].endswith(" #5 · 6 events · ■ ended · held")

    run(test)


def test_q_and_ctrl_c_leave() -> None:
    async def test() -> None:
        async with opened(slow_replay()) as pilot:
            await pilot.press("q")
            assert not pilot.app.is_running
        async with replayed(traffic_of(*STREAM)) as pilot:
            await pilot.press("ctrl+c")
            assert isinstance(pilot.app, WirelabApp)
            assert pilot.app.ended_by is SIGINT

    run(test)


def test_a_replay_that_is_left_early_is_no_fault_of_the_recording() -> None:
    async def test() -> None:
        async with opened(slow_replay()) as pilot:
            await step(pilot)
            session = bench(pilot).session
            await pilot.press("q")
            assert status_line(session).word == "CANCELLED"
            assert session.verdict == "accepted"

    run(test)


def _all_bindings() -> list[Binding]:
    found = [*BENCH_BINDINGS, *RowList.BINDINGS]
    for tab in TABS:
        found += tab.BINDINGS
    return [each for each in found if isinstance(each, Binding)]


def test_every_binding_has_help_text() -> None:
    for binding in _all_bindings():
        assert binding.description, binding.key
    for binding in BENCH_BINDINGS:
        assert isinstance(binding, Binding)
        assert binding.tooltip, binding.key


def _named(binding: Binding) -> str:
    """The action's name, without where it is and what it is given."""
    return binding.action.split("(")[0].split(".")[-1]


def test_every_action_has_a_key_and_so_a_place_in_the_palette() -> None:
    ours = [each for each in BenchScreen.__mro__ if each.__module__.startswith("wirelab.")]
    actions = {name[7:] for each in ours for name in vars(each) if name.startswith("action_")}
    assert actions <= {_named(binding) for binding in _all_bindings()}


def test_no_key_means_two_things_at_once() -> None:
    keys: dict[str, set[str]] = {}
    for binding in BENCH_BINDINGS:
        assert isinstance(binding, Binding)
        for key in binding.key.split(","):
            keys.setdefault(key, set()).add(_named(binding))
    twice = {key: actions for key, actions in keys.items() if len(actions) > 1}
    assert twice == {"space": {"follow", "go_on", "play_again"}}
    for tab in TABS:
        own = [each for each in tab.BINDINGS if isinstance(each, Binding) and each.key != "escape"]
        for each in own:
            assert keys.get(each.key, {_named(each)}) == {_named(each)}, each.key


def test_help_shows_every_binding() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STREAM), NARROW, "question_mark") as pilot:
            assert isinstance(pilot.app.screen, HelpScreen)
            said = " ".join(pilot.app.screen.text.split())
            for binding in _all_bindings():
                assert (binding.tooltip or binding.description) in said, binding.key
            await press(pilot, "escape")
            assert pilot.app.screen is bench(pilot)

    run(test)


def test_the_palette_has_every_action_that_applies() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STREAM), WIDE, "2") as pilot:
            commands = {each.title: each for each in pilot.app.get_system_commands(bench(pilot))}
            for title in ("Next finding", "Finding before", "Raw", "Delivered", "Wire", "Help"):
                assert title in commands
            assert "Cancel" not in commands
            assert not {"Maximize", "Keys"} & set(commands)
            await press(pilot, "ctrl+p")
            await pilot.press(*"wire", "enter")
            await settle(pilot)
            assert bench(pilot).current_tab.id == "wire"

    run(test)


def test_the_footer_shows_what_applies_and_always_help() -> None:
    async def test() -> None:
        async with opened(slow_replay(), WIDE) as pilot:
            await settle(pilot)
            footer = lines(pilot)[-1]
            assert "space pause" in footer
            assert ". step" in footer
            assert "cancel" not in footer
        for size in (NARROW, WIDE):
            async with replayed(traffic_of(*STREAM), size) as pilot:
                assert lines(pilot)[-1].endswith("q quit  ? help  ^p palette")
                assert "space play" in lines(pilot)[-1]
                assert "pause" not in lines(pilot)[-1]
        async with opened(slow_replay(), NARROW) as pilot:
            await settle(pilot)
            assert lines(pilot)[-1].endswith("q quit  ? help  ^p palette")

    run(test)


def test_clicks_pick_tabs_rows_and_times() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STREAM)) as pilot:
            events_column = lines(pilot)[3].index("2 Events")
            await pilot.click("#tabs", offset=(events_column + 2, 0))
            await settle(pilot)
            assert bench(pilot).current_tab.id == "events"
            await pilot.click("#event-list", offset=(10, 2))
            await settle(pilot)
            assert bench(pilot).cursor.frame == 2
            await pilot.mouse_down("#scrubber", offset=(0, 0))
            await settle(pilot)
            assert bench(pilot).cursor.frame == 0
            width = bench(pilot).query_one(Scrubber).picture_width
            for column, frame in ((width // 2, 2), (width + 5, 6), (0, 0)):
                moved = MouseMove(None, column, 2, 0, 0, 1, False, False, False, column, 2)
                pilot.app.screen._forward_event(moved)
                await until(pilot, lambda frame=frame: bench(pilot).cursor.frame == frame)  # type: ignore[misc]

    run(test)
