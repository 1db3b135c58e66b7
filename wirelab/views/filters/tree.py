"""A filter as a tree: terms joined by and, or, not. ``str`` writes it so that it reads back equal.

Nested alternatives and double negations are never made, so that a tree is as deep as its text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.views.filters.candidate import Candidate
    from wirelab.views.filters.keys import Test

Node: TypeAlias = "Term | Not | All | Either"


@dataclass(slots=True, frozen=True)
class Term:
    """One question. written: its text. words: what of it can be marked in the frame's text."""

    written: str
    words: tuple[str, ...]
    matches: Test = field(compare=False, repr=False)

    def __str__(self) -> str:
        return self.written


@dataclass(slots=True, frozen=True)
class Not:
    part: Node

    def matches(self, candidate: Candidate) -> bool:
        return not self.part.matches(candidate)

    def __str__(self) -> str:
        return f"-{_in_parentheses(self.part, All, Either)}"


@dataclass(slots=True, frozen=True)
class All:
    parts: tuple[Node, ...]

    def matches(self, candidate: Candidate) -> bool:
        for part in self.parts:  # noqa: SIM110 - a generator takes twice the time
            if not part.matches(candidate):
                return False
        return True

    def __str__(self) -> str:
        return " ".join(_in_parentheses(part, Either) for part in self.parts)


@dataclass(slots=True, frozen=True)
class Either:
    parts: tuple[Node, ...]

    def matches(self, candidate: Candidate) -> bool:
        for part in self.parts:  # noqa: SIM110 - a generator takes twice the time
            if part.matches(candidate):
                return True
        return False

    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))


def negated(node: Node) -> Node:
    return node.part if isinstance(node, Not) else Not(node)


def joined(kind: type[All] | type[Either], parts: list[Node]) -> Node:
    """The parts under one node; those of its own kind are taken apart."""
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def words_of(node: Node) -> Iterator[str]:
    """The words a matching frame may show, those that must be absent left out."""
    if isinstance(node, Term):
        yield from node.words
    elif not isinstance(node, Not):
        for part in node.parts:
            yield from words_of(part)


def _in_parentheses(node: Node, *kinds: type[All] | type[Either]) -> str:
    return f"({node})" if isinstance(node, kinds) else str(node)
