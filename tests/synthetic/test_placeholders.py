"""Placeholders: what they give, and what a value becomes inside a text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.protocol.run_input import read_run_input
from wirelab.synthetic.placeholders import check_placeholders, fill
from wirelab.synthetic.scene import Scene
from wirelab.wire.sse_encoder import canonical_json

INPUT: dict[str, Any] = {
    "threadId": "t-1",
    "runId": "r-1",
    "messages": [
        {"id": "u-1", "role": "user", "content": "first"},
        {"id": "a-1", "role": "assistant", "content": "ok"},
        {"id": "u-2", "role": "user", "content": [{"type": "text", "text": "second"}]},
        {"id": "x-1", "role": "tool", "toolCallId": "c-1", "content": "done", "error": "late"},
    ],
    "state": {"n": 5, "a/b": [None, {"c": True}]},
    "tools": [{"name": "t", "description": "d"}],
    "forwardedProps": {"x": "y"},
}
SCENE = Scene(read_run_input(INPUT), "1.1")
EMPTY = Scene(read_run_input({"threadId": "t", "runId": "r", "messages": []}), "1.1")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("plain", "plain"),
        ("", ""),
        ("{{input.threadId}}", "t-1"),
        ("{{ input.runId }}", "r-1"),
        ("{{version}}", "1.1"),
        ("{{since:1.0/old|'none'}}", "old"),
        ("{{since:1.1/a/b: c|'none'}}", "a/b: c"),
        ("{{since:1.2/new|'none'}}", "none"),
        ("{{turn}}", 2),
        ("turn {{turn}} of {{message_count}}", "turn 2 of 4"),
        ("{{state:/n|0}}", 5),
        ("{{state:/a~1b/1/c|0}}", True),
        ("{{state:/a~1b/0|0}}", None),
        ("{{state:/a~1b/2|0}}", 0),
        ("{{state:/missing|'none'}}", "none"),
        ("{{state:/missing|'a|b'}}", "a|b"),
        ("{{state:/missing|state:/n|'x'}}", 5),
        ("{{state:/missing|[]}}", []),
        ("{{state:/missing|null}}", None),
        ("{{state:/missing|-1.5}}", -1.5),
        ("{{input:/forwardedProps/x|'?'}}", "y"),
        ("{{first_user_text|''}}", "first"),
        ("{{last_user_text|''}}", "second"),
        ("{{tool_message.text|''}}", "done"),
        ("{{tool_message.error|''}}", "late"),
        ("{{advertised.name|''}}", "t"),
        ("{{backend_tool:t}}", "t_"),
        ("{{backend_tool:u}}", "u"),
        ("n={{state:/n|0}}, b={{state:/a~1b|0}}", 'n=5, b=[null,{"c":true}]'),
        ("{{resume:approval/status|'none'}}", "none"),
    ],
)
def test_values(text: str, wanted: Any) -> None:
    check_placeholders(text, ())
    found = fill(text, SCENE)
    assert found == wanted
    assert type(found) is type(wanted)


def test_ids_are_the_same_within_a_run_and_others_in_another() -> None:
    one, again = fill(["{{new:m}}", "{{new:m}} and {{new:n}}"], SCENE)
    assert again.split(" and ")[0] == one
    assert fill("{{new:m}}", EMPTY) != one


def test_a_longer_conversation_with_the_same_run_id_gets_other_ids() -> None:
    longer = INPUT | {"messages": [*INPUT["messages"], {"id": "u-3", "role": "user"}]}
    assert fill("{{new:m}}", Scene(read_run_input(longer), "1.1")) != fill("{{new:m}}", SCENE)


def test_what_is_absent_leaves_out_member_and_item() -> None:
    value = {"a": "{{state:/x|omit}}", "b": ["{{state:/x|omit}}", 1], "c": "<{{state:/x|omit}}>"}
    assert fill(value, SCENE) == {"b": [1], "c": "<>"}


@pytest.mark.parametrize("state", [None, 5, "x", [1]])
def test_spreading_what_is_no_object_adds_nothing(state: Any) -> None:
    scene = Scene(read_run_input(INPUT | {"state": state}), "1.1")
    assert fill({"...": "{{state:|null}}", "a": 1}, scene) == {"a": 1}


def test_spreading_an_object() -> None:
    value = {"...": "{{state:|null}}", "n": 6}
    assert check_placeholders(value, ())
    assert fill(value, SCENE) == {"n": 6, "a/b": [None, {"c": True}]}


def test_a_value_in_a_text_is_bounded_and_alone_it_is_not() -> None:
    long = {"id": "u", "role": "user", "content": "x" * 1000}
    scene = Scene(read_run_input(INPUT | {"messages": [long]}), "1.1")
    assert len(fill("{{last_user_text|''}}", scene)) == 1000
    assert fill("<{{last_user_text|''}}>", scene) == "<" + "x" * 279 + "…>"


def test_what_the_user_says_is_never_read_as_a_placeholder() -> None:
    sly = {"id": "u", "role": "user", "content": "{{version}}"}
    scene = Scene(read_run_input(INPUT | {"messages": [sly]}), "1.1")
    assert fill(["{{last_user_text|''}}", "<{{last_user_text|''}}>"], scene) == [
        "{{version}}",
        "<{{version}}>",
    ]


def test_given_makes_a_fallback_needless() -> None:
    assert check_placeholders("{{state:/n}}", {"state:/n"})


@given(JSON)
def test_a_value_without_placeholders_stays_as_it_is(value: Any) -> None:
    if "{{" not in canonical_json(value) and '"...":' not in canonical_json(value):
        assert not check_placeholders(value, ())
        assert json.dumps(fill(value, SCENE)) == json.dumps(value)
