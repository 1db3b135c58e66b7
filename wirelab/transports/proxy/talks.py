"""Which exchanges belong together: those of one thread that do not overlap.

An exchange on a thread whose last one is still under way begins a talk of its own, so that two at
once are never mixed. At most ``MOST_IDLE`` threads are remembered; the one that has been silent for
the longest is forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from wirelab.transports.proxy.seen import Talk

MOST_IDLE = 100


class Talks:
    """forgotten: told of each talk to which nothing can come any more."""

    def __init__(self, forgotten: Callable[[Talk], None]) -> None:
        self._forgotten = forgotten
        self._count = 0
        self._idle: OrderedDict[str, Talk] = OrderedDict()

    def join(self, thread_id: str | None, at_ms: float) -> Talk:
        """The talk an exchange belongs to; it is busy until it is left."""
        talk = self._idle.pop(thread_id, None) if thread_id is not None else None
        if talk is None:
            self._count += 1
            talk = Talk(self._count, thread_id, at_ms)
        return talk

    def leave(self, talk: Talk) -> None:
        """The exchange is over."""
        if talk.thread_id is None:
            self._forgotten(talk)
            return
        rest = self._idle.pop(talk.thread_id, None)
        self._idle[talk.thread_id] = talk
        if rest is not None:
            self._forgotten(rest)
        elif len(self._idle) > MOST_IDLE:
            self._forgotten(self._idle.popitem(last=False)[1])
