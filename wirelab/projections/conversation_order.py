"""The order of a conversation: messages by rising ``place``, later ones of a place behind earlier.

It reads as a sequence. A message is found by where it stands, never by looking through all.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Generic, Protocol, TypeVar


class Placed(Protocol):
    place: int


Item = TypeVar("Item", bound=Placed)
by_place = attrgetter("place")


@dataclass(slots=True)
class ConversationOrder(Generic[Item]):
    """Items in order.

    held: the last ones, here all of them; it is empty only where there are none at all.
    """

    held: list[Item] = field(default_factory=list)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.held)

    def __reversed__(self) -> Iterator[Item]:
        return reversed(self.held)

    def __len__(self) -> int:
        return len(self.held)

    def __getitem__(self, position: int) -> Item:
        return self.held[position]

    @property
    def last_place(self) -> int:
        """The place of the last item. Raises IndexError where there is none."""
        return self.held[-1].place

    def append(self, item: Item) -> None:
        self.held.append(item)

    def insert(self, item: Item) -> None:
        """Let an item stand behind those of its place."""
        self.held.insert(bisect_right(self.held, item.place, key=by_place), item)

    def position_of(self, item: Item) -> int:
        """Where an item stands."""
        position = bisect_left(self.held, item.place, key=by_place)
        while self.held[position] is not item:
            position += 1
        return position

    def replace(self, item: Item, twin: Item) -> None:
        """Let the twin stand where the item stands."""
        self.held[self.position_of(item)] = twin

    def clear(self) -> None:
        self.held.clear()
