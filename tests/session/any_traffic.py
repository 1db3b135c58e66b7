"""Traffic nobody should send: sequences of legal and illegal events over very few ids.

Few ids and owners, so that events meet each other: reopen, contradict, end what never began. A
sample is drawn from ready-made pieces, some of them spoilt: that draws and shrinks quickly.
"""

from __future__ import annotations

import json
from itertools import chain, product
from typing import Any

from hypothesis import strategies as st

from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

Json = dict[str, Any]

IDS = ("a", "b")
OWNERS = (None, "s", "q")
JUNK = (None, 0, 1.5, -1, True, "", "a", "s", [], {}, ["a"], {"id": "a"}, [{}], "\ud800", 10**30)
PATCHES: tuple[Any, ...] = (
    [],
    [{"op": "add", "path": "/n", "value": {"deep": [1]}}],
    [{"op": "add", "path": "/n/deep/-", "value": {"x": 1}}],
    [{"op": "replace", "path": "/n/deep/0", "value": [2]}, {"op": "remove", "path": "/n/deep/0"}],
    [{"op": "add", "path": "/m", "value": 1}, {"op": "test", "path": "/m", "value": 2}],
    [{"op": "copy", "from": "/n", "path": "/m"}, {"op": "move", "from": "/n", "path": "/o"}],
    [{"op": "remove", "path": "/n"}, {"op": "add", "path": "/o", "value": 0}],
    [
        {"op": "add", "path": "/k", "value": 1},
        {"op": "replace", "path": "", "value": [1, {"n": 2}]},
    ],
    [{"op": "remove", "path": ""}],
    [{"op": "frob", "path": "/n"}],
    [{"op": "add", "path": "/__proto__", "value": 1}],
    [{"op": "add", "path": "n", "value": 1}],
    [{}],
)
RUNS = tuple({"threadId": thread, "runId": run} for thread in "tu" for run in ("r", "z"))
USAGE = [{"inputTokens": 1, "outputTokens": 1, "totalTokens": 3, "cachedInputTokens": 2}]


def _calls(*ids: str) -> list[Json]:
    return [
        {"id": id_, "type": "function", "function": {"name": "f", "arguments": text}}
        for id_, text in zip(ids, ("{}", "[1"), strict=False)
    ]


MESSAGES: tuple[Json, ...] = (
    {"id": "u", "role": "user", "content": "hello"},
    {"id": "a", "role": "assistant", "content": "xx"},
    {"id": "b", "role": "assistant", "content": "yx", "name": "n", "subagentRunId": "s"},
    {"id": "a", "role": "assistant", "toolCalls": _calls("a", "b")},
    {"id": "c", "role": "assistant", "content": "x", "toolCalls": _calls("a")},
    {"id": "b", "role": "tool", "content": "x", "toolCallId": "a"},
    {"id": "d", "role": "tool", "content": [], "toolCallId": "b", "encryptedValueType": "x"},
    {"id": "a", "role": "reasoning", "content": "x", "encryptedValue": "e"},
    {"id": "b", "role": "activity", "activityType": "P", "content": {"n": {"deep": []}}},
    {"id": "e", "role": "oracle", "content": "x"},
    {
        "id": "u",
        "role": "user",
        "content": [{"type": "binary", "mimeType": "image/x", "data": "x"}],
    },
    {"id": "u", "role": "user", "content": [{"type": "smell"}, {"type": "text", "text": "x"}]},
)
SNAPSHOTS = tuple(
    [MESSAGES[index] for index in chosen]
    for chosen in (
        (),
        (0,),
        (0, 1),
        (2, 1, 0),
        (3, 5),
        (5, 4),
        (7, 0),
        (8,),
        (9, 1),
        (10, 11),
        (6, 3),
    )
)
OUTCOMES: tuple[Any, ...] = (
    {"type": "success"},
    {"type": "success", "pendingToolCallIds": ["a"]},
    {"type": "success", "interrupts": [{"id": "i", "reason": "x"}]},
    {"type": "interrupt", "interrupts": [{"id": "i", "reason": "x", "toolCallId": "a"}] * 2},
    {"type": "cancelled"},
    {"type": "maybe"},
    None,
)

_TEXT = ("TEXT_MESSAGE", "REASONING_MESSAGE")
_ID = [{"messageId": id_} for id_ in IDS]
_CALL = [{"toolCallId": id_} for id_ in IDS]
_META = ({}, {"metadata": {"k": {"n": 1}, "ag-ui": 1}}, {"metadata": {"k": 2, "j": []}})


def _typed(type_: str, *members: Any) -> list[Json]:
    """All combinations of the members, in events of one type."""
    return [
        {"type": type_} | {name: value for part in chosen for name, value in part.items()}
        for chosen in product(*members)
    ]


