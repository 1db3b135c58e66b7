"""The endpoints observed lately, over the bench; enter copies the command that observes one."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen

from wirelab.tui import recent
from wirelab.tui.clipboard import copy
from wirelab.tui.paint import FAINT, NAME, line
from wirelab.tui.widgets.row_list import RowList
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from textual.app import ComposeResult


class _Rows:
    """A line an endpoint: when, where, and what was asked."""

    def __init__(self, entries: list[recent.Recent]) -> None:
        self.entries = entries

    def __len__(self) -> int:
        return len(self.entries)

    def draw(self, index: int, width: int) -> Content:
        entry = self.entries[index]
        when = safe(entry.at.replace("T", " ")[:16], 16)
        return line(
            (f"{when:<16}  ", FAINT),
            (safe(entry.url, 300), NAME),
            f"  {safe(entry.message, 200)}",
        ).truncate(width, ellipsis=True)


class RecentEndpoints(ModalScreen[None]):
    """The list; escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "Close", key_display="esc"),
    ]

    def compose(self) -> ComposeResult:
        endpoints = RowList(empty="None yet: wirelab observe URL puts one here.", id="recent")
        endpoints.border_title = Content("recent endpoints · enter copies the command · esc closes")
        yield endpoints

    def on_mount(self) -> None:
        entries = recent.load()
        endpoints = self.query_one(RowList)
        endpoints.focus()
        self.call_after_refresh(endpoints.show, _Rows(entries), 0 if entries else -1)

    def on_row_list_row_opened(self, message: RowList.RowOpened) -> None:
        assert isinstance(message.list.rows, _Rows)
        url = message.list.rows.entries[message.index].url
        copy(self.app, f"wirelab observe {shlex.quote(url)}", "the command")
        self.dismiss()
