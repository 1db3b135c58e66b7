"""The keys of the bench, each with its help text; the footer, the help and the palette read it."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from wirelab.tui.screens.driving_keys import DRIVING_BINDINGS
from wirelab.tui.screens.moving_keys import MOVING_BINDINGS
from wirelab.tui.tabs import TABS
from wirelab.tui.tabs.events import FILTER_HELP

_EVENT = Binding.Group("event", compact=True)
_FINDING = Binding.Group("finding", compact=True)
_STEP = Binding.Group("step", compact=True)
_SPEED = Binding.Group("speed", compact=True)

BENCH_BINDINGS: list[BindingType] = [
    Binding(
        "left",
        "by_events(-1)",
        "Event back",
        tooltip="Move the cursor one event back",
        group=_EVENT,
    ),
    Binding(
        "right", "by_events(1)", "Event on", tooltip="Move the cursor one event on", group=_EVENT
    ),
    Binding(
        "n,right_square_bracket",
        "to_finding(1)",
        "Next finding",
        key_display="n",
        tooltip="Move the cursor to the next finding (also ])",
        group=_FINDING,
    ),
    Binding(
        "N,left_square_bracket",
        "to_finding(-1)",
        "Finding before",
        key_display="N",
        tooltip="Move the cursor to the finding before (also [)",
        group=_FINDING,
    ),
    *DRIVING_BINDINGS,
    Binding(
        "space",
        "follow",
        "Pause",
        tooltip="Replay: pause or go on. Live: hold the cursor, or follow the newest event",
    ),
    Binding(
        "space",
        "go_on",
        "Go on",
        tooltip="Go on where it was paused, or held: to the newest event",
    ),
    Binding(
        "space",
        "play_again",
        "Play",
        tooltip="After the end: play it again from the cursor, or at the end from the beginning",
    ),
    Binding(
        "comma",
        "step_back",
        "Step back",
        key_display=",",
        tooltip="Go one frame back from the cursor; what plays pauses",
        group=_STEP,
    ),
    Binding(
        "full_stop",
        "step",
        "Step",
        key_display=".",
        tooltip="Go one frame on from the cursor; what plays pauses, a replay delivers the next",
        group=_STEP,
    ),
    Binding(
        "l",
        "loop",
        "Loop",
        tooltip="Play again and again what has arrived, or no longer",
        show=False,
    ),
    Binding(
        "plus,equals_sign",
        "speed(1)",
        "Faster",
        key_display="+",
        tooltip="Play faster",
        group=_SPEED,
    ),
    Binding("minus", "speed(-1)", "Slower", key_display="-", tooltip="Play slower", group=_SPEED),
    *MOVING_BINDINGS,
    Binding("slash", "filter", "Filter", key_display="/", tooltip=FILTER_HELP, show=False),
    Binding("question_mark", "help", "Help", key_display="?", tooltip="Every key and what it does"),
    Binding("q", "app.quit", "Quit", tooltip="Leave; what was being recorded is complete"),
    Binding(
        "ctrl+c",
        "app.interrupt",
        "Interrupt",
        tooltip="Leave as an interrupted command does (exit code 130)",
        show=False,
    ),
    Binding("tab", "app.focus_next", "Pane", tooltip="Give the keys to the next pane"),
    Binding(
        "shift+tab",
        "app.focus_previous",
        "Pane before",
        tooltip="Give the keys to the pane before",
        show=False,
    ),
    Binding(
        "home", "to_start", "First event", tooltip="Move the cursor to the first event", show=False
    ),
    Binding(
        "end",
        "to_end",
        "Follow the end",
        tooltip="Move the cursor to the newest event and follow it",
        show=False,
    ),
    Binding(
        "escape",
        "leave_pane",
        "Back to the list",
        tooltip="Give the keys back to the tab's list",
        show=False,
    ),
    *(
        Binding(str(key), f"show_tab('{tab.TAB_NAME}')", tab.TITLE, tooltip=tab.PURPOSE, show=False)
        for key, tab in enumerate(TABS, 1)
    ),
]
