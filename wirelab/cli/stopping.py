"""Ctrl-C and SIGTERM as a wish to stop, so that nothing is torn apart in the middle of its work."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_LONGEST_S = 10.0
"""A process that is terminated ends in this time, though it waits for whoever reads its output."""


class Stopping:
    """The signals that came."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._signals: list[int] = []
        self._at_last: threading.Timer | None = None

    def take(self, number: int, frame: FrameType | None) -> None:
        """The first asks to stop; a second does not wait. Raises KeyboardInterrupt then."""
        if self._signals:
            raise KeyboardInterrupt
        self._signals.append(number)
        if number == signal.SIGTERM:
            self._at_last = threading.Timer(_LONGEST_S, os._exit, (128 + number,))
            self._at_last.daemon = True
            self._at_last.start()
        self._stop()

    def over(self) -> None:
        """It has stopped."""
        if self._at_last is not None:
            self._at_last.cancel()

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
        stopping.over()
        for each, handler in zip(wanted, before, strict=True):
            signal.signal(each, handler)
