"""What a schema asks of a text or a number, in a few words: ``at most 200 characters``."""

from __future__ import annotations

from typing import Any

from wirelab.views.brief_json import brief
from wirelab.views.safe_text import safe

_WORDS = 80


def limits_of(schema: dict[str, Any]) -> str:
    """The limits of one value, safe to show; empty where there is none."""
    said = (*_length(schema), *_range(schema), *_form(schema))
    return safe(", ".join(said), 2 * _WORDS)


def _length(schema: dict[str, Any]) -> list[str]:
    least, most = _number(schema, "minLength"), _number(schema, "maxLength")
    if least and most:
        return [f"{least} to {most} characters"]
    return [f"{word} {count} characters" for word, count in _either(least, most)]


def _range(schema: dict[str, Any]) -> list[str]:
    least, most = _number(schema, "minimum"), _number(schema, "maximum")
    above, below = _number(schema, "exclusiveMinimum"), _number(schema, "exclusiveMaximum")
    said = [f"{least} to {most}"] if least and most else []
    said = said or [f"{word} {count}" for word, count in _either(least, most)]
    step = _number(schema, "multipleOf")
    return [
        *said,
        *([f"above {above}"] if above else []),
        *([f"below {below}"] if below else []),
        *([f"in steps of {step}"] if step else []),
    ]


def _form(schema: dict[str, Any]) -> list[str]:
    said = [schema.get("format")] if isinstance(schema.get("format"), str) else []
    if isinstance(schema.get("pattern"), str):
        said.append(f"pattern {schema['pattern'][:_WORDS]}")
    return [each[:_WORDS] for each in said if each]


def _either(least: str, most: str) -> list[tuple[str, str]]:
    return [(word, count) for word, count in (("at least", least), ("at most", most)) if count]


def _number(schema: dict[str, Any], word: str) -> str:
    value = schema.get(word)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return brief(value, 20) if is_number else ""
