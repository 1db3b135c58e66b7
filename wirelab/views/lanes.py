"""The lanes of a conversation: one a subagent, nested as they are, parallel ones told apart.

A lane has a number, by which its rail keeps its colour, and a name that no other has: the second
subagent of a name is called ``name #2``.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wirelab.projections.subagents import Subagent

_DEEPEST = 8
_UNANNOUNCED = -1


class Lanes:
    """The lanes of one list of subagents, which grows; ``update`` costs what is new."""

    def __init__(self) -> None:
        self._subagents: Sequence[Subagent] = ()
        self._number: dict[str, int] = {}
        self._names: list[str] = []
        self._seen: Counter[str] = Counter()

    def update(self, subagents: Sequence[Subagent]) -> None:
        """Take in this list: what was added to the one of before, or all of another."""
        if subagents is not self._subagents:
            self._subagents = subagents
            self._number.clear()
            self._names.clear()
            self._seen.clear()
        for at in range(len(self._names), len(subagents)):
            name = subagents[at].name
            self._number[subagents[at].id] = at
            self._seen[name] += 1
            again = self._seen[name]
            self._names.append(f"{name} #{again}" if again > 1 else name)

    def of(self, owner: str | None) -> tuple[int, ...]:
        """The numbers of an owner's lanes, outermost first; none for the parent run."""
        lane: list[int] = []
        while owner is not None and len(lane) < _DEEPEST:
            number = self._number.get(owner, _UNANNOUNCED)
            lane.append(number)
            owner = self._subagents[number].parent_id if number != _UNANNOUNCED else None
        return tuple(reversed(lane))

    def name(self, owner: str | None) -> str:
        """What an owner is called; its id where it was not announced, nothing for the parent."""
        number = self._number.get(owner or "", _UNANNOUNCED)
        return (self.name_of(number) if number != _UNANNOUNCED else "") or owner or ""

    def name_of(self, number: int) -> str:
        return self._names[number]
