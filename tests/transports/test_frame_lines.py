from __future__ import annotations

import json
from pathlib import Path

import pytest

from wirelab.transports.frame_lines import frame_lines

A = '{"type":"RUN_STARTED","threadId":"t","runId":"r"}'
B = '{"type":"CUSTOM","name":"a.b","value":1}'
C = '{"type":"RUN_FINISHED","threadId":"t","runId":"r"}'
EVENTS = [("event", 0), ("event", 1), ("event", 2), ("end", 0)]


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("plain.jsonl", f"{A}\n{B}\n{C}\n", [1, 2, 3, 3]),
        ("gaps.jsonl", f"\n{A}\n\n\n{B}\n{C}", [2, 5, 6, 6]),
        ("one.json", f"[{A},{B},{C}]", [1, 1, 1, 1]),
        ("array.json", f"[\n  {A},\n\n  {B},\n  {C}\n]\n", [2, 4, 5, 6]),
        ("pretty.json", json.dumps([json.loads(each) for each in (A, B, C)], indent=1), None),
        ("lf.sse", f"data: {A}\n\ndata: {B}\n\ndata: {C}\n\n", [1, 3, 5, 6]),
        ("crlf.sse", f"data: {A}\r\n\r\ndata: {B}\r\n\r\ndata: {C}\r\n\r\n", [1, 3, 5, 6]),
        ("busy.sse", f": hi\n\nevent: x\nid: 1\ndata: {A}\n\n\n\ndata: {B}\n\ndata: {C}\n\n", None),
        ("head.sse", f"HTTP/1.1 200 OK\r\nx: y\r\n\r\ndata: {A}\n\ndata: {B}\n\n", [4, 6, 0, 7]),
        ("cut.sse", f"data: {A}\n\ndata: {B}", [1, 0, 0, 3]),
    ],
)
def test_events_are_found_at_their_lines(
    tmp_path: Path, name: str, text: str, lines: list[int] | None
) -> None:
    (tmp_path / name).write_bytes(text.encode())
    found = frame_lines(str(tmp_path / name), EVENTS)
    special = {"pretty.json": [2, 7, 12, 17], "busy.sse": [3, 9, 11, 12]}
    assert [found.get(spot, 0) for spot in EVENTS] == (lines or special[name])


def test_a_recording_has_a_line_for_everything(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    request = '{"request":{"method":"POST","url":"http://a/","headers":[]}}'
    response = '{"response":{"status":200,"headers":[["content-type","text/event-stream"]]}}'
    path.write_text(
        "\n".join(
            [
                '{"wirelab":1,"kind":"recording"}',
                *(request, response, f'{{"event":{A}}}', '{"comment":"hi"}', '{"end":"eof"}'),
                *(request, response, "{not read}", '{"read":"data: {}\\n\\ndata: []\\n\\n"}'),
                *('{"read":"data: 1"}', '{"end":"reset"}'),
            ]
        )
    )
    spots = [
        *(("request", 0), ("response", 0), ("event", 0), ("frame", 1), ("end", 0)),
        *(("request", 1), ("response", 1), ("event", 1), ("event", 2), ("frame", 5), ("end", 1)),
    ]
    found = frame_lines(str(path), spots)
    assert [found[spot] for spot in spots] == [2, 3, 4, 5, 6, 7, 8, 10, 10, 12, 12]


def test_the_body_of_a_split_capture_has_lines(tmp_path: Path) -> None:
    (tmp_path / "x.sse").write_text(f"data: {A}\n\n: hi\n\n\n\ndata: {B}\n\ndata: {C}\n\n")
    (tmp_path / "x.headers.json").write_text('{"status":200,"headers":[],"url":"http://a/"}')
    (tmp_path / "x.chunks.jsonl").write_text('{"t":1,"off":0,"len":70}\n')
    found = frame_lines(str(tmp_path / "x.sse"), [*EVENTS, ("request", 0)])
    assert found == {("event", 0): 1, ("event", 1): 7, ("event", 2): 9, ("end", 0): 11}
    assert frame_lines(str(tmp_path / "x.chunks.jsonl"), EVENTS) == {}


def test_what_cannot_be_found_is_left_out(tmp_path: Path) -> None:
    assert frame_lines(str(tmp_path / "gone.jsonl"), EVENTS) == {}
    assert frame_lines(str(tmp_path), EVENTS) == {}
    (tmp_path / "page.html").write_text("<!doctype html>")
    assert frame_lines(str(tmp_path / "page.html"), EVENTS) == {}
    (tmp_path / "x.jsonl").write_text(f"{A}\n")
    assert frame_lines(str(tmp_path / "x.jsonl"), [("event", 9)]) == {}
