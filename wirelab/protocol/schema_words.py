"""What a value is and what the schema takes, in a few words that fit into one sentence.

Values come from the wire: what is said of one is short, and can always be written as UTF-8.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from wirelab.protocol.definitions import Definitions, Node

_TYPES = {
    "string": "a string",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}
ANY_VALUE = "any value"
_NAMED_AT_MOST = 8


def allowed(known: Definitions, node: Node) -> str:
    """What a node of the schema takes."""
    union = known.union(node)
    if union is not None:
        return f'an object whose "{union.discriminator}" is {one_of(union.branches)}'
    node = known.resolve(node)
    if "const" in node or "enum" in node:
        return one_of(values(node))
    if "type" not in node:
        return "any value but null" if "not" in node else ANY_VALUE
    if node["type"] == ["string", "array"]:
        return "a string or a list of content parts"
    words = _TYPES[node["type"]]
    if "minimum" in node:
        return f"{words} from {'0' if node['minimum'] == 0 else '-(2^53-1)'} to 2^53-1"
    if "minItems" in node:
        return f"{words} that is not empty"
    if "not" in node:
        return 'a JSON Pointer: "", or names that each follow a "/"'
    return words


def found(value: Any) -> str:
    """What a value is: itself where it is short, else its kind and size."""
    if isinstance(value, str):
        return json.dumps(shortened(value), ensure_ascii=False)
    if isinstance(value, dict):
        return f"an object of {counted(value, 'member')}" if value else "an empty object"
    if isinstance(value, list):
        return f"a list of {counted(value, 'item')}" if value else "an empty list"
    if isinstance(value, int) and abs(value) > 10**20:
        return "a very large number"
    return json.dumps(value)


def counted(items: Collection[Any], noun: str) -> str:
    """``1 item``, ``2 items``."""
    return f"{len(items)} {noun}{'' if len(items) == 1 else 's'}"


def shortened(text: str, length: int = 40) -> str:
    """The beginning of a text, with what cannot be encoded made visible."""
    text = text if len(text) <= length else text[: length - 1] + "…"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def one_of(options: Collection[str]) -> str:
    """A choice of words, quoted; only their number where they are many."""
    if len(options) > _NAMED_AT_MOST:
        return f"one of {len(options)} known ones"
    quoted = ", ".join(f'"{option}"' for option in options)
    return quoted if len(options) == 1 else f"one of {quoted}"


def values(node: Node) -> list[str]:
    """The values that a ``const`` or ``enum`` names."""
    return [node["const"]] if "const" in node else list(node["enum"])
