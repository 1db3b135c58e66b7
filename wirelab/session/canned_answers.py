"""A file of canned answers: what to answer calls of the client's tools and interrupts with.

One JSON object. A tool's name has its result, or ``{"error": "why not"}``;
``interrupt:<id, reason or *>`` has the payload that resolves such an interrupt, or null, which
abandons it. Whatever is wrong with the file is said with its line and column.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from json.decoder import JSONDecodeError, JSONDecoder
from typing import TYPE_CHECKING, Any

from wirelab.errors import UsageError
from wirelab.protocol import json_text
from wirelab.protocol.run_input import UNSET
from wirelab.session.answers import abandoned, resolved, tool_failure, tool_result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.session.owed_answers import OpenCall

_INTERRUPT = "interrupt:"
_ANY = "*"
_BLANKS = re.compile(r"[ \t\r\n]*")


@dataclass(slots=True, frozen=True)
class CannedAnswers:
    """by_tool: results by the tool's name. by_interrupt: payloads by id, reason or ``*``."""

    by_tool: dict[str, Any] = field(default_factory=dict)
    by_interrupt: dict[str, Any] = field(default_factory=dict)

    def entry(self, interrupt: dict[str, Any]) -> dict[str, Any] | None:
        """The entry of ``resume`` for an interrupt: by its id, else its reason, else any's."""
        for key in (interrupt.get("id"), interrupt.get("reason"), _ANY):
            payload = self.by_interrupt.get(key, UNSET) if isinstance(key, str) else UNSET
            if payload is not UNSET:
                return abandoned(interrupt) if payload is None else resolved(interrupt, payload)
        return None

    def message(self, call: OpenCall, message_id: str) -> dict[str, Any] | None:
        """The tool message for a call; None where its tool has none."""
        result = self.by_tool.get(call.name, UNSET)
        if result is UNSET:
            return None
        if isinstance(result, dict) and set(result) == {"error"}:
            return tool_failure(call.id, message_id, result["error"])
        return tool_result(call.id, message_id, result)


def read_canned_answers(data: bytes, name: str) -> CannedAnswers:
    """Read a file of canned answers called ``name``. Raises UsageError: ``name:3:14: ...``."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        raise _fault(name, before, len(before), "the bytes are not UTF-8") from None
    try:
        value = json_text.parse(text).value
    except json_text.NotJson as fault:
        raise _fault(name, text, fault.position, fault.reason.removesuffix(" at")) from None
    except json_text.TooDeep as fault:
        raise _fault(name, text, 0, str(fault)) from None
    start = _skip(text, 0)
    if not isinstance(value, dict):
        raise _fault(name, text, start, "not a JSON object of answers by tool or interrupt")
    return _canned(name, text, value, start + 1)


def _canned(name: str, text: str, value: dict[str, Any], start: int) -> CannedAnswers:
    canned = CannedAnswers()
    for key, key_at, value_at in _members(text, start):
        is_interrupt = key.startswith(_INTERRUPT)
        target = canned.by_interrupt if is_interrupt else canned.by_tool
        subject = key.removeprefix(_INTERRUPT) if is_interrupt else key
        if not subject:
            what = "an id, a reason or *" if is_interrupt else "the name of a tool"
            raise _fault(name, text, key_at, f"{what} is missing")
        if subject in target:
            raise _fault(name, text, key_at, f'"{key[:80]}" has an answer already')
        if not is_interrupt and _is_bad_error(value[key]):
            raise _fault(name, text, value_at, '"error" takes a text that is not empty')
        target[subject] = value[key]
    return canned


def _is_bad_error(value: Any) -> bool:
    alone = isinstance(value, dict) and set(value) == {"error"}
    return alone and not (isinstance(value["error"], str) and value["error"])


def _members(text: str, at: int) -> Iterator[tuple[str, int, int]]:
    """The members of the object whose inside begins at ``at``: name, its place, the value's; the
    text is known to be JSON."""
    decode = JSONDecoder(parse_int=float).raw_decode
    at = _skip(text, at)
    while text[at] != "}":
        key_at = at
        key, at = decode(text, at)
        value_at = _skip(text, _skip(text, at) + 1)
        _, at = decode(text, value_at)
        yield key, key_at, value_at
        at = _skip(text, at)
        at = _skip(text, at + 1) if text[at] == "," else at


def _skip(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks is not None else at


def _fault(name: str, text: str, at: int, reason: str) -> UsageError:
    error = JSONDecodeError("", text, at)
    return UsageError(f"{name}:{error.lineno}:{error.colno}: {reason}")
