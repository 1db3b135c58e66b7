"""What is masked is gone; what a verdict and a reader of timing need is still there."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given

from tests.session.any_traffic import TRAFFIC
from tests.session.test_engine_properties import often
from wirelab.errors import SourceError
from wirelab.steps.bundled import recording_names, recording_path
from wirelab.steps.masking.content_groups import ANY, Group, Groups
from wirelab.steps.masking.masked_traffic import masked
from wirelab.transports.step_file import open_source
from wirelab.wire.frame import Frame
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

Item = Traffic | Frame


def mask(items: Iterable[Item], *groups: Group, values: Iterable[str] = ()) -> list[Item]:
    asked: Groups = frozenset(groups) or ANY
    return list(masked(items, asked, values, "x.jsonl"))


def event(**payload: Any) -> Read:
    return Read(b"data: " + json.dumps(payload, ensure_ascii=False).encode() + b"\n\n", 1.0)


def payloads(items: Iterable[Item]) -> list[dict[str, Any]]:
    body = b"".join(item.data for item in items if isinstance(item, Read))
    return [json.loads(frame[6:]) for frame in body.split(b"\n\n") if frame.startswith(b"data: ")]


def masked_event(*groups: Group, **payload: Any) -> dict[str, Any]:
    (found,) = payloads(mask([event(**payload)], *groups))
    return found


def shape(item: Item) -> tuple[Any, ...]:
    size = len(item.data) if isinstance(item, Read) else None
    return type(item).__name__, size, item.at_ms


@often
@given(TRAFFIC)
def test_reads_keep_their_sizes_and_times(traffic: list[Traffic]) -> None:
    assert list(map(shape, mask(traffic))) == list(map(shape, traffic))


@often
@given(TRAFFIC)
def test_nothing_changes_where_nothing_is_asked(traffic: list[Traffic]) -> None:
    assert list(masked(traffic, frozenset(), (), "x")) == traffic


@pytest.mark.parametrize("name", recording_names())
def test_no_word_of_a_recording_is_left(name: str) -> None:
    items = list(open_source(recording_path(name)).traffic())
    after = mask(items)
    assert list(map(shape, after)) == list(map(shape, items))
    texts = "".join(
        payload["delta"]
        for payload in payloads(after)
        if payload["type"].endswith("MESSAGE_CONTENT")
    )
    assert set(filter(str.isalnum, texts)) <= set("x1é文")


def test_a_group_goes_and_the_others_stay() -> None:
    text = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-1", "delta": "Grüße, Ana 7"}
    assert masked_event(Group.TEXT, **text)["delta"] == "xxééx, xxx 1"
    assert masked_event(Group.STATE, **text) == text


def test_ids_types_names_and_patch_paths_stay() -> None:
    delta = [{"op": "replace", "path": "/secret/0", "value": {"secret": "abc", "n": 205}}]
    found = masked_event(Group.STATE, type="STATE_DELTA", timestamp=5, delta=delta)
    assert found["timestamp"] == 5
    assert found["delta"] == [
        {"op": "replace", "path": "/secret/0", "value": {"secret": "xxx", "n": 101}}
    ]


def test_arguments_keep_their_keys_and_literals_across_fragments() -> None:
    fragments = ['{"ci', 'ty":"Lis', "bon\\", 'n2","ok":tr', 'ue,"days":1', "05,none:x}"]
    start = event(type="TOOL_CALL_START", toolCallId="c", toolCallName="f")
    pieces = [event(type="TOOL_CALL_ARGS", toolCallId="c", delta=each) for each in fragments]
    found = payloads(mask([start, *pieces], Group.TOOL_ARGS))[1:]
    joined = "".join(each["delta"] for each in found)
    assert joined == '{"city":"xxxxxx\\n1","ok":true,"days":101,nxxx:x}'
    assert [len(each["delta"]) for each in found] == [len(each) for each in fragments]


def test_words_that_a_schema_lists_stay() -> None:
    tool = {"name": "f", "description": "gives", "parameters": {"enum": ["north", "south"]}}
    body = json.dumps({"threadId": "t", "messages": [], "tools": [tool]}).encode()
    start = event(type="TOOL_CALL_START", toolCallId="c", toolCallName="f")
    pieces = [
        event(type="TOOL_CALL_ARGS", toolCallId="c", delta=each)
        for each in ('["nor', 'th","nope"]')
    ]
    request, *rest = mask([Request("POST", "/", (), body), start, *pieces])
    assert isinstance(request, Request)
    assert json.loads(request.body)["tools"] == [tool | {"description": "xxxxx"}]
    assert [each["delta"] for each in payloads(rest)[1:]] == ['["nor', 'th","noxx"]']


def test_what_nobody_knows_goes_with_any_group() -> None:
    found = masked_event(Group.STATE, type="RAW", event={"a": "secret"}, source="s", odd="secret")
    assert found == {"type": "RAW", "event": {"a": "xxxxxx"}, "source": "s", "odd": "xxxxxx"}


def test_a_conversation_is_masked_by_role_and_in_requests_as_input() -> None:
    messages = [
        {"id": "u", "role": "user", "content": [{"type": "text", "text": "abc"}]},
        {"id": "t", "role": "tool", "toolCallId": "c", "content": '{"abc":"abc"}'},
        {"id": "r", "role": "reasoning", "content": "abc"},
    ]
    contents = [
        [{"type": "text", "text": "abc"}],
        '{"abc":"xxx"}',
        "abc",
    ]
    found = masked_event(Group.TOOL_RESULTS, type="MESSAGES_SNAPSHOT", messages=messages)
    assert [each["content"] for each in found["messages"]] == contents
    (request,) = mask([Request("POST", "/", (), json.dumps({"messages": messages}).encode())])
    assert isinstance(request, Request)
    assert [each["content"] for each in json.loads(request.body)["messages"]] == [
        [{"type": "text", "text": "xxx"}],
        '{"abc":"xxx"}',
        "xxx",
    ]


def test_escapes_and_characters_keep_their_bytes() -> None:
    data = rb'data: {"type":"TEXT_MESSAGE_CONTENT","delta":"\u00e9\n\ud83d\ude00 ' + "日é".encode()
    (read,) = mask([Read(data + b'"}\n\n')])
    assert isinstance(read, Read)
    wanted = rb'"\u00e9\n\u0078\u0078 ' + "文é".encode() + b'"}\n\n'
    assert read.data.endswith(wanted)
    assert len(read.data) == len(data) + 4


@pytest.mark.parametrize(
    "data",
    [
        b"data: not json but secret\n\n",
        b": a secret comment\n\n",
        b"secret stray text\n\n",
        b'data: {"type":"CUSTOM",\ndata: "value":"secret"}\n\n',
        b': secret\ndata: {"type":"CUSTOM","value":1}\n\n',
        b'data: "{\\"delta\\":\\"secret\\"}"\r\n\r\n',
        b'{"type":"CUSTOM","value":"secret"}\n',
        b"data: cut off secret",
    ],
)
def test_what_is_no_event_is_masked_too(data: bytes) -> None:
    for size in (len(data), 3):
        reads: list[Item] = [Read(data[at : at + size]) for at in range(0, len(data), size)]
        found = mask([Response(200, (("content-type", "text/event-stream"),)), *reads])
        body = b"".join(each.data for each in found if isinstance(each, Read))
        assert b"secret" not in body
        assert len(body) == len(data)


def test_an_error_page_is_masked() -> None:
    found = mask([Response(500, ()), Read(b'{"detail":"secret"}'), End(Ending.EOF)])
    assert b"secret" not in found[1].data  # type: ignore[union-attr]


def test_values_are_found_anywhere_and_however_json_writes_them() -> None:
    value = 'top/"ség'
    items: list[Item] = [
        Request("POST", "http://h/?q=" + value, (("x-own", value),), json.dumps([value]).encode()),
        event(type="RUN_ERROR", message=f"no {value}"),
        End(Ending.RESET, f"said {value}"),
    ]
    found = list(masked(items, frozenset(), [value], "x"))
    assert "ség" not in repr(found)
    assert b"\\u00e9g" not in repr(found).encode()
    assert list(map(shape, found)) == list(map(shape, items))


def test_contents_of_a_protobuf_stream_are_refused() -> None:
    head = Response(200, (("content-type", "application/vnd.ag-ui.event+proto"),))
    with pytest.raises(SourceError, match="protobuf"):
        mask([head, Read(b"\x00\x00\x00\x02ab")])
