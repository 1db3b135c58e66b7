"""Items that are done with, packed: a page of neighbours at a time, found again by key.

A stream may be judged while far more passes than fits in memory; what passed is asked for seldom.
Items come back equal to what they were, and are nobody's: whoever changes one holds it elsewhere
from then on and forgets the one here.
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Key = TypeVar("Key")
Members = tuple[Any, ...]

_QUICK = 1
_WITHOUT_REFERENCES = 2
_PAGES_OPEN = 4


class PackedItems(Generic[Key, Item]):
    """flat, made: an item as plain values, and back again. key: what it is found by.

    ever: how many items the pages show; its length is how many of them are still to be found here.
    page_of: the page of each that is, by the hash of its key.
    """

    def __init__(
        self,
        key: Callable[[Item], Key],
        flat: Callable[[Item], Members],
        made: Callable[[Members], Item],
    ) -> None:
        self._key, self._flat, self._made = key, flat, made
        self._pages: list[bytes] = []
        self.page_of: dict[int, int] = {}
        self._open: dict[int, dict[Key, Item]] = {}
        self.ever = 0

    def __len__(self) -> int:
        return len(self.page_of)

    def get(self, key: Key) -> Item | None:
        page = self.page_of.get(hash(key))
        return None if page is None else self.page(page).get(key)

    def add(self, items: Sequence[Item]) -> bool:
        """Pack a page; False, and nothing is packed, where an item has no place here: its key is
        taken, or it holds what cannot be packed."""
        keys = {hash(self._key(item)) for item in items}
        if len(keys) < len(items) or not self.page_of.keys().isdisjoint(keys):
            return False
        try:
            content = marshal.dumps([self._flat(item) for item in items], _WITHOUT_REFERENCES)
        except ValueError:
            return False
        self.page_of.update(dict.fromkeys(keys, len(self._pages)))
        self.ever += len(items)
        self._pages.append(zlib.compress(content, _QUICK))
        return True

    def forget(self, key: Key) -> None:
        """The item is held elsewhere; the pages still show where it stood."""
        self.page_of.pop(hash(key), None)

    def clear(self) -> None:
        self.ever = 0
        self._pages.clear()
        self.page_of.clear()
        self._open.clear()

    def keys(self) -> Iterator[Key]:
        """Those that are still to be found here."""
        for number in self.pages():
            for key in self.page(number):
                if self.page_of.get(hash(key)) == number:
                    yield key

    def pages(self) -> range:
        """The numbers of the pages, in the order in which they were packed."""
        return range(len(self._pages))

    def page(self, number: int) -> dict[Key, Item]:
        """The items of a page in order, those that are held elsewhere by now among them."""
        page = self._open.pop(number, None)
        if page is None:
            content = marshal.loads(zlib.decompress(self._pages[number]))
            page = {self._key(item): item for item in map(self._made, content)}
            if len(self._open) >= _PAGES_OPEN:
                del self._open[next(iter(self._open))]
        self._open[number] = page
        return page


class PackedTable(MutableMapping[Key, Item]):
    """Items by key, of which most are packed. near: those that are not."""

    def __init__(self, packed: PackedItems[Key, Item]) -> None:
        self.near: dict[Key, Item] = {}
        self._packed, self._page_of = packed, packed.page_of

    def get(self, key: Key, default: Any = None) -> Any:
        item = self.near.get(key)
        if item is None and hash(key) in self._page_of:
            item = self._packed.get(key)
        return default if item is None else item

    def __getitem__(self, key: Key) -> Item:
        item: Item | None = self.get(key)
        if item is None:
            raise KeyError(key)
        return item

    def __setitem__(self, key: Key, item: Item) -> None:
        if key not in self.near:
            self._packed.forget(key)
        self.near[key] = item

    def __delitem__(self, key: Key) -> None:
        if self.near.pop(key, None) is None:
            if self._packed.get(key) is None:
                raise KeyError(key)
            self._packed.forget(key)

    def __contains__(self, key: object) -> bool:
        return key in self.near or self.get(key) is not None  # type: ignore[arg-type]

    def __len__(self) -> int:
        return len(self.near) + len(self._packed)

    def __iter__(self) -> Iterator[Key]:
        """Those that are packed first."""
        yield from self._packed.keys()
        yield from self.near

    def clear(self) -> None:
        self.near.clear()
        self._packed.clear()

    def put_away(self, items: Sequence[Item], keys: Sequence[Key]) -> bool:
        """Pack items that are near, those of these keys; False where it cannot be done."""
        if not all(self.near.get(key) is item for key, item in zip(keys, items, strict=True)):
            return False
        if not self._packed.add(items):
            return False
        for key in keys:
            del self.near[key]
        return True
