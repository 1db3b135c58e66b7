"""Shims: what AG-UI once described and no longer does, read as what took its place.

The first stage after decoding, whatever version is judged by; every translation is stated. The
payload is never modified: a translated one shares what did not change. A `binary` part that has no
counterpart stays where it is, so that places keep their numbers, and enforcement drops it.
[basic/versioning, retired shapes]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from wirelab.protocol.event_types import REPLACEMENT_OF
from wirelab.session.event import Departure, DepartureKind

Json: TypeAlias = Any
Payload: TypeAlias = dict[str, Any]

_NULLS_OF_ANY_EVENT = ("rawEvent",)
_NULLS = {
    "TOOL_CALL_START": ("parentMessageId",),
    "TOOL_CALL_CHUNK": ("parentMessageId",),
    "RUN_FINISHED": ("outcome", "result"),
    "SUBAGENT_FINISHED": ("result",),
}
_MEDIA = ("image", "audio", "video", "document")
_STATED_AT_MOST = 100


class Shims:
    """The shims of one exchange; they remember which made-up id is open.

    exchange: its number, so that ids made here stay apart from those of other exchanges.
    """

    def __init__(self, exchange: int = 0) -> None:
        self._exchange = exchange
        self._made = 0
        self._open: dict[str, str] = {}

    def apply(self, payload: Payload) -> tuple[Payload, list[Departure]]:
        """The event in today's shape, and what was translated; itself if nothing was."""
        type_ = payload.get("type")
        if not isinstance(type_, str):
            return payload, []
        shim = _Translation(nulls=True)
        payload = shim.without_nulls(payload, (*_NULLS_OF_ANY_EVENT, *_NULLS.get(type_, ())), "")
        if type_ in REPLACEMENT_OF:
            payload = self._reasoning(payload, type_, shim)
        elif type_ == "TOOL_CALL_RESULT":
            payload = _member(payload, "content", "", shim.content)
        elif type_ == "MESSAGES_SNAPSHOT":
            payload = _member(payload, "messages", "", shim.messages)
        elif type_ == "RUN_STARTED":
            payload = _member(payload, "input", "", shim.run_input)
        return payload, shim.departures

    def _reasoning(self, payload: Payload, type_: str, shim: _Translation) -> Payload:
        now = REPLACEMENT_OF[type_]
        given = payload.get("messageId")
        message_id = self._id_for(type_, given if isinstance(given, str) else None)
        rest = payload | {"type": now, "messageId": message_id}
        detail = {"now": now}
        if type_ == "THINKING_START" and rest.pop("title", None) is not None:
            detail["lost"] = "title"
        shim.state(DepartureKind.RETIRED_TYPE, "/type", type_, detail)
        if now == "REASONING_MESSAGE_START":
            rest["role"] = "reasoning"
        return rest

    def _id_for(self, type_: str, given: str | None) -> str:
        """The id of the span or message; one that nothing opened gets one all the same."""
        item = "message" if "TEXT" in type_ else "span"
        held = self._open.pop(item, None)
        if given is not None:
            id_ = given
        elif held is None or type_.endswith("START"):
            self._made += 1
            id_ = f"thinking-{self._exchange}-{self._made}"
        else:
            id_ = held
        if not type_.endswith("END"):
            self._open[item] = id_
        return id_


def shim_run_input(payload: Payload) -> tuple[Payload, list[Departure]]:
    """A RunAgentInput in today's shape, and what was translated; nulls stay what they are."""
    shim = _Translation(nulls=False)
    return shim.run_input(payload, ""), shim.departures


class _Translation:
    """The translation of one payload; ``nulls``: whether the tolerated ones are read as absent."""

    def __init__(self, *, nulls: bool) -> None:
        self.departures: list[Departure] = []
        self._nulls = nulls

    def state(
        self, kind: DepartureKind, pointer: str, subject: str, detail: Payload | None = None
    ) -> None:
        if len(self.departures) < _STATED_AT_MOST:
            self.departures.append(Departure(kind, pointer, subject, detail or {}))

    def without_nulls(self, payload: Payload, names: tuple[str, ...], at: str) -> Payload:
        nulls = [name for name in names if name in payload and payload[name] is None]
        for name in nulls:
            self.state(DepartureKind.TOLERATED_NULL, f"{at}/{name}", name)
        if not nulls:
            return payload
        return {name: value for name, value in payload.items() if name not in nulls}

    def run_input(self, value: Json, at: str) -> Json:
        return _member(value, "messages", at, self.messages)

    def messages(self, value: Json, at: str) -> Json:
        return _each(value, at, lambda item, place: _member(item, "content", place, self.content))

    def content(self, value: Json, at: str) -> Json:
        return _each(value, at, self._part)

    def _part(self, part: Json, at: str) -> Json:
        if not isinstance(part, dict):
            return part
        if part.get("type") == "binary":
            return self._binary(part, at)
        if self._nulls and part.get("type") in _MEDIA:
            return self.without_nulls(part, ("metadata",), at)
        return part

    def _binary(self, part: Payload, at: str) -> Payload:
        media_type = _text(part.get("mimeType"))
        source = next((name for name in ("data", "url") if _text(part.get(name))), None)
        if source is None or not media_type:
            lacks = "data or url" if source is None else "mimeType"
            self.state(DepartureKind.BINARY_PART_DROPPED, at, f"it has no {lacks}")
            return part
        kind = media_type.partition("/")[0].lower()
        kind = kind if kind in _MEDIA else "document"
        self.state(DepartureKind.BINARY_PART, at, media_type, {"now": kind})
        translated = {
            "type": kind,
            "source": {"type": source, "value": part[source], "mimeType": media_type},
        }
        if _text(part.get("filename")):
            translated["metadata"] = {"filename": part["filename"]}
        return translated


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _member(value: Json, name: str, at: str, translate: Callable[[Json, str], Json]) -> Json:
    """The object with one member translated; itself where that changes nothing."""
    if not isinstance(value, dict) or name not in value:
        return value
    translated = translate(value[name], f"{at}/{name}")
    return value if translated is value[name] else {**value, name: translated}


def _each(value: Json, at: str, translate: Callable[[Json, str], Json]) -> Json:
    """The list with every item translated; itself where that changes nothing."""
    if not isinstance(value, list):
        return value
    translated = [translate(item, f"{at}/{index}") for index, item in enumerate(value)]
    same = all(new is old for new, old in zip(translated, value, strict=True))
    return value if same else translated
