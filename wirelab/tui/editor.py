"""Writing a text in the person's own editor ($VISUAL, else $EDITOR), the bench standing aside.

The text goes through a temporary file that only its owner may read and that is gone afterwards.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from wirelab.errors import WirelabError
from wirelab.tui.ending_signals import signals_put_off

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
        with app.suspend(), signals_put_off():
            code = _code_of(command)
    except SuspendNotSupported:
        raise WirelabError("this terminal cannot be handed over to an editor") from None
    if isinstance(code, OSError):
        raise WirelabError(f"{command[0]} cannot be run: {code.strerror or code}")
    if code != 0:
        how = f"exit code {code}" if code > 0 else f"signal {-code}"
        raise WirelabError(f"{command[0]} ended with {how}, so nothing is sent")


def _code_of(command: list[str]) -> int | OSError:
    """Its exit code, or why it did not run; what is raised while the app is suspended would leave
    the terminal without it for ever."""
    try:
        return subprocess.run(command, check=False).returncode
    except OSError as error:
        return error
    except ValueError as error:  # a NUL in it
        return OSError(str(error))
