"""The start screen: one line to type into, and below it everything there is to open.

It opens nothing itself: it returns the command line that was chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, Static

from wirelab.tui.ending_signals import end_on_signals, leaving
from wirelab.tui.lost_terminal import outlasting
from wirelab.tui.paint import FAINT, NAME, STRONG, line
from wirelab.tui.start.offers import Offer, matching, meant
from wirelab.tui.themes import dress
from wirelab.tui.widgets.row_list import RowList
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from collections.abc import Sequence
    from signal import Signals

    from textual.app import ComposeResult
    from textual.driver import Driver

_NAME_WIDTH, _TEXT_LIMIT = 28, 200
_KEYS = "enter opens · ↓↑ choose · esc leaves"
_TITLE = "see what an AG-UI endpoint really sends"


class OfferRows:
    """The offers that match, with a heading before each section."""

    def __init__(self, shown: Sequence[Offer]) -> None:
        self.rows: list[Offer | str] = []
        for at, offer in enumerate(shown):
            if at == 0 or shown[at - 1].section != offer.section:
                self.rows.append(offer.section)
            self.rows.append(offer)

    def __len__(self) -> int:
        return len(self.rows)

    def draw(self, index: int, width: int) -> Content:
        row = self.rows[index]
        if isinstance(row, str):
            return Content.styled(row, FAINT)
        name = Content(safe(row.name, _TEXT_LIMIT)).truncate(
            max(_NAME_WIDTH, width // 3), ellipsis=True, pad=True
        )
        return line("  ", name.stylize(NAME), " ", safe(row.about, _TEXT_LIMIT))

    def offer_at(self, index: int, direction: int = 1) -> int:
        """The row itself, or where it is a heading the nearest offer that way."""
        while 0 <= index < len(self.rows) and isinstance(self.rows[index], str):
            index += direction
        return index if 0 <= index < len(self.rows) else self.offer_at(1)


class StartApp(App[tuple[str, ...]]):
    """Lets a person choose; its result is the command line, None when they left."""

    TITLE = "wirelab"
    CSS_PATH = ["../styles/bench.tcss", "../styles/widgets.tcss", "../styles/start.tcss"]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Open", tooltip="Open what was typed, or the marked row"),
        Binding("down", "move(1)", "Choose", key_display="↓↑", tooltip="Mark the next row"),
        Binding("up", "move(-1)", "Row up", tooltip="Mark the row before", show=False),
        Binding("escape", "leave", "Leave", key_display="esc", tooltip="Leave"),
    ]

    def __init__(self, listed: Sequence[Offer]) -> None:
        super().__init__()
        self.animation_level = "none"
        dress(self)
        self._listed = list(listed)
        self.ended_by: Signals | None = None

    def get_driver_class(self) -> type[Driver]:
        return outlasting(super().get_driver_class())

    def compose(self) -> ComposeResult:
        yield Static(line(("wirelab", STRONG), f" · {_TITLE}"), id="start-title")
        yield Input(
            placeholder="URL of an agent, a recording's file, or a word of a row", id="what"
        )
        yield RowList(empty="Nothing here is called so: enter opens it as a file.", id="offers")
        yield Static(Content.styled(_KEYS, FAINT), id="start-keys")

    def on_mount(self) -> None:
        end_on_signals(self._end)
        self.query_one(RowList).can_focus = False
        self.call_after_refresh(self._show, "")

    @property
    def _typed(self) -> str:
        return self.query_one(Input).value

    def _show(self, typed: str) -> None:
        rows = OfferRows(matching(self._listed, typed))
        first = rows.offer_at(0) if len(rows) else -1
        found = self.query_one(RowList)
        found.show(rows, 0)
        found.select(first)

    def on_input_changed(self, message: Input.Changed) -> None:
        self._show(message.value)

    def on_input_submitted(self) -> None:
        self.action_choose()

    def action_move(self, by: int) -> None:
        found = self.query_one(RowList)
        assert isinstance(found.rows, OfferRows)
        if len(found.rows):
            found.select(found.rows.offer_at(found.selected + by, by))

    def on_row_list_row_moved(self, message: RowList.RowMoved) -> None:
        assert isinstance(message.list.rows, OfferRows)
        message.list.select(message.list.rows.offer_at(message.index))

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        self.action_choose()

    def action_choose(self) -> None:
        found = self.query_one(RowList)
        assert isinstance(found.rows, OfferRows)
        row = found.rows.rows[found.selected] if len(found.rows) else ""
        typed = self._typed.strip()
        if typed and (meant(typed)[0] == "observe" or not isinstance(row, Offer)):
            self.exit(meant(typed))
        elif isinstance(row, Offer):
            self.exit(row.words)

    def action_leave(self) -> None:
        self.exit(None)

    def _end(self, number: Signals) -> None:
        self.ended_by = number
        self.exit(None)


def run_start(listed: Sequence[Offer]) -> tuple[str, ...] | None:
    """Show the start screen; returns the command line that was chosen, None for none.

    Raises as ``run_observe`` does.
    """
    app = StartApp(listed)
    chosen = app.run()
    if app.ended_by is not None:
        raise leaving(app.ended_by)
    return chosen
