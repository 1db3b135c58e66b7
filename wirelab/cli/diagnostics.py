"""What the command line says beside its data: sentences on stderr, and the exit codes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from enum import IntEnum

from wirelab.views.safe_text import safe


class ExitCode(IntEnum):
    """The exit codes scripts rely on."""

    ACCEPTED = 0
    FINDINGS = 1
    USAGE = 2
    FAILED = 3
    """A source could not be read, a peer not reached, a run not started."""
    INTERRUPTED = 130


_GRAVITY = (ExitCode.ACCEPTED, ExitCode.FINDINGS, ExitCode.FAILED, ExitCode.INTERRUPTED)


def worst(codes: list[ExitCode]) -> ExitCode:
    """The one code for several outcomes: 3 over 1 over 0."""
    return max(codes, key=_GRAVITY.index, default=ExitCode.ACCEPTED)


def say(sentence: str) -> None:
    """A sentence about how things go."""
    _write(f"wirelab: {safe(sentence)}\n")


def complain(sentence: str, picture: Sequence[str] = ()) -> None:
    """A sentence about what went wrong, and lines that show where."""
    _write(f"wirelab: error: {safe(sentence)}\n" + "".join(f"    {line}\n" for line in picture))


def _write(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # nobody reads stderr: nothing to tell them
        sys.stderr.write(text)
        sys.stderr.flush()
