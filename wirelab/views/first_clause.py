"""The beginning of a finding's message, for places that only point to it."""

from __future__ import annotations

from wirelab.views.safe_text import safe

_LEAST = 12
_ENDS = ("; ", ": ", ", ")


def first_clause(message: str, most: int = 100) -> str:
    """Up to the first sign that ends a clause, where so much is said by then; safe to show.

    most: characters of it.
    """
    ends = [at for end in _ENDS[:2] if (at := message.find(end, _LEAST)) > 0]
    return safe(message[: min(ends)] if ends else message, most)
