"""Where a person writes the next message: one line that grows with what is written.

Enter sends, ctrl+j (and shift or alt with enter, where the terminal tells them apart) begins a new
line. It says while it is empty what will happen, or why nothing can be sent now.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import TextArea

from wirelab.tui.messages import MessageWritten

if TYPE_CHECKING:
    from textual import events

_NEXT = "next message … enter sends"
_NEW_LINE = ("ctrl+j", "shift+enter", "alt+enter")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class Composer(TextArea):
    """The input at the bottom of the conversation."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "send", "Send", tooltip="Send the message as the thread's next turn"),
        Binding(
            ",".join(_NEW_LINE),
            "new_line",
            "New line",
            key_display="^j",
            tooltip="Begin a new line (also shift+enter or alt+enter, where the terminal has them)",
        ),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, compact=True, highlight_cursor_line=False)
        self.cursor_blink = False
        self.border_title = Content("message")
        self.show_reason("")

    def show_reason(self, reason: str) -> None:
        """Say why nothing can be sent now; empty where something can."""
        said = f"not now: {reason}" if reason else _NEXT
        if str(self.placeholder) != said:
            self.placeholder = Content(said)

    def action_send(self) -> None:
        self.post_message(MessageWritten(self.text))

    def action_new_line(self) -> None:
        self.insert("\n", maintain_selection_offset=False)

    def on_key(self, event: events.Key) -> None:
        """Enter and a new line at once: by way of the bindings they would come behind what is
        typed right after them."""
        act = {"enter": self.action_send} | dict.fromkeys(_NEW_LINE, self.action_new_line)
        if event.key in act:
            event.stop()
            event.prevent_default()
            act[event.key]()

    def on_paste(self, event: events.Paste) -> None:
        event.text = _CONTROLS.sub("", event.text)
