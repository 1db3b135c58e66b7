"""The keys that go to a place, find, mark and copy, each with its help text."""

from __future__ import annotations

from textual.binding import Binding, BindingType

MOVING_BINDINGS: list[BindingType] = [
    Binding(
        "g",
        "go_to",
        "Go to",
        tooltip="Go to an event (#42), a time (1.5s, 1:02), an id (call-1) or a frame (frame 14)",
        priority=True,  # what is typed right behind it is where to go, never keys of the bench
    ),
    Binding(
        "f",
        "find",
        "Find",
        tooltip="Find a text in the current tab, in the pane that has the keys",
        priority=True,
    ),
    Binding("f3", "find_next(1)", "Next found", tooltip="Go to the next line found"),
    Binding(
        "shift+f3",
        "find_next(-1)",
        "Found before",
        tooltip="Go to the line found before",
        show=False,
    ),
    Binding(
        "shift+left",
        "to_run(-1)",
        "Run back",
        tooltip="Move the cursor to where this run begins, then to the run before",
        show=False,
    ),
    Binding(
        "shift+right",
        "to_run(1)",
        "Run on",
        tooltip="Move the cursor to where the next run begins",
        show=False,
    ),
    Binding(
        "ctrl+left",
        "by_events(-10)",
        "Ten events back",
        tooltip="Move the cursor ten events back",
        show=False,
    ),
    Binding(
        "ctrl+right",
        "by_events(10)",
        "Ten events on",
        tooltip="Move the cursor ten events on",
        show=False,
    ),
    Binding(
        "y",
        "copy",
        "Copy",
        tooltip="Copy what is selected in the tab: an event, a finding, arguments, a value",
    ),
    Binding(
        "Y",
        "copy_json",
        "Copy JSON",
        tooltip="Copy what is selected in the tab as JSON",
        show=False,
    ),
    Binding(
        "b",
        "bookmark",
        "Bookmark",
        tooltip="Mark where the cursor stands, or no longer",
        show=False,
    ),
    Binding(
        "B",
        "to_bookmark",
        "Next bookmark",
        tooltip="Move the cursor to the next bookmark",
        show=False,
    ),
    Binding(
        "M",
        "bookmarks",
        "Bookmarks",
        tooltip="List the bookmarks: enter goes to one, d removes one",
        show=False,
    ),
]
