"""The form of everything that waits for an answer; "send" is off until all of it has one.

It posts ``AnswersReady`` and sends nothing itself. The time of day counts: what expires while the
form is open can only be abandoned from then on.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Input, Static

from wirelab.tui.paint import ACCENT, GOOD, WARNING, line
from wirelab.tui.widgets.answer_block import AnswerBlock, BlockChanged
from wirelab.views.signs import CLEAN_SIGN

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.widget import Widget

    from wirelab.views.answer_form import AnswerForm

_TICK_S = 1.0


@dataclass
class AnswersReady(Message):
    """A person sends the form."""

    form: AnswerForm


class AnswerPane(Vertical):
    """now: the time of day, by which interrupts expire."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "send", "Send answers", tooltip="Send the answers, once all are given"),
    ]

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        self.form: AnswerForm | None = None
        self.display = False

    def compose(self) -> ComposeResult:
        yield VerticalScroll(id="answer-blocks", can_focus=False)
        with Horizontal(id="answer-send"):
            yield Button("Send", id="send-answers", compact=True, disabled=True)
            yield Static("", id="answer-problem")

    def on_mount(self) -> None:
        self._ticking = self.set_interval(_TICK_S, self._refresh, pause=True)

    def show(self, form: AnswerForm | None) -> None:
        """Show a form in place of the one before; None for nothing to answer."""
        self.form = form
        self.display = form is not None
        self.run_worker(self._lay_out(form), exclusive=True)

    async def _lay_out(self, form: AnswerForm | None) -> None:
        blocks = self.query_one("#answer-blocks", VerticalScroll)
        await blocks.remove_children()
        if form is None:
            self._ticking.pause()
            return
        self.border_title = Content.styled(form.title, ACCENT)
        await blocks.mount_all(
            AnswerBlock(block, number, self._now) for number, block in enumerate(form.blocks, 1)
        )
        if form.rest_words:
            await blocks.mount(Static(Content(form.rest_words)))
        self._refresh()
        self._ticking.resume()

    def focus_first(self) -> Widget:
        """Give the keys to the first control that has something to say, and return it."""
        lacking = [each for each in self.query(AnswerBlock) if each.block.problem(self.now())]
        first = lacking[0].first_control if lacking else self.query_one(Button)
        self.screen.set_focus(first)
        return first

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self.screen.focus_next()

    def on_block_changed(self, message: BlockChanged) -> None:
        message.stop()
        self._refresh()

    def on_button_pressed(self, message: Button.Pressed) -> None:
        message.stop()
        self.action_send()

    def action_send(self) -> None:
        """Send it, once what was just entered has reached the form."""
        self.call_after_refresh(self._send)

    def _send(self) -> None:
        problem = self._refresh()
        if self.form is None:
            return
        if problem:
            self.focus_first()
        else:
            self.post_message(AnswersReady(self.form))

    def _now(self) -> datetime:
        return self.now()

    def _refresh(self) -> str:
        """Show what is not covered; returns it, empty where all is."""
        if self.form is None:
            return ""
        for block in self.query(AnswerBlock):
            block.refresh_answer()
        problem = self.form.problem(self.now())
        self.query_one(Button).disabled = bool(problem)
        said = line((f"▲ {problem}", WARNING)) if problem else line((CLEAN_SIGN, GOOD), " ready")
        self.query_one("#answer-problem", Static).update(said)
        return problem
