"""The conversation as a conforming client would show it, as of the cursor.

Streaming text, reasoning apart, tool calls as cards whose arguments fill in, activities, steps,
subagents indented; what was cut off says so. Where nothing was received it says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.tui.pages.conversation_page import entry_block
from wirelab.tui.pages.first_contact import contact_blocks
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.transcript import transcript
from wirelab.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.tui.cursor import Moment


class ConversationTab(BenchTab):
    TAB_NAME = "conversation"
    TITLE = "Conversation"
    PURPOSE = "What a person would see: messages, reasoning, tool calls, activities, how it ended."

    def __init__(self) -> None:
        super().__init__()
        self._event = -1

    def compose(self) -> ComposeResult:
        yield TextPane(id="transcript", follow=True)

    @property
    def first_focus(self) -> TextPane:
        return self.query_one("#transcript", TextPane)

    def show(self, moment: Moment) -> None:
        blocks = [entry_block(entry, moment) for entry in transcript(moment)]
        moved = not moment.following and moment.event != self._event
        self._event = moment.event
        self.first_focus.show([*blocks, *contact_blocks(moment)], end=moved)
