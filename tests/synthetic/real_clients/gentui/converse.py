"""Holds conversations in the application gentui, without a terminal, and tells what it shows.

Takes JSON on stdin, gives JSON on stdout:
``[{url, thread, turns}]`` -> ``[{entries, state, died}]``.
A turn is ``{say: text}`` or ``{resume: [entry]}``, to the interrupts in their order.
"""

import asyncio
import json
import sys

from gentui.config import Config
from gentui.tui.agui_client import AguiClient
from gentui.tui.app import GentuiApp
from gentui.tui.widgets.base import ToolWidget


async def hold(url, thread, turns):
    app = GentuiApp(AguiClient(url, timeout=60.0, send_history=True), Config(url=url))
    app.thread_id = thread
    died = None
    try:
        async with app.run_test(size=(100, 40)) as pilot:
            for turn in turns:
                await take(app, turn)
                await settled(app, pilot)
    except Exception as error:
        died = f"{type(error).__name__}: {error}"
    entries = [
        {name: value for name, value in entry.items() if name not in ("time", "seconds")}
        for entry in app.transcript.entries
    ]
    return {"entries": entries, "state": app.state, "died": died}


async def take(app, turn):
    if "say" in turn:
        await app.submit_text(turn["say"])
    waiting = list(app._open_interrupts)
    for interrupt_id, entry in zip(waiting, turn.get("resume", []), strict=True):
        app.post_message(ToolWidget.Answer(interrupt_id, entry["status"], entry.get("payload")))


async def settled(app, pilot):
    """Until what was asked for has been answered."""
    await pilot.pause()
    while app._busy and app.is_running:
        await pilot.pause(0.01)
    await pilot.pause()


async def main():
    asked = json.load(sys.stdin)
    told = [await hold(**conversation) for conversation in asked]
    json.dump(told, sys.stdout)


asyncio.run(main())
