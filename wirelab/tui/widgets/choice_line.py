"""A few choices on one line, the one that is picked marked by a sign: ``(•) yes  ( ) no``.

Arrows pick, as in a form on a page. Nothing needs to be picked; ``backspace`` takes a pick back
where that is an answer.
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


class ChoiceLine(Widget, can_focus=True):
    """labels: safe to show. off: indices that cannot be picked. clearable: none is an answer.

    tell: called at once, so that the next key meets what the pick has changed.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "pick(-1)", "Choice before", show=False),
        Binding("right,space,enter", "pick(1)", "Next choice", show=False),
        Binding("backspace,delete", "clear", "No choice", show=False),
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
