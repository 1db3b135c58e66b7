"""What the application of a conforming client is given for an event, and how each part came about.

Parts are told apart: the event as it arrived, what shims and enforcement made of it (with the
members they changed), and what chunk expansion derived.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.protocol.event_types import REPLACEMENT_OF
from wirelab.views.brief_json import brief
from wirelab.views.json_changes import ChangeKind, JsonChange, json_changes
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.session.event import Event

AS_IT_CAME = "as it arrived"
MENDED = "mended"
"""Made of the event by shims and enforcement; the members that differ are marked too."""
DERIVED = "derived"
"""Made by chunk expansion: it was never on the wire."""
_MOST_MARKS = 50
_MOST_COMPARED = 5000


@dataclass(slots=True, frozen=True)
class DeliveredForm:
    """The events delivered, in order. marks: words by JSON pointer into ``payloads``."""

    payloads: list[dict[str, Any]]
    marks: dict[str, str]


def delivered_form(event: Event) -> DeliveredForm:
    """What is delivered for an event; nothing where it is dropped or malformed."""
    made = [each for each in event.effects if not each.salvaged]
    marks: dict[str, str] = {}
    for index, each in enumerate(made):
        if not each.derived:
            marks[f"/{index}"] = AS_IT_CAME
        elif each.type in (event.type, REPLACEMENT_OF.get(event.type)):
            marks[f"/{index}"] = MENDED
            _mark_members(marks, event, each, f"/{index}")
        else:
            marks[f"/{index}"] = DERIVED
    return DeliveredForm([each.payload for each in made], marks)


def _mark_members(marks: dict[str, str], event: Event, made: Event, at: str) -> None:
    """What differs between an event and what it was mended to."""
    changes = json_changes(event.payload, made.payload, most=_MOST_MARKS, budget=_MOST_COMPARED)
    for change in changes.rows:
        place = change.pointer
        if change.kind is ChangeKind.REMOVED:
            place = place.rpartition("/")[0]
        before = marks.get(at + place)
        marks[at + place] = ", ".join(filter(None, (before, _words(change))))


def _words(change: JsonChange) -> str:
    if change.kind is ChangeKind.REMOVED:
        return f"- removed {safe(change.pointer.rpartition('/')[2], 40)}"
    if change.kind is ChangeKind.ADDED:
        return "+ new"
    return f"~ was {brief(change.before, 40)}"
