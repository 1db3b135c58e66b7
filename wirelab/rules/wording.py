"""How rules word values: quoted, bounded, one style everywhere."""

from __future__ import annotations

import json
from collections.abc import Collection
from itertools import islice
from typing import Any


def quote(value: Any, limit: int = 60) -> str:
    """A value as JSON text of at most ``limit`` characters; longer ones say how long they are.

    Always text that UTF-8 can hold. A long string costs no more than what is shown of it.
    """
    length = len(value) if isinstance(value, str) else 0
    try:
        text = json.dumps(value[:limit] if length > limit else value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    if not text.isascii():
        text = text.encode("utf-8", "backslashreplace").decode()  # a lone surrogate is no UTF-8
    if len(text) <= limit:
        return text
    return f"{text[: limit - 1]}… ({length or len(text)} characters)"


def listing(names: list[str], limit: int = 5) -> str:
    """Names in a row, "a, b and c"; beyond the limit "a, b and 7 more"."""
    if len(names) > limit:
        names = [*names[: limit - 1], f"{len(names) - limit + 1} more"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def quoted_listing(ids: Collection[str], limit: int = 5) -> str:
    """Ids quoted and in a row; the cost follows the limit, not how many there are."""
    shown = limit if len(ids) <= limit else limit - 1
    names = [quote(name) for name in islice(ids, shown)]
    return listing([*names, f"{len(ids) - shown} more"] if len(ids) > shown else names, limit)
