"""What a messages snapshot changes in what was streamed: legal, silent, wrong on screen.

Each difference is ``{"what", "id", ...}``: ``renamed`` (to), ``rewritten`` (to, before, after),
``text`` and ``arguments`` (before, after), ``merged`` (to), ``gone``; and ``holder`` (to): the
message a client made for a call without a parent gets an id - nothing on the wire had named one.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from wirelab.projections.message_json import readable_calls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.projections.messages import Message
    from wirelab.projections.world import World

Difference = dict[str, Any]

_TYPES = {"text": "TEXT_MESSAGE", "reasoning": "REASONING_MESSAGE"}
_MOST_READ = 20_000_000
"""Characters of a snapshot's contents that are read to find streamed text in them."""
_ONE_LOOK = 200
"""What a look at one message counts as, in characters."""


def differences(
    streamed: list[Message], restated: list[tuple[Message, dict[str, Any]]], world: World
) -> list[Difference]:
    """Compare streamed messages with those of a snapshot, before it is applied."""
    by_id = {message.id: message for message, _ in restated}
    held_ids = {message.id for message in world.messages.order}
    fresh = _Fresh([message for message, _ in restated if message.id not in held_ids])
    roles = {message.family for message in by_id.values()}
    found: list[Difference] = []
    for message in streamed:
        twin = by_id.get(message.id)
        if twin is not None:
            found += _changed(message, twin) if not _lost_text(message, world) else ()
        elif message.family not in ("activity", "reasoning") or message.family in roles:
            found.append(_missing(message, fresh))
    if "TOOL_CALL_ARGS" not in world.losses.spoilt:
        for _, payload in restated:
            found += _changed_arguments(payload, world)
    return found


def _lost_text(message: Message, world: World) -> bool:
    """Whether text of this run, and perhaps of the message, did not get anywhere: told there."""
    return f"{_TYPES.get(message.family)}_CONTENT" in world.losses.spoilt


def _changed(message: Message, twin: Message) -> list[Difference]:
    if message.family == "activity" or message.open:
        return []
    before, after = message.content, twin.content
    if before == after or (not before and not after):
        return []
    return [{"what": "text", "id": message.id, "before": before, "after": after}]


class _Fresh:
    """The snapshot's messages that a client did not hold, to find streamed ones again among."""

    def __init__(self, messages: list[Message]) -> None:
        self._messages = messages
        self._left_to_read = _MOST_READ
        self._places: dict[tuple[str, str, str | None], int] = {}
        for index, message in enumerate(messages):
            for mark in _marks(message):
                self._places.setdefault(mark, index)

    def same_item(self, message: Message) -> Message | None:
        """The first that is the same item under another id."""
        places = [self._places[mark] for mark in _marks(message) if mark in self._places]
        return self._messages[min(places)] if places else None

    def holding(self, text: str) -> Message | None:
        """The first whose content holds a text, and perhaps more."""
        return next((each for each, body in self._read() if text in body), None) if text else None

    def most_of(self, text: str, family: str) -> Message | None:
        """The first of a family whose content is most of a text."""
        for each, body in self._read():
            if each.family == family and body in text and 2 * len(body) >= len(text) > 0:
                return each
        return None

    def _read(self) -> Iterator[tuple[Message, str]]:
        """All with their content, as long as there is not too much to read again and again."""
        for message in self._messages:
            if self._left_to_read <= 0:
                return
            if isinstance(message.body, str):
                self._left_to_read -= len(message.body) + _ONE_LOOK
                yield message, message.body


def _marks(message: Message) -> list[tuple[str, str, str | None]]:
    """What tells an item under whatever id: the call it answers, those it holds, else its text."""
    family = message.family
    if family == "tool":
        return [(family, "call", message.tool_call_id)]
    if message.call_ids:
        return [(family, "call", call_id) for call_id in message.call_ids]
    return [(family, "text", message.text)] if message.text else []


def _missing(message: Message, fresh: _Fresh) -> Difference:
    """A streamed message the snapshot does not name: renamed, merged into another, or gone."""
    base: Difference = {"id": message.id, "role": message.role}
    same, text = fresh.same_item(message), message.text
    if same is not None:
        minted = message.origin == "call" and message.id in message.call_ids
        return base | {"what": "holder" if minted else "renamed", "to": same.id}
    if (merged := fresh.holding(text)) is not None:
        return base | {"what": "merged", "to": merged.id}
    if (rest := fresh.most_of(text, message.family)) is not None:
        words = {"what": "rewritten", "to": rest.id, "before": text, "after": rest.body}
        return base | words
    return base | {"what": "gone"}


def _changed_arguments(payload: dict[str, Any], world: World) -> list[Difference]:
    found: list[Difference] = []
    for given in readable_calls(payload):
        call = world.tool_calls.by_id.get(given["id"])
        if call is None or call.origin != "stream" or call.open:
            continue
        before, after = call.held_arguments, given["function"].get("arguments")
        if isinstance(after, str) and not _same_json(before, after):
            found.append({"what": "arguments", "id": call.id, "before": before, "after": after})
    return found


def _same_json(before: str, after: str) -> bool:
    if before == after:
        return True
    try:
        return bool(json.loads(before) == json.loads(after))
    except (ValueError, RecursionError):
        return False
