"""The gate on values that a decoder can produce and a schema author does not think of."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import Any

import pytest

from wirelab.protocol.event_types import EVENT_TYPES
from wirelab.protocol.schema_explanation import explain
from wirelab.protocol.schema_gate import gate
from wirelab.protocol.versions import KNOWN, NEWEST


def both_accept(definition: str, value: Any, version: str = NEWEST) -> bool:
    """The verdict of the gate, which the explanation has to share."""
    accepted = gate(version).accepts(definition, value)
    assert (explain(version, definition, value) == []) == accepted
    return accepted


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("number", "accepted"),
    [
        (0, True),
        (1.0, True),
        (-0.0, True),
        (2**53 - 1, True),
        (float(2**53 - 1), True),
        (1 - 2**53, True),
        (2**53, False),
        (float(2**53), False),
        (-(2**53), False),
        (10**400, False),
        (1e300, False),
        (1.5, False),
        (math.inf, False),
        (True, False),
        ("1", False),
        (None, False),
    ],
)
def test_timestamps(number: Any, accepted: bool) -> None:
    event = {"type": "RAW", "event": 1, "timestamp": number}
    assert both_accept("RawEvent", event) is accepted


@pytest.mark.parametrize(
    ("pointer", "accepted"),
    [
        ("", True),
        ("/", True),
        ("/a/~0/~1", True),
        ("/\n", True),
        ("/a\n", True),
        ("/\u2028\r", True),
        ("/é😀", True),
        ("/\ud800", True),
        ("\n", False),
        ("\r", False),
        ("a", False),
        ("a/", False),
        ("/~", False),
        ("/~\n", False),
        ("/~2", False),
        ("/~\ud800", False),
        ("#/a", False),
        (None, False),
        (0, False),
    ],
)
def test_pointers_end_where_the_text_ends(pointer: Any, accepted: bool) -> None:
    assert both_accept("JsonPointer", pointer) is accepted


def test_a_very_long_pointer_takes_no_time() -> None:
    assert both_accept("JsonPointer", "/a~0" * 1_000_000)
    assert not both_accept("JsonPointer", "/a~0" * 1_000_000 + "~")


@pytest.mark.parametrize(
    "anything",
    ["\ud800", {"\udfff": ["\ud800"]}, 10**5000, math.inf, 0],
    ids=["surrogate", "surrogates inside", "huge", "infinite", "plain"],
)
def test_any_json_is_accepted_where_any_json_may_stand(anything: Any) -> None:
    check = gate(NEWEST).event_checks["CUSTOM"]
    assert check({"type": "CUSTOM", "name": "\ud800", "value": anything})
    assert not check({"type": "CUSTOM", "value": anything})
    assert not check({"type": "CUSTOM", "name": "x", "value": 1, "\ud800": anything})
    assert not check({"type": "\ud800", "name": "x", "value": anything})


def test_values_nested_without_end_are_judged() -> None:
    check = gate(NEWEST).event_checks["STATE_SNAPSHOT"]
    assert check({"type": "STATE_SNAPSHOT", "snapshot": nested(100_000)})
    assert not check({"type": "STATE_SNAPSHOT", "snapshot": nested(100_000), "x": "\ud800"})


def test_every_type_has_its_check_against_its_own_definition() -> None:
    for version in KNOWN:
        checks = gate(version).event_checks
        assert not any(checks[type_]({"type": "NOPE"}) for type_ in EVENT_TYPES)
        assert checks["RAW"]({"type": "RAW", "event": None})
        assert not checks["NOPE"]({"type": "NOPE"})


def test_not_null_is_anything_else() -> None:
    for value in (0, False, "", [], {}):
        assert both_accept("RawEvent", {"type": "RAW", "event": None, "rawEvent": value})
    assert not both_accept("RawEvent", {"type": "RAW", "event": None, "rawEvent": None})


def test_patch_operations_are_open_and_events_closed_through_composition() -> None:
    operation = {"op": "remove", "path": "/a", "value": 1, "extra": None}
    event = {"type": "STATE_DELTA", "delta": [operation], "subagentRunId": "s", "timestamp": 1}
    assert both_accept("StateDeltaEvent", event)
    assert not both_accept("StateDeltaEvent", event | {"extra": 1})


def test_the_encrypted_value_type_came_with_1_1() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": ""}}
    call |= {"encryptedValue": "x", "encryptedValueType": "t"}
    assert both_accept("ToolCall", call, "1.1")
    assert not both_accept("ToolCall", call, "1.0")


def test_names_that_are_none() -> None:
    with pytest.raises(KeyError):
        gate("0.9")
    with pytest.raises(KeyError):
        gate(NEWEST).accepts("Nope", {})


def test_importing_loads_no_validator() -> None:
    program = (
        "import sys, wirelab.protocol.schema_gate, wirelab.protocol.schema_explanation;"
        "sys.exit(any(name.startswith('jsonschema') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
