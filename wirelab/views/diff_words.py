"""What differs between two streams, in words: the items by what they are, and each place in them.

Two ways of putting it: what became of the one in the other, or what was expected and what came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.protocol.json_difference import ABSENT
from wirelab.session.stream_items import ItemKind
from wirelab.views.brief_json import brief
from wirelab.views.item_details import Part
from wirelab.views.safe_text import ELLIPSIS, safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.session.stream_items import Item
    from wirelab.views.item_details import Detail

EXCERPT = 60
_BEFORE_PARTING = 12
_NAME = 60
_NUMBERED = frozenset({ItemKind.MESSAGE, ItemKind.REASONING, ItemKind.SNAPSHOT})


def item_label(item: Item) -> str:
    """``assistant message 2``, ``tool call get_weather``, ``step plan``, ``run 1``."""
    if item.kind is ItemKind.RUN:
        return f"run {item.run + 1}"
    name = safe(item.name, _NAME)
    words = f"{name} message" if item.kind is ItemKind.MESSAGE else f"{item.kind.value} {name}"
    numbered = item.number > 1 or item.kind in _NUMBERED
    return f"{words.strip()} {item.number}" if numbered else words.strip()


class Wording:
    """golden: the one stream is what was expected of the other."""

    def __init__(self, *, golden: bool) -> None:
        self._golden = golden
        self.names = ("expected", "actual") if golden else ("a", "b")
        self.missing = "did not come" if golden else "removed"
        self.added = "came, not expected" if golden else "added"

    def detail(self, detail: Detail) -> str:
        """One line; texts from the wire made safe and bounded."""
        where = self._where(detail)
        if detail.part is Part.ORDER:
            return f"{where} came in another order"
        if detail.part is Part.EVENT:
            return f"{where} {self.missing if detail.after is ABSENT else self.added}"
        if detail.at is not None and _is_long(detail):
            one, other = (_from(text, detail.at) for text in (detail.before, detail.after))
            return f"{where} differs at character {detail.at}: {self._values(one, other)}"
        if detail.part is Part.TEXT:
            where = f"text differs at character {detail.at}:"
        if detail.before is ABSENT:
            return f"{where} {self.added}: {brief(detail.after, EXCERPT)}"
        if detail.after is ABSENT:
            return f"{where} {self.missing}: {brief(detail.before, EXCERPT)}"
        values = self._values(*(brief(each, EXCERPT) for each in (detail.before, detail.after)))
        return f"{where} {values}"

    def moved(self, before: str, after: str) -> str:
        """An item stands behind another than it did; labels."""
        if self._golden:
            return f"came after {after}, expected after {before}"
        return f"after {after} in b, after {before} in a"

    def shift(self, before: str, after: str) -> str:
        return self._values(before, after)

    def _values(self, before: str, after: str) -> str:
        return f"expected {before}, came {after}" if self._golden else f"{before} → {after}"

    def _where(self, detail: Detail) -> str:
        pointer = safe(detail.pointer, 80)
        match detail.part:
            case Part.TEXT:
                return "text"
            case Part.ARGUMENT | Part.RESULT if not pointer:
                return {"argument": "arguments", "result": "result"}[detail.part.value]
            case Part.ARGUMENT | Part.RESULT:
                return f"{detail.part.value} {_short(pointer)}"
            case Part.STATE:
                return f"at the end of the run {pointer or 'the whole state'}"
            case Part.PIECES:
                return "deltas"
            case _:
                return f"{safe(detail.subject, 40)} {pointer}".rstrip()


def run_size(items: int, events: int) -> str:
    """``3 items, 12 events``."""
    return f"{counted(items, 'item')}, {counted(events, 'event')}"


def _short(pointer: str) -> str:
    """A member at the top goes by its name."""
    return pointer[1:] if pointer.count("/") == 1 and "~" not in pointer else pointer


def _is_long(detail: Detail) -> bool:
    return max(len(detail.before), len(detail.after)) > EXCERPT


def _from(text: Any, at: int) -> str:
    """A text from a little before the character at which it differs."""
    begin = max(at - _BEFORE_PARTING, 0)
    ahead = ELLIPSIS if begin else ""
    return brief(ahead + text[begin : begin + 2 * EXCERPT], EXCERPT)
