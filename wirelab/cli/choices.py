"""Values that options take from a fixed set, and numbers with a word among them."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

from wirelab.errors import UsageError


def one_of(option: str, value: str, known: Collection[str]) -> str:
    """The value, if it is known. Raises UsageError with near ones, and lists the known ones."""
    if value not in known:
        near = nearest(value, [word for word in known if word.isalpha()]) or ";"
        raise UsageError(f"{option} {value} is not known{near} known: {', '.join(known)}")
    return value


def nearest(word: str, words: Collection[str]) -> str:
    """The end of a sentence that proposes words like the one given, or an empty one."""
    close = get_close_matches(word, list(words), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def speed_of(text: str) -> float | None:
    """``2`` is twice as fast, ``max`` (None) waits for nothing. Raises UsageError."""
    if text == "max":
        return None
    try:
        speed = float(text.removesuffix("x"))
    except ValueError:
        speed = 0.0
    if not 0 < speed < float("inf"):
        raise UsageError(f"--speed {text} is neither a number above 0 nor max")
    return speed
