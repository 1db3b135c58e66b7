"""The line under a list on which a person writes a filter: the text, a count, and what is wrong.

It knows nothing of filters but where an error is. Open, it has the keys; kept, it stays and shows
what is filtered by; with nothing in it, it is gone.
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
from wirelab.views.filters.filter_error import cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from wirelab.views.filters import FilterError

_PROMPT = "filter: "
_PLACEHOLDER = "type:TOOL_* sev:warning t>1.5 weather"


class FilterField(Input):
    """What is typed into."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Keep", tooltip="Keep the filter; the list has the keys again"),
        Binding("escape", "drop", "Clear", tooltip="Show every row again"),
        Binding("up", "recall(-1)", "Earlier", key_display="↑", tooltip="The filter kept before"),
        Binding("down", "recall(1)", "Later", show=False),
        Binding("ctrl+c", "app.interrupt", show=False),
    ]

    @dataclass
    class Recalled(Message):
        step: int

    class Dropped(Message):
        """A person wants no filter."""

    def action_drop(self) -> None:
        self.post_message(self.Dropped())

    def action_recall(self, step: int) -> None:
        self.post_message(self.Recalled(step))


class FilterLine(Vertical):
    """Posts ``Typed`` for every change, ``Kept`` for enter, ``Dropped`` for escape."""

    @dataclass
    class Typed(Message):
        text: str

    @dataclass
    class Kept(Message):
        text: str

    class Dropped(Message):
        """There is to be no filter."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.display = False
        self._field = FilterField(placeholder=_PLACEHOLDER, compact=True, select_on_focus=False)
        self._count, self._fault = Static(classes="count"), Static(classes="fault")
        self._fault.display = False
        self._earlier: Sequence[str] = ()
        self._recalled, self._draft = 0, ""

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Static(Content.styled(_PROMPT, ACCENT), classes="label")
            yield self._field
            yield self._count
        yield self._fault

    @property
    def text(self) -> str:
        return self._field.value

    @property
    def is_open(self) -> bool:
        return bool(self.display) and self._field.has_focus

    def open(self, earlier: Sequence[str]) -> None:
        """Take the keys. earlier: what up and down recall, newest last."""
        self._earlier, self._recalled = earlier, len(earlier)
        self.display, self._field.can_focus = True, True
        self._field.focus()

    def write(self, text: str) -> None:
        """Put a text there, as if it had been typed."""
        self.display = True
        self._field.value = text
        self._field.cursor_position = len(text)

    def rest(self) -> None:
        """Stay, and show what is filtered by; the keys go elsewhere."""
        self._field.can_focus = False

    def close(self) -> None:
        """Be gone, and empty."""
        self.rest()
        self.display = False
        self._field.value = ""

    def say(self, words: str) -> None:
        """What became of the filter, beside it."""
        self._count.update(Content.styled(f" {words}" if words else "", FAINT))

    def complain(self, error: FilterError | None) -> None:
        """Say below the text what is wrong with it, and where; None: nothing is."""
        self._fault.display = error is not None
        if error is not None:
            self._fault.update(Content.styled(self._pointing(error), ERROR))

    def _pointing(self, error: FilterError) -> str:
        """A caret under the place, and the sentence beside it, or below where there is no room."""
        field = self._field
        before = cells(error.text[: error.column - 1])
        at = max(len(_PROMPT) + before - field.scroll_offset.x, 0)
        said, before_caret = str(error), " " * at
        if at + 2 + len(said) <= self.size.width:
            return f"{before_caret}^ {said}"
        if len(said) < at:
            return f"{said:>{at - 1}} ^"
        return f"{before_caret}^\n{said}"

    def on_input_changed(self, message: Input.Changed) -> None:
        message.stop()
        self.post_message(self.Typed(message.value))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self.post_message(self.Kept(message.value))

    def on_filter_field_dropped(self, message: FilterField.Dropped) -> None:
        message.stop()
        self.post_message(self.Dropped())

    def on_filter_field_recalled(self, message: FilterField.Recalled) -> None:
        message.stop()
        if self._recalled == len(self._earlier):
            self._draft = self.text
        self._recalled = min(max(self._recalled + message.step, 0), len(self._earlier))
        texts = [*self._earlier, self._draft]
        self.write(texts[self._recalled])
