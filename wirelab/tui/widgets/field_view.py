"""One field of an answer: what it is called, what it takes, and the control to enter it with.

Nothing is known here of the answer that it becomes a part of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Select, Static, TextArea

from wirelab.tui.paint import ERROR, FAINT, line
from wirelab.tui.widgets.choice_line import ChoiceLine
from wirelab.views.form_fields import FieldKind, FormField
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.widget import Widget

    from wirelab.views.field_values import Entry

_ON_A_LINE = 44
"""Cells that choices may take on one line; more of them drop down."""


class FieldView(Vertical):
    """A field of a form. tell: called at once with what was entered."""

    def __init__(self, field: FormField, entry: Entry, tell: Callable[[Entry], None]) -> None:
        super().__init__()
        self._field = field
        self._entry = entry
        self._tell = tell

    def compose(self) -> ComposeResult:
        yield Static(field_title(self._field), classes="field-title")
        if self._field.about:
            yield Static(Content.styled(self._field.about, FAINT))
        yield self._control()

    def _control(self) -> Widget:
        field, entry = self._field, self._entry
        if field.kind in (FieldKind.SWITCH, FieldKind.CHOICE):
            return self._choices(entry if isinstance(entry, int) else None)
        if field.kind is FieldKind.JSON:
            return TextArea(str(entry), compact=True, tab_behavior="focus", soft_wrap=True)
        return Input(str(entry), placeholder=_hint(field), compact=True)

    def _choices(self, picked: int | None) -> Widget:
        field, labels = self._field, [each.label for each in self._field.choices]
        if ChoiceLine.width_of(labels) <= _ON_A_LINE:
            return ChoiceLine(labels, picked, self._enter, clearable=not field.required)
        options = [(Content(label), at) for at, label in enumerate(labels)]
        prompt = "choose" if field.required else "left out"
        value = Select.NULL if picked is None else picked
        return Select(options, prompt=prompt, value=value, compact=True)

    def on_select_changed(self, message: Select.Changed) -> None:
        message.stop()
        self._enter(message.value if isinstance(message.value, int) else None)

    def on_input_changed(self, message: Input.Changed) -> None:
        message.stop()
        self._enter(message.value)

    def on_text_area_changed(self, message: TextArea.Changed) -> None:
        message.stop()
        self._enter(message.text_area.text)

    def _enter(self, entry: Entry) -> None:
        """What a control says of itself when it is made is nothing that was entered."""
        if entry != self._entry:
            self._entry = entry
            self._tell(entry)


def field_title(field: FormField) -> Content:
    """``Approve the refund *``: the title, and a star where a value is needed."""
    star = (" *", ERROR) if field.required else ""
    named = field.name is not None and field.title != field.name
    kind = "" if field.kind in (FieldKind.SWITCH, FieldKind.CHOICE) else f" · {field.kind.value}"
    said = [part for part in (_member(field) if named else "", kind) if part]
    return line((field.title, "bold"), star, ("".join(said), FAINT))


def _member(field: FormField) -> str:
    return f" · {safe(field.name or '', 40)}"


def _hint(field: FormField) -> str:
    return field.limits or ("" if field.required else "left out")
