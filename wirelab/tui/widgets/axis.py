"""The axis of the waterfall: two lines above it, in its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from wirelab.tui.pages.waterfall_lines import axis_lines

if TYPE_CHECKING:
    from wirelab.views.timing_picture import TimingPicture

_SCROLL_BAR = 1


class Axis(Widget):
    """Made anew for every picture and width."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._picture: TimingPicture | None = None

    def show(self, picture: TimingPicture) -> None:
        self._picture = picture
        self.refresh()

    def render(self) -> Content:
        if self._picture is None:
            return Content("")
        return Content("\n").join(axis_lines(self._picture, self.size.width - _SCROLL_BAR))
