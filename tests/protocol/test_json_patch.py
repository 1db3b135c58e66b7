"""JSON Patch: what each operation does, that nothing is half done, and what it costs."""

from __future__ import annotations

import copy
import json
import timeit
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.protocol import plain_patch
from wirelab.protocol.json_patch import Owned, PatchConflict, apply
from wirelab.protocol.json_size import DEPTH_LIMIT, nests_too_deep


def patched(document: Any, *operations: dict[str, Any]) -> Any:
    return apply(document, list(operations), Owned())


def conflict(document: Any, *operations: Any) -> PatchConflict:
    with pytest.raises(PatchConflict) as caught:
        apply(document, list(operations), Owned())
    return caught.value


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def replace(path: str, value: Any) -> dict[str, Any]:
    return {"op": "replace", "path": path, "value": value}


def expect(path: str, value: Any) -> dict[str, Any]:
    return {"op": "test", "path": path, "value": value}


def remove(path: str) -> dict[str, Any]:
    return {"op": "remove", "path": path}


def move(source: str, path: str) -> dict[str, Any]:
    return {"op": "move", "from": source, "path": path}


def copied(source: str, path: str) -> dict[str, Any]:
    return {"op": "copy", "from": source, "path": path}


@pytest.mark.parametrize(
    ("before", "operation", "after"),
    [
        ({}, add("/a", 1), {"a": 1}),
        ({"a": 1}, add("/a", 2), {"a": 2}),
        ({"a": [1, 3]}, add("/a/1", 2), {"a": [1, 2, 3]}),
        ({"a": [1]}, add("/a/1", 2), {"a": [1, 2]}),
        ({"a": [1]}, add("/a/-", 2), {"a": [1, 2]}),
        ({"-": 1}, add("/-", 2), {"-": 2}),
        ({"a": 1}, add("", [1]), [1]),
        (5, add("", None), None),
        ({"": {"": 1}}, replace("//", 2), {"": {"": 2}}),
        ({"a/b": {"m~n": 1}}, replace("/a~1b/m~0n", 2), {"a/b": {"m~n": 2}}),
        ({"~1": 0}, replace("/~01", 2), {"~1": 2}),
        ({"1": 0}, replace("/1", 2), {"1": 2}),
        ([1], replace("", "x"), "x"),
        ({"a": 1, "b": 2}, remove("/a"), {"b": 2}),
        ([1, 2, 3], remove("/1"), [1, 3]),
        ({"a": 1}, remove(""), None),
        ({"a": [1, 2]}, move("/a/0", "/a/1"), {"a": [2, 1]}),
        ({"a": [1, 2]}, move("/a/0", "/a/-"), {"a": [2, 1]}),
        ({"a": {"b": 1}}, move("/a/b", "/c"), {"a": {}, "c": 1}),
        ({"a": {"b": 1}}, move("/a/b", ""), 1),
        ({"a": 1}, move("/a", "/a"), {"a": 1}),
        ({"a": 1}, move("", ""), {"a": 1}),
        ({"a": {}, "ab": 1}, move("/ab", "/a/b"), {"a": {"b": 1}}),
        ({"a": {"b": 1}}, copied("/a", "/c"), {"a": {"b": 1}, "c": {"b": 1}}),
        ({"a": 1}, copied("", "/b"), {"a": 1, "b": {"a": 1}}),
        ({"a": [1.0]}, expect("/a/0", 1), {"a": [1.0]}),
        ({"a": {"x": 1, "y": 2}}, expect("/a", {"y": 2, "x": 1}), {"a": {"x": 1, "y": 2}}),
        ({"a": None}, expect("/a", None), {"a": None}),
    ],
)
def test_an_operation_that_applies(before: Any, operation: Any, after: Any) -> None:
    given_before = copy.deepcopy(before)
    assert patched(before, operation) == after
    assert before == given_before


