"""Token counts of ``usage`` entries, added up by model.

Absent is not zero: a sum says of how many entries it is. The models told apart are bounded in
number; further ones are counted together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MEMBERS = {
    "inputTokens": "in",
    "outputTokens": "out",
    "totalTokens": "total",
    "reasoningTokens": "reasoning",
    "cachedInputTokens": "cached",
    "cacheWriteInputTokens": "cache write",
}
"""The counts of an entry, each with its word; the last three are parts of the first two."""
MOST_MODELS = 50
OTHERS = ("", "further models")
_NONE = (0,) * len(MEMBERS)


@dataclass(slots=True, frozen=True)
class TokenSums:
    """Sums in the order of MEMBERS, and in how many of the ``entries`` each was given."""

    entries: int = 0
    sums: tuple[int, ...] = _NONE
    given: tuple[int, ...] = _NONE

    def plus(self, other: TokenSums) -> TokenSums:
        return TokenSums(
            self.entries + other.entries,
            tuple(map(sum, zip(self.sums, other.sums, strict=True))),
            tuple(map(sum, zip(self.given, other.given, strict=True))),
        )

    @property
    def words(self) -> str:
        """``in 24 · out 47 · total 71``; ``≥`` before a sum that some entries say nothing of."""
        said = [
            f"{word} {'' if given == self.entries else '≥'}{total:,}"
            for word, total, given in zip(MEMBERS.values(), self.sums, self.given, strict=True)
            if given
        ]
        return " · ".join(said) or "no counts"


class TokenUsage:
    """Sums by (provider, model), either of them empty where it was not said."""

    __slots__ = ("by_model",)

    def __init__(self, by_model: dict[tuple[str, str], TokenSums] | None = None) -> None:
        self.by_model = by_model if by_model is not None else {}

    def note(self, entries: Any) -> None:
        """The ``usage`` of one event; what is no entry is passed over."""
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict):
                model = _text(entry.get("provider")), _text(entry.get("model"))
                self._count(model, _sums_of(entry))

    def add(self, other: TokenUsage) -> None:
        for model, sums in other.by_model.items():
            self._count(model, sums)

    @property
    def all(self) -> TokenSums:
        """All models together."""
        whole = TokenSums()
        for sums in self.by_model.values():
            whole = whole.plus(sums)
        return whole

    def copy(self) -> TokenUsage:
        return TokenUsage(self.by_model.copy())

    def _count(self, model: tuple[str, str], sums: TokenSums) -> None:
        if model not in self.by_model and len(self.by_model) >= MOST_MODELS:
            model = OTHERS
        self.by_model[model] = self.by_model.get(model, TokenSums()).plus(sums)


def _sums_of(entry: dict[str, Any]) -> TokenSums:
    counts = [_count(entry.get(member)) for member in MEMBERS]
    given = tuple(int(count is not None) for count in counts)
    return TokenSums(1, tuple(count or 0 for count in counts), given)


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < 2**53 else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
