"""Driving the bench in tests: open it on traffic, press keys, read the screen. Nothing sleeps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.events import Key
from textual.keys import _character_to_key as character_key
from textual.pilot import Pilot

from wirelab.session.inspection import Inspection
from wirelab.tui.app import WirelabApp
from wirelab.tui.plays import Playable, Replay
from wirelab.tui.screens.bench import BenchScreen
from wirelab.tui.shell import Shell
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

WIDE, NARROW = (120, 40), (80, 24)
_QUIET_ROUNDS, _ROUNDS_A_KEY = 6, 3
INPUT = {
    "threadId": "t-1",
    "runId": "r-1",
    "messages": [{"id": "u-1", "role": "user", "content": "What is the weather?"}],
    "protocolVersion": "1.1",
}
STREAM_HEADERS = (
    ("content-type", "text/event-stream"),
    ("cache-control", "no-cache"),
    ("x-accel-buffering", "no"),
)
STARTED = {"type": "RUN_STARTED", "threadId": "t-1", "runId": "r-1", "protocolVersion": "1.1"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t-1", "runId": "r-1"}


def read(payload: dict[str, Any] | str, at_ms: float | None = None) -> Read:
    """One event, or raw text, as one read."""
    text = payload if isinstance(payload, str) else f"data: {json.dumps(payload)}\n\n"
    return Read(text.encode("utf-8", "surrogatepass"), at_ms)


def traffic_of(
    *payloads: dict[str, Any] | str,
    run_input: dict[str, Any] = INPUT,
    end: Ending = Ending.EOF,
    gap_ms: float = 10.0,
) -> list[Traffic]:
    """One exchange with an event, or raw text, every ``gap_ms``."""
    secret = (("authorization", "Bearer s3cret-token"), ("accept", "text/event-stream"))
    traffic: list[Traffic] = [
        Request("POST", "http://agent.test/run", secret, json.dumps(run_input).encode(), 0.0),
        Response(200, STREAM_HEADERS, gap_ms),
    ]
    at_ms = gap_ms
    for payload in payloads:
        at_ms += gap_ms
        traffic.append(read(payload, at_ms))
    return [*traffic, End(end, "", at_ms + gap_ms)]


def text(message_id: str, *deltas: str, role: str = "assistant") -> list[dict[str, Any]]:
    """A streamed text message."""
    return [
        {"type": "TEXT_MESSAGE_START", "messageId": message_id, "role": role},
        *(
            {"type": "TEXT_MESSAGE_CONTENT", "messageId": message_id, "delta": delta}
            for delta in deltas
        ),
        {"type": "TEXT_MESSAGE_END", "messageId": message_id},
    ]


def call(call_id: str, name: str, *fragments: str) -> list[dict[str, Any]]:
    """A streamed tool call."""
    return [
        {"type": "TOOL_CALL_START", "toolCallId": call_id, "toolCallName": name},
        *(
            {"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": fragment}
            for fragment in fragments
        ),
        {"type": "TOOL_CALL_END", "toolCallId": call_id},
    ]


def result(call_id: str, content: str) -> dict[str, Any]:
    return {
        "type": "TOOL_CALL_RESULT",
        "messageId": f"result-{call_id}",
        "toolCallId": call_id,
        "content": content,
    }


@asynccontextmanager
async def opened(
    playable: Playable,
    size: tuple[int, int] = WIDE,
    record: Callable[[Any], None] | None = None,
    note: str = "",
) -> AsyncIterator[Pilot[None]]:
    """The app on something playable."""
    app = WirelabApp(playable, Inspection(), record=record, note=note)
    async with app.run_test(size=size, notifications=True) as pilot:
        yield pilot


@asynccontextmanager
async def replayed(
    traffic: Iterable[Traffic], size: tuple[int, int] = WIDE, *keys: str
) -> AsyncIterator[Pilot[None]]:
    """The bench on traffic that was played to its end, after some keys."""
    async with opened(Replay("test.jsonl", traffic, speed=None), size) as pilot:
        await over(pilot)
        await press(pilot, *keys)
        yield pilot


async def settle(pilot: Pilot[None]) -> None:
    """Until all messages are handled and what they changed is painted.

    A message may lead to others, and those to a layout and a repaint: each round handles what
    there is and paints it, until there is nothing to paint. ``Pilot.pause`` waits by the clock
    besides, many times longer in all.
    """
    quiet = 0
    while quiet < _QUIET_ROUNDS and pilot.app.is_running:
        await _handle_messages(pilot)
        screen = pilot.app.screen
        busy = screen._dirty_widgets or screen._layout_required or screen._callbacks
        busy = busy or (isinstance(pilot.app, Shell) and pilot.app.keys.busy)
        quiet = 0 if busy else quiet + 1
        screen._on_timer_update()


async def _handle_messages(pilot: Pilot[None]) -> None:
    """Until everything on the screen has handled what was posted to it before now."""
    screen = pilot.app.screen
    waiting = 1
    handled = asyncio.Event()

    def count() -> None:
        nonlocal waiting
        waiting -= 1
        if not waiting:
            handled.set()

    for node in (pilot.app, screen, *screen._compositor.visible_widgets):
        waiting += node.call_later(count)
    count()
    failed = asyncio.ensure_future(pilot.app._exception_event.wait())
    done = asyncio.ensure_future(handled.wait())
    await asyncio.wait((failed, done), timeout=30, return_when=asyncio.FIRST_COMPLETED)
    failed.cancel()
    done.cancel()


async def over(pilot: Pilot[None]) -> None:
    """Until the feed has ended and its end is on the screen."""
    await asyncio.wait_for(pilot.app.workers.wait_for_complete(), 30)
    await settle(pilot)


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Until something holds, for what a socket or another task brings about."""

    async def look() -> None:
        while not holds():
            await settle(pilot)

    await asyncio.wait_for(look(), 30)
    await settle(pilot)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, one after the other; what they changed is painted after the last."""
    for key in keys:
        pilot.app.simulate_key(key)
        for _ in range(_ROUNDS_A_KEY):
            await _handle_messages(pilot)
    await settle(pilot)


async def write(pilot: Pilot[None], text: str) -> None:
    """Type a text into what has the keys."""
    for character in text:
        pilot.app.post_message(Key(character_key(character), character))
        for _ in range(_ROUNDS_A_KEY):
            await _handle_messages(pilot)
    await settle(pilot)


def bench(pilot: Pilot[None]) -> BenchScreen:
    assert isinstance(pilot.app, WirelabApp)
    return pilot.app.bench


def lines(pilot: Pilot[None]) -> list[str]:
    """The screen, a string a line."""
    strips = pilot.app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def screen(pilot: Pilot[None]) -> str:
    return "\n".join(lines(pilot))


def words(pilot: Pilot[None]) -> str:
    """The screen with every run of blanks and line ends as one blank."""
    return " ".join(screen(pilot).split())


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test's coroutine."""

    async def bounded() -> None:
        await asyncio.wait_for(test(), 60)

    asyncio.run(bounded())


WEATHER = call("call-1", "get_weather", '{"city":"Lis', 'bon","days":1', "4}")
TOOL_RUN = [
    STARTED,
    *text("m-1", "Let me check."),
    *WEATHER,
    result("call-1", '{"sky":"clear"}'),
    *text("m-2", "It is clear."),
    FINISHED,
]
SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "120x40"])
STATE_RUN = [
    STARTED,
    {"type": "STATE_SNAPSHOT", "snapshot": {"items": [{"done": False}], "total": 1}},
    {
        "type": "STATE_DELTA",
        "delta": [
            {"op": "replace", "path": "/items/0/done", "value": True},
            {"op": "add", "path": "/items/-", "value": {"done": False}},
        ],
    },
    {
        "type": "STATE_DELTA",
        "delta": [
            {"op": "replace", "path": "/total", "value": 2},
            {"op": "replace", "path": "/items/7/done", "value": True},
        ],
    },
    FINISHED,
]
LOST = [
    {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-9", "delta": delta}
    for delta in ("a", "b", "c")
]
