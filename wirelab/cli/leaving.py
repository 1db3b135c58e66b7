"""What is left on the terminal once the TUI is gone: the verdict, and where the recording is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wirelab.cli.diagnostics import say
from wirelab.views.status_line import status_line

if TYPE_CHECKING:
    from wirelab.session.session import Session


@contextmanager
def said_on_leaving(session: Session, record: str | None = None) -> Iterator[None]:
    """Say it however the TUI is left, by ``q`` or by Ctrl-C.

    record: the file that was recorded to.
    """
    try:
        yield
    finally:
        say(leaving_words(session, record))


def leaving_words(session: Session, record: str | None = None) -> str:
    """``run r-1 on t-1 · SUCCESS 1.20s · … · ✔ clean · recorded to FILE``."""
    turns = len(session.exchanges)
    said = [f"{turns} turns, the last:"] if turns > 1 else []
    said.append(status_line(session).text)
    return " ".join(said) + (f" · recorded to {record}" if record is not None else "")
