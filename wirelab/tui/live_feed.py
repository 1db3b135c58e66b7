"""From traffic to a session, while the screen stays awake.

What arrives is recorded and queued at once; a second task frames, judges and folds it in short
slices, giving the loop back between them, so that a key is answered under any flood. It touches
no widget: ``advanced`` is called at most 25 times a second, never before the last call was
``painted``, and once more after the last event.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from wirelab.errors import WirelabError
from wirelab.session.traffic_again import traffic_of
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read

if TYPE_CHECKING:
    from wirelab.session.inspection import Inspection
    from wirelab.session.session import Session
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Traffic

REPAINTS_A_SECOND = 25
_SLICE_S, _SHORT_SLICE_S = 0.004, 0.0005
_GIVES_WAY_S = 0.1
_LONGEST_HOLD_S = 0.25
_RECORDED_AT_ONCE = 100
_MOST_QUEUED, _MOST_QUEUED_BYTES = 500, 1 << 20
Play: TypeAlias = "Callable[[LiveFeed], Awaitable[None]]"


class LiveFeed:
    """Feeds one inspection from whatever plays into ``take``.

    record: is given all traffic as it arrives. trouble: a sentence, once recording has failed.
    """

    def __init__(
        self,
        inspection: Inspection,
        advanced: Callable[[], None],
        record: Callable[[Traffic | Frame], None] | None = None,
    ) -> None:
        self._inspection = inspection
        self._advanced = advanced
        self._record = record
        self._still = asyncio.Lock()
        self._framing = Framing()
        self._queue: deque[Traffic | Frame] = deque()
        self._queued_bytes = 0
        self._arrived = asyncio.Event()
        self._drained = asyncio.Event()
        self._player: asyncio.Future[None] | None = None
        self._begun: float | None = None
        self._told = self._next_s = 0.0
        self._news = self._painting = False
        self._timer: asyncio.TimerHandle | None = None
        self._running = False
        self._short_until = 0.0
        self.trouble = ""

    @property
    def session(self) -> Session:
        return self._inspection.session

    @property
    def running(self) -> bool:
        """More may come, or is not judged yet."""
        return self._running

    def clock(self) -> float:
        """Milliseconds since it was first asked, which is when the first request goes out."""
        now = perf_counter()
        if self._begun is None:
            self._begun = now
        return (now - self._begun) * 1000

    def take(self, traffic: Traffic | Frame) -> None:
        """Take one piece of traffic; it is recorded before anything else happens to it."""
        if self._record is not None:
            try:
                self._record(traffic)
            except (WirelabError, OSError) as error:
                self._record, self.trouble = None, f"recording stopped: {error}"
        self._queue.append(traffic)
        self._queued_bytes += _bytes_of(traffic)
        self._drained.clear()
        self._arrived.set()

    @property
    def recording(self) -> bool:
        return self._record is not None

    async def record(self, record: Callable[[Traffic | Frame], None]) -> None:
        """Record what has come so far, and from then on all that comes. Raises what ``record``
        raises; nothing is recorded then."""
        async with self._still:
            for count, traffic in enumerate(traffic_of(self.session), 1):
                record(traffic)
                if count % _RECORDED_AT_ONCE == 0:
                    await asyncio.sleep(0)
            for traffic in (*self._framing.held, *self._queue):
                record(traffic)
            self._record, self.trouble = record, ""

    def stop_recording(self) -> None:
        self._record = None

    async def caught_up(self) -> Session:
        """Wait until all that was taken is judged; returns the session."""
        if self._queue:
            await self._drained.wait()
        return self.session

    async def room(self) -> None:
        """Wait while much is queued; for players that can wait."""
        if len(self._queue) > _MOST_QUEUED or self._queued_bytes > _MOST_QUEUED_BYTES:
            await self.caught_up()

    def give_way(self) -> None:
        """A person has just done something: what leads to the answer takes many turns of the loop,
        between which hardly anything is judged, and what came is not told before, though four times
        a second whatever a person does."""
        self._short_until = perf_counter() + _GIVES_WAY_S
        held_until = min(self._short_until, self._told + _LONGEST_HOLD_S)
        if held_until > self._next_s:
            self._next_s = held_until
            self._put_off()

    async def run(self, play: Play) -> None:
        """Play to the end, or until cancelled; raises what ``play`` raises."""
        self._running = True
        self._player = asyncio.ensure_future(play(self))
        self._player.add_done_callback(lambda _: self._arrived.set())
        try:
            await self._judge()
        except asyncio.CancelledError:
            self.cancel()
            await asyncio.wait([self._player])
            raise
        finally:
            self._running = False
            self._tell_now()
        if not self._player.cancelled():
            self._player.result()

    def cancel(self) -> None:
        """Stop playing; what has arrived is still judged."""
        if self._player is not None:
            self._player.cancel()

    async def stop(self) -> None:
        """Stop playing, and wait until its end is recorded and judged."""
        self.cancel()
        if self._player is not None:
            await asyncio.wait([self._player])
        await self.caught_up()

    async def _judge(self) -> None:
        while not self._player_done() or self._queue:
            if not self._queue:
                self._drained.set()
                self._arrived.clear()
                await self._arrived.wait()
                continue
            async with self._still:
                await self._judge_one()
        async with self._still:
            await self._close()
        self._drained.set()

    def _player_done(self) -> bool:
        return self._player is None or self._player.done()

    async def _close(self) -> None:
        """A source that kept no end, or was left before it: what is open ends here."""
        exchanges = self.session.exchanges
        if not exchanges or exchanges[-1].closed_after is None:
            left = self._player is not None and self._player.cancelled()
            self._queue.append(End(Ending.CANCELLED if left else Ending.UNKNOWN))
            await self._judge_one()

    async def _judge_one(self) -> None:
        deadline = self._end_of_slice()
        for arrival in self._framing.take(self._queue[0]):
            self._inspection.take(arrival)
            if perf_counter() > deadline:
                self._tell()
                await asyncio.sleep(0)
                deadline = self._end_of_slice()
        self._queued_bytes -= _bytes_of(self._queue.popleft())
        self._tell()
        await asyncio.sleep(0)

    def _end_of_slice(self) -> float:
        now = perf_counter()
        return now + (_SLICE_S if now >= self._short_until else _SHORT_SLICE_S)

    @property
    def shown(self) -> bool:
        """What was judged is on the screen, all of it."""
        return not self._news and not self._painting

    def painted(self) -> None:
        """What ``advanced`` told is on the screen. Painting gets half of the time at most."""
        took = perf_counter() - self._told
        self._next_s = max(self._next_s, self._told + max(1 / REPAINTS_A_SECOND, 2 * took))
        self._painting = False
        if self._news:
            self._tell()

    def _tell(self) -> None:
        self._news = True
        if self._painting or self._timer is not None:
            return
        wait_s = self._next_s - perf_counter()
        if wait_s > 0:
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._tell_now)
        else:
            self._tell_now()

    def _put_off(self) -> None:
        """What was to be told at some time is told at another."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._tell()

    def _tell_now(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._news, self._painting, self._told = False, True, perf_counter()
        self._advanced()


def _bytes_of(traffic: Traffic | Frame) -> int:
    return len(traffic.data) if isinstance(traffic, Read) else 0
