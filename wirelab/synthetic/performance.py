"""What a run is about to be written as; faults change it before the first byte goes out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import NamedTuple

EVENT_STREAM_HEADERS = {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
}


class Beat(NamedTuple):
    """One write of a run: its bytes, and the milliseconds to wait before it."""

    pause_ms: float
    data: bytes


class Close(StrEnum):
    """How the agent lets go of the connection behind the last write."""

    PROPER = "proper"
    CUT = "cut"
    """Closed without the end that HTTP wants: clients see an incomplete body."""
    RESET = "reset"
    """A TCP reset: clients see a broken connection."""


@dataclass(slots=True)
class Performance:
    """One response.

    beats: its writes. head_pause_ms: before the status and headers. seed: decides where a fault
    without a number strikes; None is another place each time.
    """

    beats: Iterable[Beat]
    status: int = 200
    headers: dict[str, str] = field(default_factory=EVENT_STREAM_HEADERS.copy)
    head_pause_ms: float = 0.0
    close: Close = Close.PROPER
    seed: int | None = None
    _random: Random | None = None

    @property
    def random(self) -> Random:
        """Chance, as the seed has it; most performances leave nothing to it."""
        if self._random is None:
            self._random = Random(self.seed)
        return self._random
