"""The only writer of standard output: data, and nothing but data.

A reader that goes away ends the command quietly (``OutputClosedError``). Colour is used only
where a terminal reads it and nobody switched it off; what it says is in words as well.
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

_COLOURS = {"error": "31", "warning": "33", "note": "2", "good": "32", "faint": "2", "strong": "1"}


class OutputClosedError(Exception):
    """Whoever read our output has stopped reading."""


class Output:
    """Writes text to stdout, or to another stream given."""

    def __init__(self, stream: TextIO | None = None, *, colour: bool | None = None) -> None:
        self._stream = sys.stdout if stream is None else stream
        self._colour = wants_colour(self._stream) if colour is None else colour

    @property
    def takes_a_screen(self) -> bool:
        """Whether a TUI can be shown: it draws on stderr, and stdout must be read by nobody."""
        return _is_terminal(self._stream) and _is_terminal(sys.stderr)

    def line(self, text: str = "", tone: str = "") -> None:
        """Write one line; ``tone`` is error, warning, note, good, faint or strong."""
        self.piece(text + "\n", tone)

    def piece(self, text: str, tone: str = "") -> None:
        """Write text in a tone; its last line break, if any, stays outside of the colour."""
        if tone and self._colour:
            body = text.removesuffix("\n")
            text = f"\x1b[{_COLOURS[tone]}m{body}\x1b[0m{text[len(body) :]}"
        self.write(text)

    def write(self, text: str) -> None:
        """Write text as it is. Raises OutputClosedError when nobody reads any more."""
        try:
            self._stream.write(text)
        except BrokenPipeError:
            self._give_up()

    def write_bytes(self, data: bytes) -> None:
        """Write bytes as they are. Raises OutputClosedError when nobody reads any more."""
        self.flush()
        try:
            self._stream.buffer.write(data)
        except BrokenPipeError:
            self._give_up()

    def flush(self) -> None:
        try:
            self._stream.flush()
        except BrokenPipeError:
            self._give_up()

    def _give_up(self) -> None:
        """The interpreter flushes stdout once more as it ends: that must not fail loudly."""
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, self._stream.fileno())
        os.close(devnull)
        raise OutputClosedError


def prepare_stdout() -> None:
    """Let whatever a narrow encoding cannot hold appear as an escape, instead of failing."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def wants_colour(stream: TextIO) -> bool:
    """Whether colour is wanted on a stream: a terminal, and no NO_COLOR (no-color.org)."""
    return (
        _is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False
