"""The value that the beginning of a JSON text holds so far, while the rest is still to come."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

from wirelab.protocol.json_size import DEPTH_LIMIT
from wirelab.protocol.json_text import NotJson, TooDeep, parse

_MAY_GO_ON = re.compile(r"\s*|-|[.eE][+-]?|t(ru?)?|f(a(ls?)?)?|n(ul?)?")
"""What may stand where a parser stopped in a text that is only cut off: the start of a word, the
middle of a number."""
_LONGEST_ESCAPE = 6


@dataclass(slots=True, frozen=True)
class JsonPrefix:
    """What can be read of a text.

    value: the value so far; None where nothing of one can be read. whole: the text is complete
    JSON. fault: where it stops being the beginning of any JSON; None while it may go on.
    """

    value: Any
    whole: bool
    fault: NotJson | None = None


def read_prefix(text: str) -> JsonPrefix:
    """Read a text as far as it goes; a string cut in its middle counts as it is.

    Raises TooDeep, and nothing else.
    """
    try:
        return JsonPrefix(parse(text).value, whole=True)
    except NotJson as error:
        fault = error
    if _goes_on(text, fault):
        return JsonPrefix(_value_of(text), whole=False)
    return JsonPrefix(_value_of(text[: fault.position]), whole=False, fault=fault)


def _goes_on(text: str, fault: NotJson) -> bool:
    """Whether the text is only cut off where a parser stopped."""
    if fault.reason.startswith("unterminated string"):
        return True
    if fault.reason.startswith("invalid \\u"):
        return len(text) - fault.position < _LONGEST_ESCAPE
    return _MAY_GO_ON.fullmatch(text, fault.position) is not None


def _value_of(text: str) -> Any:
    """The value of an unfinished text; None where none begins with it."""
    paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    try:
        return from_json(paired, allow_inf_nan=False, allow_partial="trailing-strings")
    except ValueError as error:
        if str(error).startswith("recursion limit"):
            raise TooDeep(DEPTH_LIMIT) from None
        return None
