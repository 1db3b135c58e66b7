"""What is left on the terminal once the TUI is gone: the verdict, and where the recording is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wirelab.cli.diagnostics import say
from wirelab.views.status_line import status_line

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.transports.recorder import Recorder


@contextmanager
def said_on_leaving(session: Session, recorder: Recorder | None = None) -> Iterator[None]:
    """Say it however the TUI is left, by ``q`` or by Ctrl-C; the recorder is closed by then."""
    try:
        yield
    finally:
        say(leaving_words(session, recorder))


def leaving_words(session: Session, recorder: Recorder | None = None) -> str:
    """``run r-1 on t-1 · SUCCESS 1.20s · … · ✔ clean · recorded to FILE``."""
    turns = len(session.exchanges)
    said = [f"{turns} turns, the last:"] if turns > 1 else []
    said.append(status_line(session).text)
    if recorder is None:
        return " ".join(said)
    failed = "in part only, writing failed: " if recorder.failed else ""
    return f"{' '.join(said)} · recorded {failed or 'to '}{recorder.path}"
