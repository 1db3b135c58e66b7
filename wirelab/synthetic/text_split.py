"""Cutting a text into deltas, as a model's stream would: by characters, words or bytes."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

MOST_PIECES = 64
"""Pieces a text is cut into at most; for a longer text they grow instead."""

UNITS = ("characters", "words", "bytes")
_WORD = re.compile(r"\s*\S+\s*?(?=\s|$)|\s+")


class Split(NamedTuple):
    """How much of a text one delta carries. A character of several bytes is never cut."""

    size: int
    unit: str = "characters"

    def pieces(self, text: str) -> list[str]:
        """The text in pieces; joined, they are the text."""
        parts = _WORD.findall(text) if self.unit == "words" else list(text)
        sizes = [len(part.encode("utf-8", "surrogatepass")) for part in parts]
        weights = sizes if self.unit == "bytes" else [1] * len(parts)
        most = max(self.size, -(-sum(weights) // MOST_PIECES))
        pieces: list[str] = []
        room = 0
        for part, weight in zip(parts, weights, strict=True):
            if weight > room or not pieces:
                pieces.append("")
                room = most
            pieces[-1] += part
            room -= weight
        return pieces


def read_split(value: Any) -> Split | None:
    """``7``, or ``{"words": 2}``; None for what says no split."""
    size, unit = value, "characters"
    if isinstance(value, dict) and len(value) == 1:
        ((unit, size),) = value.items()
    return Split(size, unit) if type(size) is int and size > 0 and unit in UNITS else None