BLUEPRINTS: dict[str, list[Json]] = {
    "TEXT_MESSAGE_START": _typed(
        "TEXT_MESSAGE_START", _ID, ({"role": "assistant"}, {"role": "user", "name": "n"}), _META
    ),
    "REASONING_MESSAGE_START": _typed("REASONING_MESSAGE_START", _ID, ({"role": "reasoning"},)),
    **{
        f"{family}_CONTENT": _typed(f"{family}_CONTENT", _ID, ({"delta": "x"}, {"delta": "\ud83d"}))
        for family in _TEXT
    },
    **{f"{family}_END": _typed(f"{family}_END", _ID, _META) for family in _TEXT},
    **{
        f"{family}_CHUNK": _typed(
            f"{family}_CHUNK", (*_ID, {}), ({"delta": "y"}, {}), _META[:2], ({}, {"role": "user"})
        )
        for family in _TEXT
    },
    "TOOL_CALL_START": _typed(
        "TOOL_CALL_START",
        _CALL,
        ({"toolCallName": "f"}, {"toolCallName": "g"}),
        ({}, {"parentMessageId": "a"}, {"parentMessageId": "p"}, {"parentMessageId": None}),
    ),
    "TOOL_CALL_ARGS": _typed("TOOL_CALL_ARGS", _CALL, ({"delta": "{"}, {"delta": "}"}), _META),
    "TOOL_CALL_END": _typed("TOOL_CALL_END", _CALL),
    "TOOL_CALL_CHUNK": _typed(
        "TOOL_CALL_CHUNK", (*_CALL, {}), ({"toolCallName": "f"}, {}), ({"delta": "{}"}, {})
    ),
    "TOOL_CALL_RESULT": _typed(
        "TOOL_CALL_RESULT", _CALL, (*_ID, {"messageId": "r"}), ({"content": "x"},)
    ),
    "STATE_SNAPSHOT": [{"type": "STATE_SNAPSHOT", "snapshot": each} for each in (*JUNK, {"n": {}})],
    "STATE_DELTA": _typed("STATE_DELTA", [{"delta": each} for each in PATCHES]),
    "MESSAGES_SNAPSHOT": _typed("MESSAGES_SNAPSHOT", [{"messages": each} for each in SNAPSHOTS]),
    "ACTIVITY_SNAPSHOT": _typed(
        "ACTIVITY_SNAPSHOT",
        _ID,
        ({"activityType": "P", "content": {"n": {"deep": [0]}}},),
        ({}, {"replace": False}),
        _META,
    ),
    "ACTIVITY_DELTA": _typed(
        "ACTIVITY_DELTA", _ID, ({"activityType": "P"},), [{"patch": each} for each in PATCHES]
    ),
    "RAW": _typed("RAW", [{"event": each} for each in ({"type": "RUN_ERROR"}, 1)]),
    "CUSTOM": _typed("CUSTOM", [{"name": "x.failed", "value": 1}, {"name": "x", "value": {}}]),
    "RUN_STARTED": _typed(
        "RUN_STARTED", RUNS, [{}, *({"protocolVersion": v} for v in ("1.0", "2", "9.9"))]
    ),
    "RUN_FINISHED": _typed(
        "RUN_FINISHED", RUNS, [{}, *({"outcome": each} for each in OUTCOMES), {"usage": USAGE}]
    ),
    "RUN_ERROR": _typed("RUN_ERROR", ({"message": "no"},), ({}, {"code": "x", "usage": USAGE})),
    **{
        name: _typed(name, [{"stepName": id_} for id_ in IDS])
        for name in ("STEP_STARTED", "STEP_FINISHED")
    },
    **{name: _typed(name, _ID) for name in ("REASONING_START", "REASONING_END")},
    "REASONING_ENCRYPTED_VALUE": _typed(
        "REASONING_ENCRYPTED_VALUE",
        [{"entityId": id_} for id_ in IDS],
        [{"subtype": each} for each in ("message", "tool-call", "dream")],
        ({"encryptedValue": "e"}, {"encryptedValue": "e", "encryptedValueType": "x"}),
    ),
    "SUBAGENT_STARTED": _typed(
        "SUBAGENT_STARTED", ({"name": "x"},), ({}, {"parentSubagentRunId": "s"})
    ),
    "SUBAGENT_FINISHED": _typed(
        "SUBAGENT_FINISHED",
        [
            {},
            *(
                {"outcome": each}
                for each in ({"type": "suspended"}, {"type": "success", "interruptIds": ["i"]})
            ),
        ],
    ),
    "SUBAGENT_ERROR": _typed("SUBAGENT_ERROR", ({"message": "no"},)),
    "THINKING_START": [{"type": "THINKING_START", "title": "x"}],
    "THINKING_END": [{"type": "THINKING_END"}],
    "THINKING_TEXT_MESSAGE_START": [{"type": "THINKING_TEXT_MESSAGE_START"}],
    "THINKING_TEXT_MESSAGE_CONTENT": [{"type": "THINKING_TEXT_MESSAGE_CONTENT", "delta": "x"}],
    "THINKING_TEXT_MESSAGE_END": [{"type": "THINKING_TEXT_MESSAGE_END"}],
    "": [{}, {"type": 1}, {"type": ""}, {"type": "NEW_EVENT", "x": 1}, {"type": "runStarted"}],
}
NOT_EVENTS = (
    b"data: {not json\n\n",
    b'data: ["a"]\n\n',
    b'data: "{\\"type\\":\\"RUN_STARTED\\"}"\n\n',
    b"data: [DONE]\n\n",
    b"data: " + b"[" * 300 + b"\n\n",
    b'data: {"type":"CUSTOM","name":"x","name":"y","value":1}\n\n',
    b'data: {"type":"CUSTOM","name":"\xff","value":1}\n\n',
    b'data: {"type":"RAW","event":1e999}\n\n',
    b'data: {"type":"RAW",\ndata: "event":NaN}\r\n\r\n',
    b": keep-alive\n\n",
    b": keep-alive\r\n\r\n",
    b'{"type":"RUN_FINISHED"}\n',
    b"some text\n\n",
    b"data:\n\n",
    b"id: 1\nevent: x\n\n",
)
INPUTS: tuple[Any, ...] = (
    {"threadId": "t", "runId": "r", "messages": [MESSAGES[0]]},
    {
        "threadId": "t",
        "runId": "z",
        "messages": [MESSAGES[0], MESSAGES[3], MESSAGES[5]],
        "state": {"n": {}},
    },
    {"threadId": "u", "runId": "r", "messages": list(MESSAGES), "protocolVersion": "1.0"},
    {
        "threadId": "t",
        "runId": "y",
        "messages": [],
        "protocolVersion": "9.9",
        "tools": [
            {"name": "f", "description": "", "parameters": {"type": "object", "required": ["q"]}}
        ],
        "resume": [
            {"interruptId": "i", "status": "resolved"},
            {"interruptId": "k", "status": "cancelled"},
        ],
    },
    {"threadId": 1, "runId": [], "messages": "none", "tools": {}, "resume": None, "state": None},
    {
        "threadId": "t",
        "runId": "r",
        "tools": [{"name": "f", "parameters": 5}, {"name": []}],
        "messages": [
            {"id": "a", "role": "tool", "toolCallId": [], "content": {}},
            {"id": "b", "role": "assistant", "subagentRunId": {}, "toolCalls": [{}, *_calls("a")]},
            {"id": [], "role": {}},
            {"id": "b", "role": "activity", "content": 5, "metadata": []},
        ],
    },
    [],
    "x",
)
SPOILT_INPUTS = (b"{", b"\xff", b"[" * 300, b"")


