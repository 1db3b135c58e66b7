"""The words that schemas in a payload list as possible values: of answers, and of arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_MOST_LOOKED_AT = 10_000
"""Values of one schema."""


def words_of_schemas(payload: dict[str, Any]) -> Iterator[str]:
    """The strings under ``enum`` and ``const`` in the schemas of an event or an input."""
    for schema in _schemas(payload):
        yield from _listed(schema)


def _schemas(payload: dict[str, Any]) -> Iterator[Any]:
    outcome, given = payload.get("outcome"), payload.get("input")
    if isinstance(outcome, dict):
        for interrupt in _objects(outcome.get("interrupts")):
            yield interrupt.get("responseSchema")
    for tools in (payload.get("tools"), given.get("tools") if isinstance(given, dict) else None):
        for tool in _objects(tools):
            yield tool.get("parameters")


def _objects(values: Any) -> list[dict[str, Any]]:
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []


def _listed(schema: Any) -> Iterator[str]:
    waiting, looked_at = [schema], 0
    while waiting and looked_at < _MOST_LOOKED_AT:
        value, looked_at = waiting.pop(), looked_at + 1
        if isinstance(value, dict):
            listed = value.get("enum")
            words = [*(listed if isinstance(listed, list) else ()), value.get("const")]
            yield from (word for word in words if isinstance(word, str))
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
