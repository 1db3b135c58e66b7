"""The conversation as a conforming client would show it, as of the cursor.

Streaming text, reasoning apart, tool calls as cards whose arguments fill in, activities, steps,
subagents in lanes; what was cut off says so. Where nothing was received it says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from wirelab.tui.pages.conversation_page import entry_block, state_block
from wirelab.tui.pages.first_contact import contact_blocks
from wirelab.tui.pages.reading import Reading
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.widgets.answer_pane import AnswerPane
from wirelab.tui.widgets.composer import Composer
from wirelab.tui.widgets.text_pane import TextPane
from wirelab.views.activity_changes import ActivityChanges
from wirelab.views.copied import Copied, copied_message
from wirelab.views.ignored_content import Ignored, IgnoredContent
from wirelab.views.lanes import Lanes
from wirelab.views.transcript import transcript

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from wirelab.tui.cursor import Moment


class ConversationTab(BenchTab):
    TAB_NAME = "conversation"
    TITLE = "Conversation"
    PURPOSE = (
        "What a person would see: messages, reasoning, tool calls, activities, how it ended. "
        "↑ the client sent it back, ≡ a snapshot restated it, ↓ streamed in the user's name."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "m",
            "markdown",
            "Markdown",
            tooltip="Show the messages as Markdown, or as text",
            show=False,
        ),
        Binding("u", "unfold", "Reasoning", tooltip="Unfold all reasoning, or fold it", show=False),
        Binding("enter", "screen.write", "Write", tooltip="Write the next message", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._event = -1
        self._moment: Moment | None = None
        self._activities: ActivityChanges | None = None
        self._ignored: IgnoredContent | None = None
        self._lanes = Lanes()
        self._markdown = self._unfolded = False

    def compose(self) -> ComposeResult:
        yield TextPane(id="transcript", follow=True)
        yield Composer(id="composer")
        yield AnswerPane(id="answers", classes="pane second")

    @property
    def first_focus(self) -> TextPane:
        return self.query_one("#transcript", TextPane)

    def copied(self) -> Copied | None:
        """The message the cursor's event is about, else the last one."""
        moment = self._moment
        if moment is None or not moment.world.messages.order:
            return super().copied()
        messages = moment.world.messages
        at = moment.session.events[moment.event].payload if moment.event >= 0 else {}
        message = messages.find(at.get("messageId")) or messages.order[-1]
        return copied_message(message, moment.world.tool_calls)

    def show(self, moment: Moment) -> None:
        moved = not moment.following and moment.event != self._event
        self._event, self._moment = moment.event, moment
        reading = Reading(moment, self._changes(moment), self._markdown, self._unfolded)
        entries = transcript(moment, self._lanes, self._losses(moment))
        blocks = [entry_block(entry, reading) for entry in entries]
        blocks += [state_block(moment), *contact_blocks(moment)]
        self.first_focus.show(blocks, end=moved)

    def _changes(self, moment: Moment) -> ActivityChanges:
        if self._activities is None:
            self._activities = ActivityChanges(moment.session)
        self._activities.update()
        return self._activities

    def _losses(self, moment: Moment) -> list[Ignored]:
        if self._ignored is None:
            self._ignored = IgnoredContent(moment.session)
        self._ignored.update()
        frames = ((each.first.frame, each) for each in self._ignored.last())
        return [each for frame, each in frames if frame is None or frame <= moment.frame]

    def action_markdown(self) -> None:
        self._markdown = not self._markdown
        self._show_again()

    def action_unfold(self) -> None:
        self._unfolded = not self._unfolded
        self._show_again()

    def _show_again(self) -> None:
        if self._moment is not None:
            self.show(self._moment)
