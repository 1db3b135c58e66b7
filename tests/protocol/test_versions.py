"""Which version a run is judged by, and the schemas of the versions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wirelab.protocol.versions import KNOWN, NEWEST, judged_by, read_version, schema


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("1.1", (1, 1)),
        ("1.10", (1, 10)),
        ("0.9", (0, 9)),
        ("12.0", (12, 0)),
        ("one", None),
        ("1", None),
        ("1.0.3", None),
        ("1.1\n", None),
        (" 1.1", None),
        ("v1.1", None),
        ("1.01", None),
        ("-1.1", None),
        ("١.١", None),
        ("9" * 5000 + ".1", None),
        ("", None),
    ],
)
def test_read_version(text: str, version: tuple[int, int] | None) -> None:
    assert read_version(text) == version


def test_versions_compare_as_numbers() -> None:
    assert (read_version("1.10") or ()) > (read_version("1.9") or ())


@pytest.mark.parametrize(
    ("declared", "judged"),
    [
        ("1.0", "1.0"),
        ("1.1", "1.1"),
        ("1.2", "1.1"),
        ("2.0", "1.1"),
        ("0.9", "1.0"),
        ("one", "1.1"),
        ("1.0.3", "1.1"),
        (None, "1.1"),
    ],
)
def test_a_run_is_judged_by_what_it_declares(declared: str | None, judged: str) -> None:
    assert judged_by(declared) == judged


def test_a_declaration_that_is_no_text_declares_nothing() -> None:
    not_text: Any = 1.0
    assert judged_by(not_text) == NEWEST


def test_the_version_asked_for_comes_first() -> None:
    assert judged_by("1.1", spec="1.0") == "1.0"


def test_what_1_1_adds_is_one_member_on_five_definitions() -> None:
    old, new = schema("1.0")["$defs"], schema("1.1")["$defs"]
    changed = {name for name in new if new[name] != old[name]}
    assert changed == {
        "ReasoningEncryptedValueEvent",
        "BaseMessage",
        "ToolMessage",
        "ReasoningMessage",
        "ToolCall",
    }
    for name in changed:
        added = new[name]["properties"].keys() - old[name]["properties"].keys()
        assert added == {"encryptedValueType"}


@pytest.mark.parametrize("version", KNOWN)
def test_a_schema_says_its_version_and_refers_only_to_its_own_definitions(version: str) -> None:
    whole = schema(version)
    assert version in whole["$id"]
    assert "$comment" not in whole
    references = set(_references(whole))
    assert references <= {f"#/$defs/{name}" for name in whole["$defs"]}
    unused = {name for name in whole["$defs"] if f"#/$defs/{name}" not in references}
    assert unused == {"AgentCapabilities", "Role"}
    json.dumps(whole, allow_nan=False)


def test_an_unknown_version_has_no_schema() -> None:
    with pytest.raises(KeyError):
        schema("1.7")


def _references(node: Any) -> list[str]:
    if isinstance(node, dict):
        own = [node["$ref"]] if "$ref" in node else []
        return own + [found for value in node.values() for found in _references(value)]
    if isinstance(node, list):
        return [found for value in node for found in _references(value)]
    return []
