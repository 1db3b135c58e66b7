"""The faults of the synthetic agent on a stream that passes, which nobody knows the end of.

Most of them change a stream as it goes by. Those that choose a place by the length of the run need
its number here, and those that need to know what comes, or when, cannot strike (``NOT_PASSING``).
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import TypeAlias

from wirelab.synthetic.faults import FAULTS, AskedFault, UnknownFaultError, read_fault, strike
from wirelab.synthetic.faults.fault import Fault, Stage
from wirelab.synthetic.performance import Beat, Performance
from wirelab.wire.traffic import Headers

NEED_NUMBER = frozenset({"duplicate", "drop", "swap", "reset", "cut"})
NOT_PASSING = frozenset({"stall", "heartbeat", "no-final-blank"})
_BLOCK_END = re.compile(rb"\r\n\r\n|\n\n|\r\r")
_HUNGRY, _DONE = object(), object()
_Out: TypeAlias = "asyncio.Queue[object]"


def passing() -> list[Fault]:
    """Those that can strike a stream that passes."""
    return [fault for name, fault in FAULTS.items() if name not in NOT_PASSING]


def read_passing_fault(text: str) -> AskedFault:
    """``NAME`` or ``NAME=NUMBER``. Raises UnknownFaultError."""
    asked = read_fault(text)
    name = asked.fault.name
    if name in NOT_PASSING:
        raise UnknownFaultError(f"the fault {name} cannot strike a stream that passes")
    if name in NEED_NUMBER and asked.number is None:
        raise UnknownFaultError(f"the fault {name} needs {asked.fault.number} here: {name}=3")
    return asked


class PassingFaults:
    """Strikes every answer with the same faults."""

    def __init__(self, asked: Sequence[AskedFault]) -> None:
        self._asked = asked

    def alteration(self, status: int, headers: Headers) -> StruckAnswer:
        return StruckAnswer(self._asked, status, headers)


class StruckAnswer:
    """One answer. Faults are written as loops over what is to be written: they run in a thread,
    which is given a read whenever it asks for one."""

    def __init__(self, asked: Sequence[AskedFault], status: int, headers: Headers) -> None:
        self.words = ", ".join(each.fault.name for each in asked)
        self._given = headers
        self._reads: SimpleQueue[bytes | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._out: _Out = asyncio.Queue()
        pieces = self._taken()
        if any(each.fault.stage in (Stage.EVENTS, Stage.TEXT) for each in asked):
            pieces = _blocks(pieces)
        beats = (Beat(0.0, data) for data in pieces)
        self._own = {name.lower(): value for name, value in headers}
        self._performance = strike(Performance(beats, status, self._own), asked)

    def head(self) -> tuple[int, Headers, float]:
        """Status, headers, and how many seconds late they come."""
        performance = self._performance
        return performance.status, self._headers(), performance.head_pause_ms / 1000

    def _headers(self) -> Headers:
        now = self._performance.headers
        if now is self._own:
            given = {name.lower(): value for name, value in self._given}
            changed = {name: value for name, value in now.items() if given.get(name) != value}
            kept = [pair for pair in self._given if pair[0].lower() not in changed]
        else:  # another answer, which a browser may still read where it could read the first
            changed = now
            kept = [pair for pair in self._given if pair[0].lower().startswith("access-control-")]
        return (*kept, *changed.items())

    @property
    def farewell(self) -> str:
        return self._performance.close.value

    async def body(self, reads: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """What is written instead of these reads."""
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._work, name="wirelab-fault", daemon=True).start()
        try:
            while (item := await self._out.get()) is not _DONE:
                if item is _HUNGRY:
                    self._reads.put(await anext(reads, None))
                elif isinstance(item, Beat):
                    await asyncio.sleep(item.pause_ms / 1000)
                    yield item.data
        finally:
            self._reads.put(None)

    def _work(self) -> None:
        with suppress(RuntimeError):  # the loop has ended: nobody waits for more
            for beat in self._performance.beats:
                self._say(beat)
            self._say(_DONE)

    def _say(self, item: object) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._out.put_nowait, item)

    def _taken(self) -> Iterator[bytes]:
        while True:
            self._say(_HUNGRY)
            data = self._reads.get()
            if data is None:
                return
            yield data


def _blocks(reads: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes cut behind the blank lines; an event in the form the faults know."""
    rest = b""
    for data in reads:
        rest += data
        while (end := _BLOCK_END.search(rest)) is not None:
            yield _one_line(rest[: end.start()])
            rest = rest[end.end() :]
    if rest:
        yield rest


def _one_line(block: bytes) -> bytes:
    """A block of nothing but data lines as one; any other with LF line ends."""
    lines = re.split(rb"\r\n|\n|\r", block)
    if all(each.startswith(b"data:") for each in lines):
        values = (each.removeprefix(b"data:").removeprefix(b" ") for each in lines)
        lines = [b"data: " + b" ".join(values)]
    return b"\n".join(lines) + b"\n\n"
