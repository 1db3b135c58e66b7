"""The end of a text that arrives in pieces, at a cost bounded by what is taken of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from wirelab.views.safe_text import size
from wirelab.views.signs import counted

_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_PIECES = 20_000


def recent_text(pieces: Sequence[str], most: int) -> tuple[str, str]:
    """The last ``most`` characters of a text that came in pieces, and a note on what is before
    them (empty where nothing is). Surrogate pairs cut across pieces are joined again.
    """
    taken: list[str] = []
    length = 0
    for piece in islice(reversed(pieces), _MOST_PIECES):
        if length >= most:
            break
        taken.append(piece)
        length += len(piece)
    earlier = len(pieces) - len(taken)
    note = f"… {counted(earlier, 'earlier piece')} …" if earlier else ""
    if length > most:
        note = note or f"… {size(length - most)} before this …"
        taken[-1] = taken[-1][length - most :]
    return paired("".join(reversed(taken))), note


def paired(text: str) -> str:
    """The text with the two halves of each surrogate pair made one character."""
    if text.isascii() or _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
