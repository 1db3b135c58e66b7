"""The steps of a page applied in Python, as its script does: what the tabs show at each event."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from wirelab.exports.html_page.call_items import call_item
from wirelab.exports.html_page.entry_items import entry_item
from wirelab.exports.html_page.json_values import exact
from wirelab.exports.html_page.steps import DELTA, Instant
from wirelab.exports.html_page.timeline import timeline
from wirelab.projections.messages import Message
from wirelab.session.session import Session
from wirelab.views.lanes import Lanes
from wirelab.views.transcript import transcript

Shown = dict[str, Any]


def shown_by_steps(session: Session) -> Iterator[tuple[int, Shown]]:
    """What the page's model holds after each event that changed it."""
    order: list[int] = []
    items: dict[int, dict[str, Any]] = {}
    values: dict[int, Any] = {}
    calls: dict[str, dict[str, Any]] = {}
    pieces: dict[str, list[Any]] = {}
    state: list[Any] = [{}]
    for seq, steps in timeline(session, session.event_count):
        event = session.events[seq] if seq >= 0 else None
        for step in steps:
            match step:
                case ["order", at, gone, numbers]:
                    order[at : at + gone] = numbers
                case ["item", number, members]:
                    text = items.get(number, {}).get("text", "")
                    items[number] = {"text": text} | members
                case ["text", number, text]:
                    said = event.payload["delta"] if text == DELTA and event else text
                    items[number] = items[number] | {"text": items[number]["text"] + said}
                case ["value", number, changes]:
                    values[number] = changed(values.get(number), changes)
                case ["call", call_id, members, *given]:
                    calls[call_id] = members
                    for each in given:
                        pieces[call_id] = [piece[2] for piece in each]
                case ["piece", call_id, text]:
                    said = event.payload["delta"] if text == DELTA and event else text
                    pieces[call_id].append(said)
                case ["state", changes, _]:
                    state = [changed(state[0], changes)]
        entries = [items[number] | {"value": values.get(number)} for number in order]
        shown = {"entries": entries, "calls": calls, "pieces": pieces, "state": state[0]}
        yield seq, copy.deepcopy(shown)


def shown_by_world(session: Session, seq: int) -> Shown:
    """The same, made anew of the world as it stands after an event."""
    world = session.world_at(seq)
    instant = Instant(session, seq, world, session.events[seq])
    entries = []
    for entry in transcript(instant, Lanes()):
        message = entry.subject
        item = {"text": "", "value": None} | entry_item(entry, instant)
        if isinstance(message, Message):
            body = message.body
            item["text"] = "".join(message.parts) if body is None else ""
            item["text"] = body if isinstance(body, str) else item["text"]
            item["value"] = exact(body) if message.family == "activity" else None
        entries.append(item)
    calls = world.tool_calls.by_id.values()
    return {
        "entries": entries,
        "calls": {call.id: call_item(call, world) for call in calls},
        "pieces": {call.id: [each.text for each in call.fragments] for call in calls},
        "state": exact(world.state.document),
    }


def changed(value: Any, changes: list[list[Any]]) -> Any:
    holder = [copy.deepcopy(value)]
    for op, path, *new in changes:
        parent: Any = holder
        tokens = ["0", *path]
        for token in tokens[:-1]:
            parent = parent[int(token)] if isinstance(parent, list) else parent[token]
        last = int(tokens[-1]) if isinstance(parent, list) else tokens[-1]
        match op:
            case "del":
                del parent[last]
            case "add" if isinstance(parent, list):
                parent.insert(last, new[0])
            case _:
                parent[last] = new[0]
    return holder[0]
