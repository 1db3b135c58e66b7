"""Writing a text in the person's own editor ($VISUAL, else $EDITOR), the bench standing aside.

The text goes through a temporary file that only its owner may read and that is gone afterwards.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from wirelab.errors import WirelabError

if TYPE_CHECKING:
    from textual.app import App

_LONG_AGO = (1, 1)
"""Seconds of the epoch: a file that was not saved still has this time."""


def edit(app: App[object], text: str, name: str) -> str | None:
    """The text as the person saved it; None where they left without saving.

    name: of the file, which tells an editor what it holds. Raises WirelabError, in a sentence,
    where there is no editor or it failed.
    """
    command = _command()
    with tempfile.TemporaryDirectory(prefix="wirelab-") as folder:
        path = Path(folder) / name
        path.touch(mode=0o600)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        os.utime(path, _LONG_AGO)
        _run(app, [*command, str(path)])
        try:
            saved = path.stat().st_mtime != _LONG_AGO[1]
            return path.read_bytes().decode("utf-8", "surrogateescape") if saved else None
        except OSError as error:
            raise WirelabError(f"what was edited cannot be read: {error.strerror}") from None


def _command() -> list[str]:
    for variable in ("VISUAL", "EDITOR"):
        given = os.environ.get(variable, "").strip()
        if not given:
            continue
        try:
            return shlex.split(given)
        except ValueError as error:
            raise WirelabError(f"${variable} is no command: {error}") from None
    raise WirelabError("no editor is set: export EDITOR=nano (or VISUAL), and start again")


def _run(app: App[object], command: list[str]) -> None:
    try:
        with app.suspend(), _deaf_to_interrupts():
            code = subprocess.run(command, check=False).returncode
    except SuspendNotSupported:
        raise WirelabError("this terminal cannot be handed over to an editor") from None
    except OSError as error:
        raise WirelabError(f"{command[0]} cannot be run: {error.strerror}") from None
    if code != 0:
        how = f"exit code {code}" if code > 0 else f"signal {-code}"
        raise WirelabError(f"{command[0]} ended with {how}, so nothing is sent")


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Ctrl-C is the editor's. A handler that does nothing, for one that ignores is inherited."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
