"""What the values of a filter mean: globs, texts, times, places in a payload.

Nothing here can be made slow by what came over the wire: patterns match without backtracking, and
an id longer than any real one is read up to ``MOST_READ`` characters.
"""

from __future__ import annotations

import json
import operator
import re
from fnmatch import translate
from typing import TYPE_CHECKING, Any

from wirelab.protocol.json_pointer import PointerError, array_index, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MOST_READ = 4096
_TIME = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?)(ms|s)?")
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}
_GLOB_SIGNS = "*?"


class ValueFault(ValueError):
    """A value is off; ``str()`` says what was expected. offset: where in it, from 0."""

    def __init__(self, expected: str, offset: int = 0) -> None:
        super().__init__(expected)
        self.offset = offset


def has_glob_signs(text: str) -> bool:
    return any(sign in text for sign in _GLOB_SIGNS)


def glob(text: str, literal: bool) -> Callable[[str], bool]:
    """Whether a text is the pattern: ``*`` is any characters, ``?`` one; case does not matter.

    literal: both signs stand for themselves.
    """
    wanted = text.casefold()
    if literal or not has_glob_signs(wanted):
        return lambda found: found[:MOST_READ].casefold() == wanted
    pattern = re.compile(translate(wanted.replace("[", "[[]")))
    return lambda found: pattern.match(found[:MOST_READ].casefold()) is not None


def needles(text: str) -> tuple[str, ...]:
    """A text with its case folded, as it is and as JSON writes it."""
    written = json.dumps(text)[1:-1].casefold()
    return tuple(dict.fromkeys((text.casefold(), written)))


def comparison(sign: str, text: str) -> Callable[[float | None], bool]:
    """Whether a time in milliseconds compares so; an unknown time never does.

    text: a number of seconds, or with its unit, ms or s. Raises ValueFault.
    """
    read = _TIME.fullmatch(text)
    if read is None:
        raise ValueFault("expected a number of seconds, or with a unit: 3.5, 3.5s or 800ms")
    bound = float(read[1]) * (1 if read[2] == "ms" else 1000)
    compare = _COMPARISONS[sign]
    return lambda found: found is not None and compare(found, bound)


def pointer_tokens(text: str) -> tuple[str, ...]:
    """The tokens of a JSON pointer. Raises ValueFault."""
    if not text.startswith("/"):
        raise ValueFault("expected a JSON pointer that begins with /, as in path:/delta")
    try:
        return parse(text)
    except PointerError as error:
        raise ValueFault(f"expected a JSON pointer, where {error}") from None


def values_at(document: Any, tokens: tuple[str, ...], wild: bool) -> list[Any]:
    """The values at a pointer; wild: a token ``*`` is every member and every item."""
    found = [document]
    for token in tokens:
        found = [value for outer in found for value in _step(outer, token, wild)]
    return found


def _step(outer: Any, token: str, wild: bool) -> Iterable[Any]:
    if isinstance(outer, dict):
        if wild and token == "*":
            return outer.values()
        return (outer[token],) if token in outer else ()
    if isinstance(outer, list):
        if wild and token == "*":
            return outer
        index = array_index(token)
        return () if index is None else outer[index : index + 1]
    return ()


def contains(text: str) -> Callable[[Any], bool]:
    """Whether a string holds the text, or the JSON of any other value does; by folded case."""
    wanted = text.casefold()

    def holds(value: Any) -> bool:
        return wanted in (value if isinstance(value, str) else _json(value)).casefold()

    return holds


def equals(text: str, literal: bool) -> Callable[[Any], bool]:
    """Whether a string is the text, by folded case, or (not literal) a number, true, false or
    null is what the text says."""
    wanted = text.casefold()
    scalar = _MISSING if literal else _scalar(text)

    def is_it(value: Any) -> bool:
        if isinstance(value, str):
            return value.casefold() == wanted
        return isinstance(value, bool) == isinstance(scalar, bool) and value == scalar

    return is_it


_MISSING = object()


def _scalar(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return _MISSING
    return _MISSING if isinstance(value, str | dict | list) else value


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except ValueError:  # an integer of thousands of digits
        return ""
