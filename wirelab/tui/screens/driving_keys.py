"""The keys that send a run or end it, each with its help text."""

from __future__ import annotations

from textual.binding import Binding, BindingType

DRIVING_BINDINGS: list[BindingType] = [
    Binding("c", "cancel", "Cancel", tooltip="Close the connection of the live run"),
    Binding(
        "i",
        "write",
        "Write",
        tooltip="Live: write the thread's next message (enter sends it, ctrl+j begins a new line)",
        priority=True,  # what is typed right behind it is text, never keys of the bench
    ),
    Binding(
        "a",
        "answer",
        "Answer",
        tooltip="Answer what the agent waits for: interrupts, calls of your tools",
        priority=True,  # as above
    ),
    Binding(
        "A",
        "run_again",
        "Again",
        tooltip="Live: run again, the last input once more on a fresh thread with a fresh run id",
    ),
    Binding(
        "e",
        "edit_input",
        "Edit",
        tooltip="Live: edit the whole next RunAgentInput in $VISUAL or $EDITOR; saving it sends it",
    ),
    Binding(
        "C",
        "copy_curl",
        "Copy as curl",
        key_display="C",
        tooltip="Copy the request at the cursor as a curl command, its secrets as $VARIABLES",
        show=False,
    ),
    Binding(
        "E",
        "recent_endpoints",
        "Recent endpoints",
        tooltip="The endpoints observed lately and what was sent there: enter sends an input of "
        "this endpoint again, y copies the command, d forgets it",
        show=False,
    ),
    Binding(
        "R",
        "record",
        "Record",
        tooltip="Live: record what has come and what comes to a file; again stops it",
        priority=True,  # what is typed right behind it is the file's name
        show=False,
    ),
    Binding("s", "scenarios", "Scenario", tooltip="Demo: run another scenario in this bench"),
]
