"""Signals that end a program end an app as its own keys do: the terminal is given back, and what
was being recorded is complete.

A signal that was ignored when the program began (``nohup``) stays ignored.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


def end_on_signals(end: Callable[[signal.Signals], object]) -> None:
    """Call ``end`` in the running loop for each of them, until the loop is closed."""
    loop = asyncio.get_running_loop()
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            # Windows has no such thing; nor has a thread that is not the main one.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, _ended, number, end)


def _ended(number: signal.Signals, end: Callable[[signal.Signals], object]) -> None:
    """A terminal that hangs up also says to continue, which would begin to paint anew."""
    if number == getattr(signal, "SIGHUP", None):
        signal.signal(signal.SIGCONT, signal.SIG_IGN)
    end(number)


def leaving(number: signal.Signals) -> BaseException:
    """What a program raises that a signal ended: a shell is told 128 and its number."""
    return KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number)


@contextmanager
def signals_put_off() -> Iterator[None]:
    """For the time of another program: Ctrl-C is its own, the other signals come afterwards.

    Handlers that do nothing, for one that ignores would be inherited. The loop is woken by none
    of them, for it would act on them later.
    """
    came: list[int] = []
    woken = signal.set_wakeup_fd(-1)
    before = {number: signal.getsignal(number) for number in _ENDING}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(woken)
        for number in {*came} - {signal.SIGINT}:
            signal.raise_signal(number)
