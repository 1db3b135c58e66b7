"""Ctrl-C and SIGTERM as a wish to stop, so that nothing is torn apart in the middle of its work."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class Stopping:
    """The signals that came."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._signals: list[int] = []

    def take(self, number: int, frame: FrameType | None) -> None:
        """The first asks to stop; a second does not wait. Raises KeyboardInterrupt then."""
        if self._signals:
            raise KeyboardInterrupt
        self._signals.append(number)
        self._stop()

    def raise_again(self) -> None:
        """A process that was terminated ends as one."""
        if signal.SIGTERM in self._signals:
            signal.raise_signal(signal.SIGTERM)


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[Stopping]:
    """Call ``stop`` for the first signal, for as long as the block lasts; in the main thread."""
    stopping = Stopping(stop)
    wanted = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, stopping.take) for each in wanted]
    try:
        yield stopping
    finally:
        for each, handler in zip(wanted, before, strict=True):
            signal.signal(each, handler)
