"""Placeholders in a scenario's strings: ``{{name}}``, filled from the scene of a run.

``{{a|b|'text'}}`` is the first of them that is there; the last may be quoted text, a JSON scalar,
``[]``, or ``omit``, which leaves the member out. A string that is one placeholder takes the JSON
value itself; inside a longer string a value becomes text, of bounded length. An object's member
``"..."`` spreads the object it names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from wirelab.synthetic.sources import ABSENT, Expression, LineError, parse_expression
from wirelab.wire.sse_encoder import canonical_json

if TYPE_CHECKING:
    from wirelab.synthetic.scene import Scene

LONGEST_IN_TEXT = 280
"""Characters a value may bring into a longer text; the rest is cut off with an ellipsis."""

SPREAD = "..."


class _Omit:
    """The fallback that leaves a member out."""


OMIT = _Omit()

_PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_LITERAL = re.compile(r"'.*'|\[\]|true|false|null|-?[0-9].*", re.DOTALL)


@dataclass(slots=True, frozen=True)
class Placeholder:
    """The expressions to try, in order, and what stands in when none is there."""

    text: str
    expressions: tuple[Expression, ...]
    fallback: Any = ABSENT

    def value(self, scene: Scene) -> Any:
        """The value, OMIT where nothing is there; never raises."""
        for expression in self.expressions:
            value = expression.read(scene)
            if value is not ABSENT:
                return value
        return OMIT if self.fallback is ABSENT else self.fallback

    def is_sure(self, given: Collection[str]) -> bool:
        """Whether there is always a value, ``given`` being the expressions known to be there."""
        return self.fallback is not ABSENT or any(
            expression.source.sure or expression.text in given for expression in self.expressions
        )


_Part: TypeAlias = str | Placeholder


def placeholders_in(value: Any) -> list[Placeholder]:
    """All placeholders in the strings of a JSON value. Raises LineError."""
    return [
        part
        for text in _strings(value)
        for part in parse_text(text)
        if isinstance(part, Placeholder)
    ]


def check_placeholders(value: Any, given: Collection[str]) -> bool:
    """Whether filling the value changes it.

    given: expressions that are there whenever it is filled.
    Raises LineError for a placeholder that is not understood, or that may be absent.
    """
    found = placeholders_in(value)
    for placeholder in found:
        if not placeholder.is_sure(given):
            name = placeholder.text
            raise LineError(
                f"{{{{{name}}}}} may be absent: give it a fallback, as in {{{{{name}|'none'}}}}, "
                'or name it in the "given" of the section'
            )
    return bool(found) or _spreads(value)


def fill(value: Any, scene: Scene) -> Any:
    """The value with every placeholder filled; OMIT where that is what it says."""
    if isinstance(value, str):
        return _fill_text(parse_text(value), scene)
    if isinstance(value, list):
        return [part for item in value if (part := fill(item, scene)) is not OMIT]
    if isinstance(value, dict):
        return _fill_object(value, scene)
    return value


def _fill_object(value: dict[str, Any], scene: Scene) -> dict[str, Any]:
    filled: dict[str, Any] = {}
    for key, item in value.items():
        part = fill(item, scene)
        if key == SPREAD:
            filled |= part if isinstance(part, dict) else {}
        elif part is not OMIT:
            filled[key] = part
    return filled


def _fill_text(parts: tuple[_Part, ...], scene: Scene) -> Any:
    if len(parts) == 1:
        return parts[0] if isinstance(parts[0], str) else parts[0].value(scene)
    return "".join(part if isinstance(part, str) else as_text(part.value(scene)) for part in parts)


def as_text(value: Any) -> str:
    """A value as it stands inside a longer text."""
    if value is OMIT:
        return ""
    text = value if isinstance(value, str) else canonical_json(value)
    return text if len(text) <= LONGEST_IN_TEXT else text[: LONGEST_IN_TEXT - 1] + "…"


@lru_cache(maxsize=4096)
def parse_text(text: str) -> tuple[_Part, ...]:
    """Plain text and placeholders, in order. Raises LineError."""
    parts: list[_Part] = []
    end = 0
    for found in _PLACEHOLDER.finditer(text):
        parts += [text[end : found.start()], _parse_placeholder(found[1])]
        end = found.end()
    parts.append(text[end:])
    if any(isinstance(part, str) and "{{" in part for part in parts):
        raise LineError('a placeholder that begins with "{{" does not end')
    return tuple(part for part in parts if part) or ("",)


def _parse_placeholder(inside: str) -> Placeholder:
    head, bar, quoted = inside.partition("|'")
    options = [option.strip() for option in head.split("|")]
    if bar:
        options.append("'" + quoted.rstrip())
    last = options[-1]
    fallback = _literal(last)
    if fallback is not ABSENT:
        del options[-1]
    return Placeholder(inside, tuple(map(parse_expression, options)), fallback)


def _literal(text: str) -> Any:
    """What a fallback stands for; ABSENT where the text is an expression."""
    if text == "omit":
        return OMIT
    if not _LITERAL.fullmatch(text):
        return ABSENT
    try:
        return text[1:-1] if text[0] == "'" else json.loads(text)
    except ValueError:
        raise LineError(f"{text} is neither JSON nor quoted text") from None


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)


def _spreads(value: Any) -> bool:
    if isinstance(value, dict):
        return SPREAD in value or any(map(_spreads, value.values()))
    return isinstance(value, list) and any(map(_spreads, value))
