"""A HAR that is written is one by the format's own rules: every member that HAR 1.2 asks for is
there and of its type, whatever the recording did not keep."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from wirelab.steps.bundled import recording_names, recording_path
from wirelab.steps.exporters import EXPORTERS, Export, written
from wirelab.steps.exporters.exporter import Item
from wirelab.transports.step_file import open_source
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import End, Ending, Read, Request, Response

TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": -1}
DURATION = {"type": "number", "minimum": 0}
MOMENT = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"}


def strict(optional: dict[str, Any] | None = None, **required: Any) -> dict[str, Any]:
    """An object with these members and no others, but for those that begin with ``_``."""
    return {
        "type": "object",
        "required": list(required),
        "properties": required | {"comment": TEXT} | (optional or {}),
        "patternProperties": {"^_": {}},
        "additionalProperties": False,
    }


def several(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


PAIRS = several(strict(name=TEXT, value=TEXT))
POST = strict(mimeType=TEXT, params=several(strict(name=TEXT)), text=TEXT)
CONTENT = strict({"text": TEXT, "encoding": {"const": "base64"}}, size=COUNT, mimeType=TEXT)
SHARED = {
    "httpVersion": TEXT,
    "cookies": several({"type": "object", "required": ["name", "value"]}),
    "headers": PAIRS,
    "headersSize": COUNT,
    "bodySize": COUNT,
}
MESSAGE = strict(time={"type": "number"}, eventName=TEXT, eventId=TEXT, data=TEXT)
ENTRY = strict(
    startedDateTime=MOMENT,
    time=DURATION,
    request=strict({"postData": POST}, method=TEXT, url=TEXT, queryString=PAIRS, **SHARED),
    response=strict(
        status={"type": "integer"}, statusText=TEXT, content=CONTENT, redirectURL=TEXT, **SHARED
    ),
    cache=strict(),
    timings=strict(send=DURATION, wait=DURATION, receive=DURATION),
)
ENTRY["properties"]["_eventSourceMessages"] = several(MESSAGE)
LOG = strict(
    version={"const": "1.2"}, creator=strict(name=TEXT, version=TEXT), entries=several(ENTRY)
)
HAR = Draft202012Validator(strict(log=LOG), format_checker=FormatChecker())

POOR: dict[str, list[Item]] = {
    "nothing": [],
    "events only": [Frame(0, None, FrameKind.EVENT, b"", "{}"), End(Ending.UNKNOWN)],
    "bytes that are no text": [Read(b"\xff"), End(Ending.RESET, "gone", 5.0)],
    "no answer": [Request("GET", "http://[", (), b"\xff", 0.0), End(Ending.UNREACHED, "refused")],
    "an odd status": [Response(799, (("date", "never"),)), End(Ending.EOF)],
}


def har_of(traffic: list[Item]) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(b"".join(written(EXPORTERS["har"], traffic, Export("x"))))
    return parsed


@pytest.mark.parametrize("name", recording_names())
def test_recordings(name: str) -> None:
    traffic = list(open_source(recording_path(name)).traffic())
    har = har_of(traffic)
    HAR.validate(har)
    entries = har["log"]["entries"]
    assert len(entries) == sum(isinstance(item, Request) for item in traffic)
    assert all(entry["_eventSourceMessages"] for entry in entries)


@pytest.mark.parametrize("name", POOR)
def test_traffic_of_which_little_is_known(name: str) -> None:
    HAR.validate(har_of(POOR[name]))


def test_a_body_that_is_no_text_is_base64() -> None:
    (entry,) = har_of(POOR["bytes that are no text"])["log"]["entries"]
    assert entry["response"]["content"] | {"size": 1} == {
        "size": 1,
        "mimeType": "text/event-stream",
        "text": "/w==",
        "encoding": "base64",
    }
    assert entry["response"]["_error"] == "gone"
