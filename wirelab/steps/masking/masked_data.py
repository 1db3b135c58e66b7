"""The data of one event, or the body of a request, with the contents of some groups masked.

Bytes stay as many as they were, and each that is not content stays as it was, however the JSON
is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from wirelab.steps.masking.argument_text import ArgumentText
from wirelab.steps.masking.characters import (
    MaskCharacter,
    mask_character,
    mask_number,
    mask_plain,
    mask_string,
)
from wirelab.steps.masking.content_groups import (
    ANY,
    Group,
    Groups,
    GroupsOf,
    groups_in_event,
    groups_in_input,
)
from wirelab.steps.masking.json_leaves import Leaf, NotJsonError, json_leaves
from wirelab.steps.masking.listed_words import words_of_schemas

_ARGUMENTS = frozenset((Group.TOOL_ARGS,))
_RESULTS = frozenset((Group.TOOL_RESULTS,))


class ContentMask:
    """Masks the groups asked for; calls whose arguments stream are followed from event to event.

    A value that is one of those a schema lists tells no more than the schema, and stays.
    """

    def __init__(self, groups: Groups) -> None:
        self._groups = groups
        self._streams: dict[str, ArgumentText] = {}
        self._chunked = ""
        self._public: set[str] = set()
        self._beginnings: set[str] = set()

    def event(self, data: bytes) -> bytes:
        """The data of an event; what is no JSON object is masked as text."""
        payload = _parsed(data)
        self._learn(payload)
        self._follow(payload)
        masked = self._masked(data, payload, groups_in_event, self._stream_of(payload))
        if payload.get("type") == "TOOL_CALL_END":
            self._streams.pop(str(payload.get("toolCallId")), None)
        return masked

    def input(self, body: bytes) -> bytes:
        """The body of a request."""
        payload = _parsed(body)
        self._learn(payload)
        return self._masked(body, payload, groups_in_input, None)

    def text(self, data: bytes) -> bytes:
        """Bytes of which nobody knows what they are."""
        return mask_plain(data) if self._groups else data

    def _learn(self, payload: dict[str, Any]) -> None:
        for word in words_of_schemas(payload):
            if word not in self._public:
                self._public.add(word)
                self._beginnings.update(word[:end] for end in range(1, len(word) + 1))

    def _follow(self, payload: dict[str, Any]) -> None:
        call_id = payload.get("toolCallId")
        if payload.get("type") == "TOOL_CALL_START":
            self._streams[str(call_id)] = ArgumentText(self._beginnings)
        elif payload.get("type") == "TOOL_CALL_CHUNK" and isinstance(call_id, str):
            self._chunked = call_id

    def _stream_of(self, payload: dict[str, Any]) -> ArgumentText | None:
        """The call that an event brings a fragment of."""
        if payload.get("type") not in ("TOOL_CALL_ARGS", "TOOL_CALL_CHUNK"):
            return None
        call_id = payload.get("toolCallId", self._chunked)
        return self._streams.setdefault(str(call_id), ArgumentText(self._beginnings))

    def _masked(
        self, data: bytes, payload: dict[str, Any], of: GroupsOf, stream: ArgumentText | None
    ) -> bytes:
        if not self._groups:
            return data
        try:
            return b"".join(self._pieces(data, payload, of, stream))
        except NotJsonError:
            return mask_plain(data)

    def _pieces(
        self, data: bytes, payload: dict[str, Any], of: GroupsOf, stream: ArgumentText | None
    ) -> Iterator[bytes]:
        done = 0
        for leaf in json_leaves(data):
            groups = of(payload, leaf.path) if payload and leaf.path else ANY
            inside = data[leaf.start : leaf.stop]
            if self._groups.isdisjoint(groups) or inside.decode("utf-8", "replace") in self._public:
                continue
            yield data[done : leaf.start]
            done = leaf.stop
            if leaf.is_string:
                yield mask_string(inside, self._mask_of(leaf, inside, groups, stream))
            else:
                yield mask_number(inside)
        yield data[done:]

    def _mask_of(
        self, leaf: Leaf, inside: bytes, groups: Groups, stream: ArgumentText | None
    ) -> MaskCharacter:
        """What masks a string: text, or JSON in it, which the call's earlier events may begin."""
        if stream is not None and leaf.path == ("delta",):
            return stream.mask
        if _ARGUMENTS <= groups != ANY or (_RESULTS <= groups != ANY and _is_json(inside)):
            return ArgumentText(self._beginnings).mask
        return mask_character


def _is_json(inside: bytes) -> bool:
    """Whether a string holds an object or array as text, as results often do."""
    if inside.lstrip()[:1] not in (b"{", b"["):
        return False
    try:
        json.loads(json.loads(b'"' + inside + b'"'))
    except (ValueError, RecursionError):
        return False
    return True


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        payload = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return payload if isinstance(payload, dict) else {}
