"""A table of a Markdown text as lines: columns as wide as they need, and share what there is."""

from __future__ import annotations

from itertools import zip_longest

from textual.content import Content

from wirelab.tui.paint import FAINT, STRONG
from wirelab.tui.wrapping import wrap_lines

_BAR = " │ "
_MOST_COLUMNS, _MOST_ROWS = 20, 200
_NARROWEST = 3


def table_lines(rows: list[list[Content]], width: int) -> list[Content]:
    """The first row is the heading; cells are wrapped within their column."""
    if not rows or not rows[0]:
        return []
    shown = [row[:_MOST_COLUMNS] for row in rows[:_MOST_ROWS]]
    widths = _widths(shown, width)
    rule = Content.styled("─┼─".join("─" * each for each in widths), FAINT)
    heading = [cell.stylize(STRONG) for cell in shown[0]]
    lines = [*_row(heading, widths), rule]
    for row in shown[1:]:
        lines += _row(row, widths)
    if len(rows) > len(shown):
        lines.append(Content.styled(f"… {len(rows) - len(shown)} more rows", FAINT))
    return lines


def _widths(rows: list[list[Content]], width: int) -> list[int]:
    """What each column gets: the narrow ones all they need, the others equal shares of the rest."""
    needs = [max(cell.cell_length for cell in column) for column in _columns(rows)]
    room = max(width - len(_BAR) * (len(needs) - 1), _NARROWEST * len(needs))
    widths = needs.copy()
    order = sorted(range(len(needs)), key=needs.__getitem__)
    for place, column in enumerate(order):
        widths[column] = max(min(needs[column], room // (len(order) - place)), _NARROWEST)
        room -= widths[column]
    return widths


def _columns(rows: list[list[Content]]) -> list[tuple[Content, ...]]:
    return list(zip_longest(*rows, fillvalue=Content("")))[: len(rows[0])]


def _row(cells: list[Content], widths: list[int]) -> list[Content]:
    padded = [*cells, *[Content("")] * (len(widths) - len(cells))]
    columns = [wrap_lines([cell], room) for cell, room in zip(padded, widths, strict=False)]
    bar = Content.styled(_BAR, FAINT)
    return [
        bar.join(_filled(cell, room) for cell, room in zip(line, widths, strict=True))
        for line in zip_longest(*columns, fillvalue=Content(""))
    ]


def _filled(cell: Content, room: int) -> Content:
    return cell.truncate(room, ellipsis=True, pad=True)
