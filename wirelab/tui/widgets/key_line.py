"""The footer: the keys that apply here, on one line; quit, help and the palette have their place.

It is drawn from the active bindings, the focused pane's first; what finds no room is left to the
help screen. Clicking a key does what pressing it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from wirelab.tui.paint import FAINT, NAME, line

if TYPE_CHECKING:
    from textual import events
    from textual.binding import ActiveBinding
    from textual.screen import Screen

_GAP = "  "
_ALWAYS = ("q", "question_mark", "ctrl+p")


class KeyLine(Widget):
    """One line of keys."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ends: list[tuple[int, str]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _bindings_changed(self, screen: Screen[object]) -> None:
        self.refresh()

    def render(self) -> Content:
        shown = [each for each in self.screen.active_bindings.values() if each.enabled]
        right = [each for each in shown if each.binding.key in _ALWAYS]
        right.sort(key=lambda each: _ALWAYS.index(each.binding.key))
        left = [each for each in shown if each.binding.show and each not in right]
        tail = [self._key(each) for each in right]
        room = max(self.size.width - sum(each.cell_length + len(_GAP) for each in tail), 0)
        self._ends, bar = [], Content("")
        for label, key in self._labels(left):
            if bar.cell_length + len(_GAP) + label.cell_length > room:
                break
            bar = bar + label + _GAP
            self._ends.append((bar.cell_length, key))
        bar = bar.truncate(room, pad=True)
        for label, each in zip(tail, right, strict=True):
            bar = bar + _GAP + label
            self._ends.append((bar.cell_length, each.binding.key))
        return bar

    def on_click(self, event: events.Click) -> None:
        for end, key in self._ends:
            if event.x < end:
                self.app.simulate_key(key)
                return

    def _labels(self, bindings: list[ActiveBinding]) -> list[tuple[Content, str]]:
        """One label a binding; those of one group share the group's word."""
        labels: list[tuple[Content, str]] = []
        seen: set[str] = set()
        for each in bindings:
            group, action = each.binding.group, each.binding.action
            if action in seen or (group is not None and group.description in seen):
                continue
            seen.add(action)
            if group is None:
                labels.append((self._key(each), each.binding.key))
                continue
            seen.add(group.description)
            keys = "".join(
                self.app.get_key_display(other.binding)
                for other in bindings
                if other.binding.group == group and other.binding.key not in _ALIASES
            )
            word = Content.styled(f" {group.description}", FAINT)
            labels.append((line((keys, f"{NAME} bold")) + word, each.binding.key))
        return labels

    def _key(self, each: ActiveBinding) -> Content:
        display = self.app.get_key_display(each.binding)
        return line((display, f"{NAME} bold"), (f" {each.binding.description.lower()}", FAINT))


_ALIASES = frozenset({"equals_sign", "right_square_bracket", "left_square_bracket"})
