"""A few choices on one line, the one that is picked marked by a sign: ``(•) yes  ( ) no``.

Arrows pick, as in a form on a page, and nothing else changes a pick: ``backspace`` takes it back
where none is an answer. Letters go nowhere: they were meant for a text, not for the bench.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from wirelab.tui.paint import FAINT, line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from textual import events

_GAP = "  "
_OTHERS_KEYS = ("space", "question_mark")
"""Letters that are keys here too: the choice's own, and the help."""


class ChoiceLine(Widget, can_focus=True):
    """labels: safe to show. off: indices that cannot be picked. clearable: none is an answer.

    tell: called at once, so that the next key meets what the pick has changed.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "pick(-1)", "Choose", key_display="←→", tooltip="Pick the choice before"),
        Binding("right", "pick(1)", "Next choice", tooltip="Pick the next choice", show=False),
        Binding("space", "keep", "Pick", tooltip="Pick the first, where none is", show=False),
        Binding("enter", "app.focus_next", "Next field", tooltip="Go to the next field"),
        Binding("backspace,delete", "clear", "No choice", tooltip="Pick none", show=False),
    ]

    def __init__(
        self,
        labels: Sequence[str],
        picked: int | None,
        tell: Callable[[int | None], None],
        *,
        off: Collection[int] = (),
        clearable: bool = False,
        classes: str | None = None,
    ) -> None:
        super().__init__(classes=classes)
        self.picked = picked
        self._tell = tell
        self._labels = labels
        self._off = off
        self._clearable = clearable

    @staticmethod
    def width_of(labels: Sequence[str]) -> int:
        """Cells that these labels take."""
        return sum(Content(f"(•) {label}{_GAP}").cell_length for label in labels)

    def show(self, picked: int | None, off: Collection[int] = ()) -> None:
        """Show this pick; nobody is told."""
        if (picked, off) != (self.picked, self._off):
            self.picked, self._off = picked, off
            self.refresh()

    def render(self) -> Content:
        return line(*(part for index in range(len(self._labels)) for part in self._option(index)))

    def _option(self, index: int) -> tuple[Content, str]:
        picked, off = index == self.picked, index in self._off
        sign = "(•)" if picked else "(-)" if off else "( )"
        style = FAINT if off else "bold" if picked else ""
        return Content.styled(f"{sign} {self._labels[index]}", style), _GAP

    def action_pick(self, step: int) -> None:
        """Pick the next one, or the one before, that can be picked."""
        count = len(self._labels)
        at = self.picked if self.picked is not None else (-1 if step > 0 else 0)
        for _ in range(count):
            at = (at + step) % count
            if at not in self._off:
                self._pick(at)
                return

    def action_keep(self) -> None:
        """Pick the first that can be picked; what is picked stays so."""
        if self.picked is None:
            self.action_pick(1)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.isprintable() and key not in _OTHERS_KEYS

    def on_key(self, event: events.Key) -> None:
        if self.check_consume_key(event.key, event.character):
            event.stop()

    def action_clear(self) -> None:
        if self._clearable:
            self._pick(None)

    def on_click(self, event: events.Click) -> None:
        end = 0
        for index, label in enumerate(self._labels):
            end += self.width_of([label])
            if event.x < end:
                if index not in self._off:
                    self._pick(index)
                return

    def _pick(self, index: int | None) -> None:
        if index != self.picked:
            self.picked = index
            self.refresh()
            self._tell(index)
