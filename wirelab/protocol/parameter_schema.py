"""JSON Schemas that users wrote: tool parameters and response schemas, judged without trust.

A schema that is broken, refers outside itself, or costs too much to use says nothing; it never
raises and nothing is fetched.
"""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import islice
from typing import Any

_MOST_MISMATCHES = 3
_LONGEST_SCHEMA = 200_000
_LONGEST_WORDS = 160


def mismatches(schema: Any, instance: Any) -> list[str]:
    """Why a value is not valid by a JSON Schema (any draft), in words; at most three, [] if it is.

    Also [] where the schema cannot be used.
    """
    try:
        text = json.dumps(schema, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return []
    validator = _validator(text) if len(text) <= _LONGEST_SCHEMA else None
    if validator is None:
        return []
    try:
        errors = list(islice(validator.iter_errors(instance), _MOST_MISMATCHES))
    except (ValueError, RecursionError):
        return []
    return [_words(error) for error in errors]


@lru_cache(maxsize=64)
def _validator(text: str) -> Any:
    import jsonschema_rs

    try:
        return jsonschema_rs.validator_for(json.loads(text), retriever=_refuse)
    except (ValueError, RecursionError, jsonschema_rs.ReferencingError):
        return None


def _refuse(uri: str) -> Any:
    raise ValueError(f"not fetched: {uri}")


def _words(error: Any) -> str:
    place = "".join(f"/{token}" for token in error.instance_path)
    words = error.message
    if len(words) > _LONGEST_WORDS:
        words = words[: _LONGEST_WORDS - 1] + "…"
    return f"at {place}: {words}" if place else words
