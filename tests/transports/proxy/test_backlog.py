"""News between the proxy's thread and the one that judges."""

from __future__ import annotations

import asyncio

from wirelab.transports.proxy.backlog import Backlog
from wirelab.transports.proxy.seen import Forgotten, Seen, Talk
from wirelab.wire.traffic import Read

TALK = Talk(1, "t", 0.0)
READ = Seen(1, TALK, Read(b"x" * 1000, 0.0))


def test_what_was_put_before_the_stop_is_taken_before_it() -> None:
    backlog = Backlog()
    backlog.put(READ)
    backlog.stop()
    backlog.put(Forgotten(TALK))
    assert backlog.take() is READ
    assert backlog.take() is None
    assert list(backlog.rest()) == [Forgotten(TALK)]
    assert list(backlog.rest()) == []


def test_there_is_room_again_once_some_was_taken() -> None:
    backlog = Backlog(most_waiting=2000)

    async def fill() -> list[bool]:
        await backlog.room()
        for _ in range(3):
            backlog.put(READ)
        waiting = asyncio.ensure_future(backlog.room())
        await asyncio.wait([waiting], timeout=0.05)
        full = not waiting.done()
        for _ in range(2):
            backlog.take()
        await asyncio.wait_for(waiting, 20)
        return [full]

    assert asyncio.run(fill()) == [True]
