"""A line at the bottom on which a person types one thing: a label, a field, a word about it.

Open, it takes the keys; closed, it gives them back to whoever had them. What was typed stays for
the next time, selected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from wirelab.tui.paint import ACCENT, ERROR, FAINT

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.suggester import Suggester
    from textual.widget import Widget


class PromptField(Input):
    """The field; ctrl+c leaves the bench from here too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Go"),
        Binding("ctrl+c", "app.interrupt", show=False),
    ]


class PromptLine(Vertical):
    """Posts ``Asked`` for enter, ``Typed`` for every change, ``Closed`` for escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close"),
        Binding("tab", "tab", "Complete", show=False),
        Binding("up", "step(-1)", "Before", show=False),
        Binding("down", "step(1)", "Next", show=False),
    ]

    @dataclass
    class Told(Message):
        """What the three have in common."""

        prompt: PromptLine
        text: str

        @property
        def control(self) -> PromptLine:
            return self.prompt

    class Asked(Told):
        """Enter."""

    @dataclass
    class Stepped(Told):
        """Up or down: the one before or the next."""

        step: int

    class Typed(Told):
        """The text is another now."""

    class Closed(Told):
        """A person closed it."""

    def __init__(
        self, label: str, placeholder: str, *, suggester: Suggester | None = None, id: str
    ) -> None:
        super().__init__(id=id)
        self.display = False
        self._label = label
        self._field = PromptField(placeholder=placeholder, suggester=suggester, compact=True)
        self._said, self._wrong = Static(classes="said"), Static(classes="wrong")
        self._before: Widget | None = None

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Static(Content.styled(f"{self._label} ", ACCENT), classes="label")
            yield self._field
            yield self._said
        yield self._wrong

    @property
    def text(self) -> str:
        return self._field.value

    def open(self, proposed: str | None = None) -> None:
        """Take the keys. proposed: stands there to be taken or changed; None: what stood there."""
        if not self._field.has_focus:
            self._before = self.screen.focused
        self.display = True
        self._field.value = self._field.value if proposed is None else proposed
        self._field.focus()
        self._field.select_all()

    def close(self) -> None:
        """Give the keys back, and be gone."""
        self.release()
        self.display = False
        self.say("")

    def release(self) -> None:
        """Give the keys back, but stay."""
        if self._field.has_focus and self._before is not None and self._before.is_attached:
            self._before.focus()

    def say(self, text: str) -> None:
        """A short word beside the field."""
        self._said.update(Content.styled(f" {text}" if text else "", FAINT))
        self._complain("")

    def complain(self, sentence: str) -> None:
        """Say below the field what is wrong with it."""
        self.say("")
        self._complain(sentence)

    def _complain(self, sentence: str) -> None:
        self._wrong.update(Content.styled(f"✖ {sentence}", ERROR) if sentence else "")
        self._wrong.display = bool(sentence)

    def on_input_changed(self, message: Input.Changed) -> None:
        message.stop()
        self._complain("")
        self.post_message(self.Typed(self, message.value))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self.post_message(self.Asked(self, message.value))

    def action_close(self) -> None:
        self.close()
        self.post_message(self.Closed(self, self.text))

    def action_step(self, step: int) -> None:
        self.post_message(self.Stepped(self, self.text, step))

    def action_tab(self) -> None:
        """Take the completion; a field without any gives the keys back."""
        if self._field.suggester is None:
            self.release()
        else:
            self._field.action_end()
            self._field.action_cursor_right()