@pytest.mark.parametrize(
    ("document", "operation", "reason"),
    [
        ({}, replace("/items/0", 1), 'there is no member "items"'),
        ({"a": [1, 2]}, remove("/a/2"), "the array has 2 items"),
        ({"a": [1]}, add("/a/3", 1), "the array has 1 item"),
        ({"a": [1]}, replace("/a/-", 1), '"-" is no index, the array has 1 item'),
        ({"a": [1]}, remove("/a/01"), '"01" is no index, the array has 1 item'),
        ({"a": [1]}, add("/a/x", 1), '"x" is no index, the array has 1 item'),
        ({"a": [1]}, remove("/a/\u0660"), '"\u0660" is no index, the array has 1 item'),
        ({"a": [1]}, remove("/a/" + "9" * 5000), "the array has 1 item"),
        ({"a": "x"}, add("/a/b", 1), "there is a string above it, which has no members"),
        ({"a": None}, add("/a/b/c", 1), "there is null above it, which has no members"),
        (5, add("/a", 1), "there is a number above it, which has no members"),
        ({"a": {"b": 1}}, move("/a", "/a/b"), "a value cannot move into itself"),
        ({}, move("", "/a"), "a value cannot move into itself"),
        ({}, move("/x", "/y"), 'there is no member "x"'),
        ({}, copied("/x", "/y"), 'there is no member "x"'),
        ({"a": 1}, expect("/a", True), "another value stands there"),
        ({"a": 1}, expect("/a", "1"), "another value stands there"),
        ({"a": 0}, expect("/a", False), "another value stands there"),
        ({"a": [1]}, expect("/a", [1, 2]), "another value stands there"),
        ({"a": {"b": None}}, expect("/a", {"c": None}), "another value stands there"),
        ({"a": 1}, add("a", 1), 'a JSON Pointer is "" or begins with "/"'),
        ({"a": 1}, add("/~2", 1), '"~" stands before "0" or "1" only'),
        ({}, {"op": "frob", "path": ""}, "there is no such operation"),
        ({}, {"op": "add", "path": "/a"}, 'the operation has no "value"'),
        ({}, {"op": "copy", "path": "/a"}, 'the operation has no "from"'),
        ({}, {"op": "add", "value": 1, "path": 5}, 'the operation has no "path"'),
        ({}, {"op": ["add"], "path": ""}, "there is no such operation"),
        ({}, {}, 'the operation has no "path"'),
        ({}, "add", "the operation is not an object"),
        ({}, None, "the operation is not an object"),
    ],
)
def test_an_operation_that_does_not_apply(document: Any, operation: Any, reason: str) -> None:
    assert conflict(document, operation).reason == reason


def test_a_conflict_names_the_operation() -> None:
    seen = conflict({"a": 1}, replace("/a", 2), move("/b", "/c"))
    assert (seen.index, seen.operation, seen.pointer) == (1, "move", "/b")


def test_a_patch_that_is_no_list_is_a_conflict() -> None:
    with pytest.raises(PatchConflict, match="not a list"):
        apply({}, {"op": "add"}, Owned())


def test_a_conflict_leaves_everything_as_it_was_even_the_order_of_members() -> None:
    owned = Owned()
    document = apply({"x": {"a": 1, "b": 2, "c": 3}, "l": [1, 2]}, [add("/x/d", 4)], owned)
    before = json.dumps(document)
    operations = [
        remove("/x/a"),
        add("/x/e", 1),
        remove("/l/0"),
        move("/x/b", "/l/0"),
        remove("/q"),
    ]
    with pytest.raises(PatchConflict):
        apply(document, operations, owned)
    assert json.dumps(document) == before


def test_a_move_whose_second_half_fails_puts_the_value_back_in_its_place() -> None:
    owned = Owned()
    document = apply({"a": 1, "b": 2}, [add("/c", 3)], owned)
    with pytest.raises(PatchConflict):
        apply(document, [move("/a", "/q/r")], owned)
    assert json.dumps(document) == '{"a": 1, "b": 2, "c": 3}'


def test_a_copy_is_independent_of_its_original_at_every_depth() -> None:
    owned = Owned()
    document = apply({"a": {"b": {"c": 1}}}, [replace("/a/b/c", 2), copied("/a", "/z")], owned)
    document = apply(document, [replace("/z/b/c", 3)], owned)
    assert document == {"a": {"b": {"c": 2}}, "z": {"b": {"c": 3}}}
    document = apply(document, [replace("/a/b/c", 4)], owned)
    assert document == {"a": {"b": {"c": 4}}, "z": {"b": {"c": 3}}}


def test_what_a_patch_brings_stays_its_own() -> None:
    owned = Owned()
    value = {"deep": [1]}
    document = apply({}, [add("/a", value), add("/a/deep/-", 2)], owned)
    document = apply(document, [add("/a/deep/-", 3), add("/a/more", 1)], owned)
    assert value == {"deep": [1]}
    assert document == {"a": {"deep": [1, 2, 3], "more": 1}}


def test_a_checkpoint_is_the_root() -> None:
    owned = Owned()
    document = apply({"a": {"n": 0}}, [replace("/a/n", 1)], owned)
    checkpoint = document
    owned.clear()
    document = apply(document, [replace("/a/n", 2)], owned)
    assert (checkpoint, document) == ({"a": {"n": 1}}, {"a": {"n": 2}})


def test_an_owned_document_is_changed_in_place() -> None:
    owned = Owned()
    document = apply({"a": {"n": 0}}, [replace("/a/n", 1)], owned)
    assert apply(document, [replace("/a/n", 2)], owned) is document


def test_what_leaves_the_document_is_not_held() -> None:
    owned = Owned()
    document: Any = {"big": {}}
    for turn in range(50):
        document = apply(document, [add("/big/x", turn), replace("/big", {"n": {}})], owned)
        document = apply(document, [add("/big/n/m", 1), remove("/big/n")], owned)
    assert len(owned) <= 2