@st.composite
def events(draw: st.DrawFn) -> Json:
    """An event of any type; one in four is not as it should be."""
    event = dict(draw(st.sampled_from(BLUEPRINTS[draw(st.sampled_from(sorted(BLUEPRINTS)))])))
    owner = draw(st.sampled_from(OWNERS))
    if owner is not None or str(event.get("type")).startswith("SUBAGENT"):
        event["subagentRunId"] = owner or "s"
    spoil = draw(st.integers(0, 11))
    if spoil == 0 and len(event) > 1:
        del event[draw(st.sampled_from(sorted(event)[:-1]))]
    elif spoil == 1 and event:
        event[draw(st.sampled_from(sorted(event)))] = draw(st.sampled_from(JUNK))
    elif spoil == 2:
        name = draw(st.sampled_from(("timestamp", "metadata", "rawEvent", "message_id", "~/x")))
        event[name] = draw(st.sampled_from(JUNK))
    return event


def _read(event: Json) -> Read:
    return Read(b"data: " + json.dumps(event).encode() + b"\n\n")


PIECES: st.SearchStrategy[Traffic] = st.one_of(
    *[st.builds(_read, events())] * 12,
    st.sampled_from([Read(raw) for raw in NOT_EVENTS]),
    st.sampled_from([Request("POST", "/", (), json.dumps(each).encode()) for each in INPUTS]),
    st.sampled_from([Request("POST", "/", (), body) for body in SPOILT_INPUTS]),
    st.sampled_from([End(Ending.EOF), End(Ending.RESET, "broken"), End(Ending.CANCELLED)]),
    st.sampled_from([Response(200, (("content-type", "text/event-stream"),)), Response(500, ())]),
)
STARTED: Json = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
_BLOCKS = st.lists(st.lists(PIECES, min_size=1, max_size=12), max_size=12)
"""Lists of lists: the average length of a drawn list is 5, whatever it may be at most."""
TRAFFIC: st.SearchStrategy[list[Traffic]] = st.builds(
    lambda begun, blocks: [*([_read(STARTED)] if begun else []), *chain.from_iterable(blocks)],
    st.booleans(),
    _BLOCKS,
)
