"""A plan as a list of things to do: recognised by its shape, whatever the activity is called."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from wirelab.views.brief_json import brief
from wirelab.views.safe_text import safe

_LABELS = ("title", "name", "label", "description", "text", "step", "task", "query", "content")
_STATES = ("status", "state", "done", "completed", "complete")
_SIGNS = {
    "✔": {"done", "completed", "complete", "finished", "success", "succeeded", "ok", "true"},
    "▶": {"running", "in_progress", "in-progress", "inprogress", "active", "executing", "started"},
    "✖": {"failed", "error", "cancelled", "canceled", "rejected"},
}
_MOST_ITEMS = 200


@dataclass(slots=True, frozen=True)
class Item:
    """One thing to do; every text is safe. at: its place in the list."""

    at: int
    sign: str
    label: str
    state: str


@dataclass(slots=True, frozen=True)
class Checklist:
    """The list of an object; ``member`` is the name it has there, ``count`` its whole length."""

    member: str
    items: list[Item]
    count: int


def checklist_in(content: Any) -> Checklist | None:
    """The first list of an object whose every item has a label and a state; None without one."""
    if not isinstance(content, dict):
        return None
    for member, value in content.items():
        if isinstance(value, list) and value:
            items = [_item(at, each) for at, each in enumerate(islice(value, _MOST_ITEMS))]
            known = [each for each in items if each is not None]
            if len(known) == len(items):
                return Checklist(member, known, len(value))
    return None


def _item(at: int, value: Any) -> Item | None:
    if not isinstance(value, dict):
        return None
    label = next((value[name] for name in _LABELS if isinstance(value.get(name), str)), None)
    state = next((value[name] for name in _STATES if isinstance(value.get(name), str | bool)), None)
    if label is None or state is None:
        return None
    said = safe(state, 30) if isinstance(state, str) else brief(state)
    return Item(at, _sign(said), safe(label, 200), said)


def _sign(state: str) -> str:
    word = state.lower()
    return next((sign for sign, words in _SIGNS.items() if word in words), "○")
