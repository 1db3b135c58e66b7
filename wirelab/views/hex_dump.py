"""Bytes as rows of hex and ASCII; any row is made on demand, so the number of bytes costs nothing.

Where a network read began, ``┃`` stands in place of the blank before the byte.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

READ_BORDER = "┃"
_COLUMNS = (32, 16, 8, 4)
_FEWEST_DIGITS = 6


@dataclass(slots=True, frozen=True)
class HexRow:
    """One row: where its first byte stands, its bytes as hex, the same as ASCII."""

    offset: str
    digits: str
    text: str


class HexDump:
    """Rows of some bytes; ``cuts`` are the offsets at which reads began, ascending."""

    def __init__(self, raw: bytes, cuts: Sequence[int] = (), columns: int = 16) -> None:
        self._raw = raw
        self._cuts = cuts
        self._columns = columns
        self._offset_width = _offset_width(len(raw))

    def __len__(self) -> int:
        return -(-len(self._raw) // self._columns)

    def row(self, index: int) -> HexRow:
        start = index * self._columns
        piece = self._raw[start : start + self._columns]
        first = bisect_left(self._cuts, start)
        cuts = set(self._cuts[first : first + self._columns])
        digits = "".join(
            f"{READ_BORDER if start + at in cuts else ' '}{byte:02x}"
            for at, byte in enumerate(piece)
        )
        text = "".join(chr(byte) if 0x20 <= byte < 0x7F else "·" for byte in piece)
        offset = f"{start:0{self._offset_width}x}"
        return HexRow(offset, f"{digits:<{3 * self._columns}}", text)


def columns_for(width: int, count: int) -> int:
    """How many bytes a row holds in so many cells, where there are ``count`` bytes in all."""
    room = width - _offset_width(count) - 2
    return next((each for each in _COLUMNS if 4 * each <= room), _COLUMNS[-1])


def _offset_width(count: int) -> int:
    return max(_FEWEST_DIGITS, len(f"{max(count - 1, 0):x}"))
