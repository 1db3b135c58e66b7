"""Hostile text in every place where Conversation and Tools show text of the wire."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
    STARTED,
    WIDE,
    bench,
    call,
    lines,
    press,
    replayed,
    result,
    run,
    text,
    traffic_of,
)
from wirelab.tui.widgets.text_pane import TextPane

HOSTILE = {
    "escapes": "\x1b[31mred\x1b]0;title\x07\x1b]52;c;aGk=\x07\x1b]8;;http://x\x07y\x9b2J",
    "markup": "[bold red]loud[/] [@click=app.quit]q[/] [link=http://x]y[/link] \\[ [",
    "bidi": "abc\u202edef\u2066ghi\u200b\ufeff\u061c",
    "marks": "Z" + "\u0301\u0336\u20dd" * 3000,
    "joiners": "👩" + "\u200d👩" * 3000,
    "zero width": "a\u200b\u2060\ufeff" * 500,
    "wide": "漢字かな👩\u200d👩\u200d👧\u200d👦☀️ " * 40,
    "markdown": "# [x](js:\x1b)\n\n| a | \x1b |\n|---|---|\n| `\x1b` | *b* |\n\n```\x1b\n\x1b\n",
    "lines": "one\ttwo\rthree\nfour\u2028five\x85six\x00",
    "surrogate": "\ud800 \udfff",
    "deep": "[" * 3000,
    "long": "x" * 100_000,
    "empty": "",
}
FORBIDDEN = set("\u202e\u2066\u200b\u2060\ufeff\u061c\u2028")


def everywhere(bad: str) -> list[dict[str, Any]]:
    """A run with a text in every place these tabs show."""
    owner = {"subagentRunId": "s" + bad}
    names = {"messageId": "a" + bad, "activityType": bad}
    sealed = {"type": "REASONING_ENCRYPTED_VALUE", "encryptedValue": bad}
    component = {"version": bad, "updateComponents": {"surfaceId": bad, "components": [
        {"id": bad, "component": bad}]}}  # fmt: skip
    app = {"uri": "ui://" + bad, "mimeType": bad, "text": bad, bad: bad}
    asks = {
        "id": bad, "reason": bad, "message": bad, "toolCallId": bad, "expiresAt": bad,
        "responseSchema": {"properties": {bad: {}}},
    }  # fmt: skip
    return [
        STARTED | {"runId": "r" + bad},
        {"type": "STEP_STARTED", "stepName": bad},
        *text("m" + bad, bad, bad),
        {"type": "REASONING_MESSAGE_START", "messageId": "x" + bad, "role": "reasoning"},
        {"type": "REASONING_MESSAGE_CONTENT", "messageId": "x" + bad, "delta": bad},
        {"type": "REASONING_MESSAGE_END", "messageId": "x" + bad},
        sealed | {"subtype": "message", "entityId": "x" + bad, "encryptedValueType": bad},
        {"type": "SUBAGENT_STARTED", "name": bad, "description": bad, "parentToolCallId": bad}
        | owner,
        *(each | owner for each in text("o" + bad, bad)),
        *(each | owner for each in call("c" + bad, bad, '{"a":"', bad)),
        result("c" + bad, json.dumps({"app": app, bad: bad})),
        *call("d" + bad, bad, bad),
        result("d" + bad, bad),
        {"type": "SUBAGENT_FINISHED", "result": {bad: bad}} | owner,
        {"type": "ACTIVITY_SNAPSHOT", "content": {bad: bad, "ui": component}} | names,
        {"type": "ACTIVITY_DELTA", "patch": [{"op": "add", "path": "/x", "value": bad}]} | names,
        {"type": "ACTIVITY_DELTA", "patch": [{"op": "remove", "path": "/no/" + bad}]} | names,
        {"type": "ACTIVITY_SNAPSHOT", "messageId": "b" + bad, "activityType": "PLAN",
         "content": {"items": [{"name": bad, "status": bad}] * 3}},
        {"type": "STATE_SNAPSHOT", "snapshot": {bad: component}},
        FINISHED
        | {"runId": "r" + bad, "result": bad}
        | {"outcome": {"type": "interrupt", "interrupts": [asks]}},
    ]  # fmt: skip


def request_of(bad: str) -> dict[str, Any]:
    """An input that answers the interrupt and advertises the tool, with the text in it."""
    resume = [{"interruptId": bad, "status": "resolved", "payload": {bad: bad}}]
    tool = {"name": bad, "description": bad, "parameters": {"type": "object", "required": ["q"]}}
    part = {"type": "text", "text": bad}
    image = {"type": "image", "source": {"type": "url", "value": bad}}
    held = [{"id": "u" + bad, "role": "user", "content": [part, image], "name": bad}]
    return INPUT | {"resume": resume, "tools": [tool], "messages": held}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])
def test_it_is_shown_as_text_and_stays_in_its_lines(name: str, size: tuple[int, int]) -> None:
    bad = HOSTILE[name]
    turns = [
        *traffic_of(*everywhere(bad), run_input=request_of(bad)),
        *traffic_of(STARTED, *text("last", bad)[:2], run_input=request_of(bad)),
    ]

    async def test() -> None:
        async with replayed(turns, size) as pilot:
            for keys in ((), ("m", "u"), ("3",)):
                await press(pilot, *keys)
                await _look_at_all(pilot, size)
            await press(pilot, "1", "left", "left", "left", "left")
            await _look_at_all(pilot, size)
            assert pilot.app.is_running
            assert pilot.app.title == "wirelab"

    run(test)


async def _look_at_all(pilot: Pilot[None], size: tuple[int, int]) -> None:
    """Every screenful of the pane, from its end up to its beginning."""
    pane = bench(pilot).current_tab.query(TextPane).last()
    pane.focus()
    await press(pilot, "pagedown")
    for _ in range(15):
        _check(lines(pilot), size)
        if pane.scroll_offset.y == 0:
            return
        await press(pilot, "pageup")


def _check(shown: list[str], size: tuple[int, int]) -> None:
    assert len(shown) == size[1]
    for row in shown:
        assert cell_len(row) == size[0], row
        assert not {unicodedata.category(each) for each in row} & {"Cc", "Cs"}, repr(row)
        assert not set(row) & FORBIDDEN, repr(row)
        marks = "".join("m" if unicodedata.combining(each) else " " for each in row)
        assert "m" * 20 not in marks, repr(row)
