"""Known component payloads inside plain JSON: A2UI surfaces and MCP apps, found and named.

A2UI: a message names its surface under one key, such as ``surfaceUpdate`` (0.8) or
``createSurface`` (0.9 and 1.0) [a2ui.org, reference/messages]. MCP apps: a resource with a
``ui://`` URI, or a ``resourceUri`` that points to one [SEP-1865]. The search is bounded, never
raises, and decides by shape alone: nothing is rendered, fetched or trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.views.brief_json import brief
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

_MOST_VALUES = 1000
_MOST_MEMBERS = 200
_DEEPEST = 8
_MOST_PAYLOADS = 20
_MOST_TEXT = 200_000
_MOST_PARTS = 50
_LONGEST_NAME = 80

_A2UI_KEYS = (
    "beginRendering",
    "createSurface",
    "surfaceUpdate",
    "updateComponents",
    "dataModelUpdate",
    "updateDataModel",
    "deleteSurface",
)
_URI_KEYS = ("resourceUri", "ui/resourceUri", "openai/outputTemplate", "uri")


@dataclass(slots=True)
class Component:
    """One payload: ``A2UI surface main``, ``MCP app ui://weather/card``.

    name: safe to show. pointer: where in the value it was found first, as it is there.
    parts: what it is made of, a line each, safe to show.
    """

    name: str
    pointer: str
    parts: list[str] = field(default_factory=list)

    def add(self, part: str) -> None:
        if len(self.parts) < _MOST_PARTS:
            self.parts.append(part)


def components_in(value: Any) -> list[Component]:
    """The component payloads of a JSON value, each surface and each app once, in order."""
    found: dict[str, Component] = {}
    for pointer, item in islice(_containers(value, "", 0), _MOST_VALUES):
        for name, part in _parts_of(item) if isinstance(item, dict) else ():
            if name not in found and len(found) >= _MOST_PAYLOADS:
                continue
            component = found.setdefault(name, Component(name, pointer))
            if part and part not in component.parts:
                component.add(part)
    return list(found.values())


def components_in_text(text: str) -> list[Component]:
    """The same for text that may be JSON, or JSON Lines as A2UI streams them."""
    if text.lstrip()[:1] not in ("{", "[") or len(text) > _MOST_TEXT:
        return []
    try:
        return components_in(parse(text).value)
    except (NotJson, TooDeep):
        return components_in([_value_of(line) for line in text.splitlines()[:_MOST_MEMBERS]])


def _value_of(line: str) -> Any:
    try:
        return parse(line).value
    except (NotJson, TooDeep):
        return None


def _containers(value: Any, pointer: str, depth: int) -> Iterator[tuple[str, Any]]:
    """Every object and array inside a value, outermost first, with its JSON pointer."""
    if depth > _DEEPEST or not isinstance(value, dict | list):
        return
    yield pointer, value
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for token, member in islice(members, _MOST_MEMBERS):
        if isinstance(member, dict | list):
            yield from _containers(member, f"{pointer}/{_escaped(str(token))}", depth + 1)


def _escaped(name: str) -> str:
    return name[:_LONGEST_NAME].replace("~", "~0").replace("/", "~1")


def _parts_of(item: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The name of each component an object belongs to, and the part of it that it is."""
    for key in _A2UI_KEYS:
        message = item.get(key)
        if isinstance(message, dict) and isinstance(message.get("surfaceId"), str):
            version = item.get("version")
            of_version = f" ({safe(version, 12)})" if isinstance(version, str) else ""
            surface = safe(message["surfaceId"], _LONGEST_NAME)
            yield f"A2UI surface {surface}{of_version}", _a2ui_part(key, message)
    for key in _URI_KEYS:
        uri = item.get(key)
        if isinstance(uri, str) and uri[:5].lower() == "ui://":
            yield f"MCP app {safe(uri, _LONGEST_NAME)}", _mcp_part(item)


def _a2ui_part(key: str, message: dict[str, Any]) -> str:
    """What one A2UI message does, such as ``updateComponents: root Column, 3 components``."""
    said = []
    root = message.get("root")
    if isinstance(root, str):
        said.append(f"root {safe(root, 40)}")
    components = message.get("components")
    if isinstance(components, list):
        kinds = ", ".join(_component(each) for each in components[:8])
        more = " …" if len(components) > 8 else ""
        said.append(f"{counted(len(components), 'component')}: {kinds}{more}")
    if "path" in message:
        said.append(f"at {brief(message['path'], 60)}")
    values = (name for name in ("value", "contents", "dataModel") if name in message)
    said += [f"{name} {brief(message[name], 120)}" for name in values]
    if isinstance(message.get("catalogId"), str):
        said.append(f"catalog {safe(message['catalogId'], 80)}")
    return f"{key}  {' · '.join(said)}".rstrip()


def _component(item: Any) -> str:
    """``id Kind``: 0.8 keys the kind, later versions name it."""
    if not isinstance(item, dict):
        return brief(item, 20)
    kind = item.get("component")
    if isinstance(kind, dict):
        kind = next(iter(kind), "")
    words = (word for word in (item.get("id"), kind) if isinstance(word, str))
    return safe(" ".join(words) or "?", 40)


def _mcp_part(item: dict[str, Any]) -> str:
    """What an object says of an MCP app: its type and size, or the input and server of a call."""
    said = []
    if isinstance(item.get("mimeType"), str):
        said.append(safe(item["mimeType"], 60))
    bodies = (name for name in ("text", "blob") if isinstance(item.get(name), str))
    said += [f"{name} of {counted(len(item[name]), 'character')}" for name in bodies]
    of_call = (name for name in ("toolInput", "serverId", "serverHash") if name in item)
    said += [f"{name} {brief(item[name], 120)}" for name in of_call]
    return " · ".join(said)
