"""Hex rows: offsets, bytes, ASCII, where reads began; any row on demand."""

from __future__ import annotations

import pytest

from wirelab.views.hex_dump import HexDump, columns_for


def test_a_row_holds_offset_bytes_and_ascii() -> None:
    dump = HexDump(b"data: \x1b[31m\xff\n", columns=8)
    assert len(dump) == 2
    first, second = dump.row(0), dump.row(1)
    assert (first.offset, first.digits, first.text) == (
        "000000",
        " 64 61 74 61 3a 20 1b 5b",
        "data: ·[",
    )
    assert (second.offset, second.text) == ("000008", "31m··")
    assert second.digits == " 33 31 6d ff 0a".ljust(24)


def test_a_border_stands_where_a_read_began() -> None:
    dump = HexDump(b"abcdefghij", cuts=(0, 3, 8), columns=8)
    assert dump.row(0).digits.startswith("┃61 62 63┃64 65")
    assert dump.row(1).digits.startswith("┃69 6a")


def test_any_row_of_many_bytes_is_made_alone() -> None:
    raw = bytes(range(256)) * 80_000
    dump = HexDump(raw)
    assert len(dump) == len(raw) // 16
    assert dump.row(len(dump) - 1).offset == f"{len(raw) - 16:07x}"
    assert not len(HexDump(b""))


@pytest.mark.parametrize(("width", "columns"), [(42, 8), (79, 16), (150, 32), (20, 4)])
def test_columns_follow_the_width(width: int, columns: int) -> None:
    assert columns_for(width, 1000) == columns
    row = HexDump(bytes(100), columns=columns).row(0)
    assert width < 24 or len(f"{row.offset}{row.digits}  {row.text}") <= width
