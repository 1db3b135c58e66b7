"""The lines of a source that were passed over, as bounded and safe text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.exports.outcome import Outcome

SHOWN = 10


def unread_lines(outcome: Outcome) -> Iterator[tuple[int, str]]:
    """Number (0 where it is none of one line) and reason of each; how many more there are last."""
    for bad in outcome.bad_lines[:SHOWN]:
        where = f"line {bad.line}: " if bad.line else ""
        yield bad.line, f"not read: {where}{safe(bad.reason, 300)}"
    more = outcome.bad_line_count - SHOWN
    if more > 0:
        yield 0, f"not read: {counted(more, 'further line')}"
