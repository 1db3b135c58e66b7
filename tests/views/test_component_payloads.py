"""A2UI surfaces and MCP apps are found wherever they stand in a value, and named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wirelab.views.component_payloads import components_in, components_in_text

OLD = [
    {"surfaceUpdate": {"surfaceId": "main", "components": [
        {"id": "root", "component": {"Column": {"children": {"explicitList": ["head"]}}}},
        {"id": "head", "component": {"Text": {"text": {"literalString": "Hi"}}}},
    ]}},
    {"dataModelUpdate": {"surfaceId": "main", "path": "/user", "contents": [{"key": "name"}]}},
    {"beginRendering": {"surfaceId": "main", "root": "root"}},
]  # fmt: skip
NEW = [
    {"version": "v0.9", "createSurface": {"surfaceId": "card", "catalogId": "https://c.test/1"}},
    {"version": "v0.9", "updateComponents": {"surfaceId": "card", "components": [
        {"id": "root", "component": "Column", "children": ["head"]},
    ]}},
    {"version": "v0.9", "updateDataModel": {"surfaceId": "card", "path": "/a", "value": 1}},
]  # fmt: skip
RESOURCE = {
    "type": "resource",
    "resource": {
        "uri": "ui://weather/card",
        "mimeType": "text/html;profile=mcp-app",
        "text": "<p>",
    },
}


def names(value: Any) -> list[str]:
    return [each.name for each in components_in(value)]


def test_messages_of_a2ui_0_8_are_one_surface() -> None:
    (surface,) = components_in(OLD)
    assert surface.name == "A2UI surface main"
    assert surface.parts == [
        "surfaceUpdate  2 components: root Column, head Text",
        'dataModelUpdate  at "/user" · contents [{"key":"name"}]',
        "beginRendering  root root",
    ]


def test_messages_of_a2ui_0_9_name_their_version() -> None:
    (surface,) = components_in({"a2ui_operations": NEW})
    assert surface.name == "A2UI surface card (v0.9)"
    assert surface.pointer == "/a2ui_operations/0"
    assert surface.parts[1] == "updateComponents  1 component: root Column"
    assert surface.parts[2] == 'updateDataModel  at "/a" · value 1'


def test_two_surfaces_are_two() -> None:
    assert names([*OLD, *NEW]) == ["A2UI surface main", "A2UI surface card (v0.9)"]


def test_an_embedded_ui_resource_is_an_mcp_app() -> None:
    (app,) = components_in({"content": [{"type": "text", "text": "ok"}, RESOURCE]})
    assert app.name == "MCP app ui://weather/card"
    assert app.pointer == "/content/1/resource"
    assert app.parts == ["text/html;profile=mcp-app · text of 3 characters"]


@pytest.mark.parametrize(
    "value",
    [
        {"result": {}, "resourceUri": "ui://w", "toolInput": {"a": 1}, "serverId": "s"},
        {"content": [], "_meta": {"ui": {"resourceUri": "ui://w"}}},
        {"content": [], "_meta": {"ui/resourceUri": "ui://w"}},
        {"_meta": {"openai/outputTemplate": "ui://w"}},
    ],
)
def test_what_points_to_a_ui_resource_is_an_mcp_app(value: Any) -> None:
    assert names(value) == ["MCP app ui://w"]


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        "ui://in-a-sentence",
        {"surfaceUpdate": "no object"},
        {"surfaceUpdate": {"surfaceId": 3}},
        {"uri": "https://example.test/ui://x"},
        {"resourceUri": ["ui://w"]},
    ],
)
def test_what_only_resembles_one_is_none(value: Any) -> None:
    assert names(value) == []


def test_text_may_be_json_or_json_lines() -> None:
    one = components_in_text(json.dumps({"a2ui_operations": OLD}))
    lines = components_in_text("\n".join(json.dumps(each) for each in OLD))
    assert [each.name for each in one] == [each.name for each in lines] == ["A2UI surface main"]
    assert lines[0].parts == one[0].parts
    assert components_in_text('not JSON, but "ui://x"') == []
    assert components_in_text("{broken") == []


def test_names_and_parts_are_safe_and_bounded() -> None:
    bad = "\x1b]0;x\x07\u202e" + "n" * 10_000
    value = [
        {"surfaceUpdate": {"surfaceId": bad, "components": [{"id": bad, "component": bad}] * 500}},
        {"uri": "ui://" + bad, "mimeType": bad, "text": "<script>" * 100_000},
        *({"createSurface": {"surfaceId": f"s{at}"}} for at in range(500)),
    ]
    found = components_in(value)
    assert len(found) == 20
    for each in found:
        for text in (each.name, *each.parts):
            assert text.isprintable()
            assert "\u202e" not in text
            assert len(text) < 600


def test_the_search_ends_however_deep_or_wide() -> None:
    deep: Any = OLD
    for _ in range(3000):
        deep = [deep]
    assert names(deep) == []
    assert names([{"x": [{}] * 1000}] * 1000) == []
    wide: Any = []
    for _ in range(8):
        wide = [wide] * 200
    assert names(wide) == []
