"""A request's body to a RunAgentInput the agent can run, or the reason why not [basic/run-input].

Malformed input is refused; what the schema does not know is stripped and named, as the protocol
asks of an agent. Everything here happens before a stream begins.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from wirelab.protocol import json_text
from wirelab.protocol.run_input import RunInput, read_run_input
from wirelab.protocol.schema_explanation import (
    UNKNOWN_MEMBER,
    UNKNOWN_PROPERTY,
    faults,
)
from wirelab.protocol.schema_gate import gate
from wirelab.protocol.unknown_material import Stripped
from wirelab.protocol.versions import read_version

_DEFINITION = "RunAgentInput"


class RefusedError(Exception):
    """The agent starts no run.

    status: of the HTTP answer. error: the kind of refusal, in a word.
    pointer: JSON pointer to the member at fault; None where it is none of them.
    more: further members of the answer's body.
    """

    def __init__(
        self, status: int, error: str, reason: str, pointer: str | None = None, **more: Any
    ) -> None:
        super().__init__(reason)
        self.status = status
        self.body = {"error": error, "pointer": pointer, "reason": reason} | more


@dataclass(slots=True, frozen=True)
class Intake:
    """An input to run, and the pointers of what was stripped from it."""

    run_input: RunInput
    stripped: tuple[str, ...] = ()


def read_input(body: bytes, version: str) -> Intake:
    """The RunAgentInput in a body, by the schema of ``version``. Raises RefusedError."""
    payload = _parse(body)
    _check_version(payload, version)
    if gate(version).accepts(_DEFINITION, payload):
        return Intake(read_run_input(payload))
    stripped = _strip(payload, version)
    names = tuple(stranger.pointer for stranger in stripped.strangers)
    return Intake(read_run_input(stripped.value), names)


def _parse(body: bytes) -> dict[str, Any]:
    if not body.strip():
        raise RefusedError(400, "empty-body", "the body must be a RunAgentInput; it is empty")
    try:
        payload = json_text.parse(body).value
        json.dumps(payload, allow_nan=False)
    except json_text.NotJson as error:
        raise RefusedError(400, "not-json", f"the body is not JSON: {error}") from None
    except json_text.TooDeep as error:
        raise RefusedError(400, "nested-too-deep", f"the body is {error}") from None
    except ValueError:
        raise RefusedError(400, "number-too-large", "a number is too large for a double") from None
    if not isinstance(payload, dict):
        found = {list: "an array", str: "a string", type(None): "null"}.get(type(payload))
        reason = f"the body must be a JSON object; it is {found or 'a ' + type(payload).__name__}"
        raise RefusedError(422, "malformed-input", reason, "")
    return payload


def _check_version(payload: dict[str, Any], version: str) -> None:
    """Refuses another major version; newer minors and unreadable ones are served."""
    declared = payload.get("protocolVersion")
    theirs = read_version(declared) if isinstance(declared, str) else None
    ours = read_version(version) or (0, 0)
    if theirs is not None and theirs[0] != ours[0]:
        reason = f"this agent speaks {version}; {declared} is another major version"
        raise RefusedError(400, "unsupported-version", reason, "/protocolVersion")


def _strip(payload: dict[str, Any], version: str) -> Stripped:
    """The payload without what the schema does not know. Raises RefusedError for the first member
    that it knows and refuses."""
    stripped = Stripped(version, _DEFINITION, payload)
    if gate(version).accepts(_DEFINITION, stripped.value):
        return stripped
    for fault in faults(version, _DEFINITION, payload):
        known = fault.keyword not in (UNKNOWN_PROPERTY, UNKNOWN_MEMBER)
        if known and not stripped.covers(fault.pointer):
            reason = f"{fault}; {fault.slip}" if fault.slip else str(fault)
            raise RefusedError(422, "malformed-input", reason, fault.pointer)
    raise RefusedError(422, "malformed-input", "the schema refuses the input", "")
