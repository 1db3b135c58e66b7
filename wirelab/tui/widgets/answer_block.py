"""One interrupt or tool call that waits, and the controls to answer it with.

The block of ``views.answer_blocks`` holds the answer; this draws it, hands it what a person enters,
and posts ``BlockChanged``. Entering something is answering: it chooses the way by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static, TextArea

from wirelab.session.owed_answers import expired
from wirelab.tui.paint import ACCENT, ERROR, FAINT, GOOD, NAME, WARNING, line
from wirelab.tui.widgets.choice_line import ChoiceLine
from wirelab.tui.widgets.field_view import FieldView
from wirelab.views.answer_blocks import CallBlock, How, InterruptBlock, call_line
from wirelab.views.answer_form import expiry_words
from wirelab.views.safe_text import safe, safe_lines
from wirelab.views.signs import CLEAN_SIGN

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from textual.app import ComposeResult
    from textual.widget import Widget

    from wirelab.views.answer_form import Block
    from wirelab.views.field_values import Entry

_MESSAGE, _MOST_LINES = 600, 12
_AREA, _REASON = "answer-area", "answer-reason"


@dataclass
class BlockChanged(Message):
    """What is answered has changed, or how."""


class AnswerBlock(Vertical):
    """One block of the form."""

    def __init__(self, block: Block, number: int, now: Callable[[], datetime]) -> None:
        super().__init__()
        self.block = block
        self._number = number
        self._now = now

    def compose(self) -> ComposeResult:
        yield Static(self._heading(), classes="block-title")
        yield from (Static(each) for each in _about(self.block))
        if isinstance(self.block, InterruptBlock):
            yield Static("", classes="block-expiry")
        ways = [way.value for way in self.block.ways]
        yield ChoiceLine(ways, None, self._pick, classes="block-ways")
        if isinstance(self.block, InterruptBlock):
            with Vertical(classes="block-fields"):
                fields = zip(self.block.form.fields, self.block.entries, strict=True)
                for index, (field, entry) in enumerate(fields):
                    yield FieldView(field, entry, partial(self._enter, self.block, index))
            yield TextArea(self.block.edited, compact=True, tab_behavior="focus", id=_AREA)
        else:
            yield TextArea(self.block.result, compact=True, tab_behavior="focus", id=_AREA)
            yield Input(self.block.error, compact=True, id=_REASON)
        yield Static("", classes="block-problem")

    def on_mount(self) -> None:
        self.refresh_answer()

    @property
    def first_control(self) -> Widget:
        """Where a person begins: the result of a call is typed at once, a way is chosen first."""
        if isinstance(self.block, CallBlock) and self.block.how is not How.DECLINE:
            return self.query_one(f"#{_AREA}")
        return self.query_one(ChoiceLine)

    def refresh_answer(self) -> None:
        """Show what belongs to the way it is answered, and what it lacks."""
        how, block, now = self.block.how, self.block, self._now()
        picked = None if how is How.OPEN else block.ways.index(how)
        self.query_one(".block-ways", ChoiceLine).show(picked, self._off(now))
        if isinstance(block, InterruptBlock):
            self.query_one(".block-fields").display = how in (How.OPEN, How.ANSWER)
            self.query_one(f"#{_AREA}").display = how is How.EDIT
            self._show_expiry(block, now)
        else:
            self.query_one(f"#{_AREA}").display = how in (How.OPEN, How.ANSWER)
            self.query_one(f"#{_REASON}").display = how is How.DECLINE
        problem = block.problem(now)
        kind = f", {block.kind}" if isinstance(block, CallBlock) else ""
        covered = line((CLEAN_SIGN, GOOD), f" covered{kind}")
        said = line((f"▲ {problem}", WARNING)) if problem else covered
        self.query_one(".block-problem", Static).update(said)

    def _show_expiry(self, block: InterruptBlock, now: datetime) -> None:
        words, static = expiry_words(block.interrupt, now), self.query_one(".block-expiry", Static)
        static.display = bool(words)
        static.update(Content.styled(words, ERROR if words.startswith("✖") else FAINT))

    def _off(self, now: datetime) -> tuple[int, ...]:
        """The ways that are closed: what expired can only be abandoned."""
        if isinstance(self.block, CallBlock) or not expired(self.block.interrupt, now):
            return ()
        return tuple(at for at, way in enumerate(self.block.ways) if way is not How.ABANDON)

    def _heading(self) -> Content:
        if isinstance(self.block, CallBlock):
            return line((f"{self._number} ", ACCENT), (f"answer {self.block.name}", f"{NAME} bold"))
        reason = safe(str(self.block.interrupt.get("reason", "")), 60)
        name = (self.block.name, f"{NAME} bold")
        return line((f"{self._number} ", ACCENT), name, (f" · {reason}", FAINT))

    # what a person does

    def _pick(self, index: int | None) -> None:
        if index is not None:
            self._choose(self.block.ways[index])

    def _enter(self, block: InterruptBlock, index: int, entry: Entry) -> None:
        block.entries[index] = entry
        self._entered(How.ANSWER)

    def on_text_area_changed(self, message: TextArea.Changed) -> None:
        message.stop()
        text = message.text_area.text
        if isinstance(self.block, InterruptBlock):
            if text != self.block.edited:
                self.block.edit(text)
                self._entered(How.EDIT)
        elif text != self.block.result:
            self.block.result = text
            self._entered(How.ANSWER)

    def on_input_changed(self, message: Input.Changed) -> None:
        message.stop()
        if isinstance(self.block, CallBlock) and message.value != self.block.error:
            self.block.error = message.value
            self._entered(How.DECLINE)

    def _entered(self, how: How) -> None:
        if self.block.how is not how:
            self.block.choose(how)
        self._changed()

    def _choose(self, how: How) -> None:
        self.block.choose(how)
        area = self.query_one(f"#{_AREA}", TextArea)
        if isinstance(self.block, InterruptBlock) and area.text != self.block.edited:
            area.text = self.block.edited
        self._changed()

    def _changed(self) -> None:
        """What is shown changes at once: the next key goes to what is there then."""
        self.refresh_answer()
        self.post_message(BlockChanged())


def _about(block: Block) -> list[Content]:
    """What is asked, in the words of who asks, and the call it is about."""
    if isinstance(block, CallBlock):
        said = [Content(call_line(block.call))]
        about = (block.call.tool or {}).get("description")
        return [*said, Content.styled(safe(about, 300), FAINT)] if isinstance(about, str) else said
    message = block.interrupt.get("message")
    text = message if isinstance(message, str) else ""
    said = [Content(each) for each in safe_lines(text, _MESSAGE)[:_MOST_LINES] if each]
    if block.call is not None:
        said.append(line(("⚙ ", ACCENT), call_line(block.call)))
    if block.form.about:
        said.append(Content.styled(block.form.about, FAINT))
    return said
