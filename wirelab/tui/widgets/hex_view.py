"""Bytes in hex, of which only the rows on the screen are made: ten megabytes open at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.tui.paint import BORDER, FAINT, line
from wirelab.tui.widgets.line_view import LineView
from wirelab.views.hex_dump import READ_BORDER, HexDump, columns_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.content import Content


class HexView(LineView):
    """Offset, hex and ASCII; as many bytes a row as the width takes."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._raw = b""
        self._cuts: Sequence[int] = ()
        self._dump = HexDump(b"")

    def show(self, raw: bytes, cuts: Sequence[int] = (), *, top: bool = False) -> None:
        """Show these bytes and where in them reads began; ``top`` goes to the first row."""
        self._raw, self._cuts = raw, cuts
        self.resized()
        if top:
            self.scroll_home(animate=False, immediate=True)

    def resized(self) -> None:
        columns = columns_for(self.line_width, len(self._raw))
        self._dump = HexDump(self._raw, self._cuts, columns)
        super().resized()

    def line_count(self) -> int:
        return len(self._dump)

    def draw_line(self, index: int, width: int) -> Content:
        row = self._dump.row(index)
        pieces = row.digits.split(READ_BORDER)
        digits = [part for piece in pieces for part in ((READ_BORDER, BORDER), piece)][1:]
        return line((row.offset, FAINT), *digits, "  ", (row.text, FAINT))