def test_what_a_refused_patch_brought_is_not_held() -> None:
    owned = Owned()
    document: Any = {"big": {}}
    for turn in range(50):
        brought = [add("/new", {"n": {}}), add("/new/n/m", turn), add("/big/n", turn), remove("/q")]
        with pytest.raises(PatchConflict) as caught:
            apply(document, brought, owned)
        document = caught.value.document
    assert document == {"big": {}}
    assert len(owned) <= 2


def test_a_refused_patch_is_copied_for_once() -> None:
    owned = Owned()
    document: Any = {"rows": [0]}
    before = document
    for _ in range(3):
        with pytest.raises(PatchConflict) as caught:
            apply(document, [add("/rows/-", 1), remove("/q")], owned)
        assert caught.value.document == {"rows": [0]}
        assert document is before or caught.value.document is document
        document = caught.value.document
    assert before == {"rows": [0]}
    assert document is not before


def test_no_patch_nests_a_document_deeper_than_the_limit() -> None:
    deep = "/x" * DEPTH_LIMIT
    document: Any = {}
    for length in range(1, DEPTH_LIMIT + 1):
        document = patched(document, add("/x" * length, {}))
    assert "nest deeper" in conflict(document, add(deep + "/x", 1)).reason
    for operation in (move("/a", "/b/c"), copied("/a", "/b/c"), add("/b/c", document["x"])):
        assert "nest deeper" in conflict({"b": {}, "a": document["x"]}, operation).reason
    assert not nests_too_deep(document)


def test_copies_cannot_make_a_document_explode() -> None:
    doubling = copied("", "/-")
    seen = conflict([1], *[doubling] * 60)
    assert "too large" in seen.reason
    document: Any = [1]
    for _ in range(seen.index):
        document = patched(document, doubling)
    assert "too large" in conflict(document, doubling).reason


def test_a_patch_costs_the_same_on_a_large_document() -> None:
    operations = [
        replace("/a/b/c", 2),
        add("/log/-", {"n": 1}),
        remove("/log/0"),
        expect("/a/b/c", 2),
    ]

    def cost(width: int) -> float:
        owned = Owned()
        rows = [{"id": index, "text": "x" * 80} for index in range(width)]
        document = apply({"rows": rows, "a": {"b": {"c": 1}}, "log": [1]}, operations, owned)
        turn = timeit.Timer(lambda: apply(document, operations, owned))
        return min(turn.repeat(repeat=7, number=200))

    assert cost(50_000) < 5 * cost(50)


NAMES = st.sampled_from(["a", "b", "0", "1", "", "x/y", "~"])
DOCUMENTS = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 1.0, "a", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=12,
)
POINTERS = st.lists(
    st.sampled_from(["a", "b", "0", "1", "2", "01", "-", "", "x~1y", "~0"]), max_size=3
).map(lambda parts: "".join("/" + part for part in parts))
OPERATIONS = st.one_of(
    st.builds(add, POINTERS, DOCUMENTS),
    st.builds(replace, POINTERS, DOCUMENTS),
    st.builds(remove, POINTERS),
    st.builds(move, POINTERS, POINTERS),
    st.builds(copied, POINTERS, POINTERS),
    st.builds(expect, POINTERS, DOCUMENTS),
)


@pytest.mark.parametrize(
    "operations",
    [
        [add("/a", None), copied("", "/a/a")],
        [add("/a", {}), add("/a/b", 1), copied("/a", "/a/c"), remove("/nowhere")],
        [add("/a", []), add("/a/0", 1), copied("/a", "/b"), add("/a/0", 2), remove("/nowhere")],
    ],
)
def test_what_was_changed_and_then_copied_is_given_back_too(operations: list[Any]) -> None:
    owned, start = Owned(), {"z": {"y": 1}}
    document = apply(start, [add("/z/x", 2)], owned)
    was = json.dumps(document)
    with pytest.raises(PatchConflict) as caught:
        apply(document, operations, owned)
    assert json.dumps(caught.value.document) == was
    assert start == {"z": {"y": 1}}


@settings(max_examples=150, deadline=None, database=None)
@given(DOCUMENTS, st.lists(st.tuples(st.lists(OPERATIONS, max_size=4), st.booleans()), max_size=6))
def test_any_patches_do_what_the_rfc_says_and_touch_nothing_else(
    start: Any, turns: list[tuple[list[dict[str, Any]], bool]]
) -> None:
    owned = Owned()
    document = start
    expected = copy.deepcopy(start)
    untouched = [(start, copy.deepcopy(start))]
    for operations, checkpoint in turns:
        untouched.append((operations, copy.deepcopy(operations)))
        try:
            after = plain_patch.apply(expected, operations)
        except plain_patch.DoesNotApply:
            with pytest.raises(PatchConflict) as caught:
                apply(document, operations, owned)
            document = caught.value.document
        else:
            expected = after
            document = apply(document, operations, owned)
        assert json.dumps(document) == json.dumps(expected)
        if checkpoint:
            owned.clear()
            untouched.append((document, copy.deepcopy(document)))
    for value, was in untouched:
        assert json.dumps(value) == json.dumps(was)
