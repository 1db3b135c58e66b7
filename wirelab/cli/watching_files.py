"""``validate --watch``: what is there is judged, then each file again whenever it is new or
changed, until Ctrl-C. A file that goes away is forgotten without a word."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from wirelab.cli.diagnostics import ExitCode, say
from wirelab.cli.sending import is_url
from wirelab.cli.source_names import expand
from wirelab.errors import UsageError
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.cli.report_files import ReportFile

LOOK_EVERY_S = 0.5

_Mark: TypeAlias = tuple[int, int, int] | None
"""What changes of a file when it does; None where there is none."""


def check_watched(sources: list[str], files: list[ReportFile]) -> None:
    """Raises UsageError for what cannot be watched, and for reports other than text on stdout."""
    other = next((each for each in sources if each == "-" or is_url(each)), None)
    if other is not None:
        raise UsageError(f"--watch takes files, folders and patterns, not {other}")
    if any(file.format != "text" or file.path is not None for file in files):
        raise UsageError("--watch writes text to stdout; it excludes --format and -o")


class WatchedFiles:
    """sources: the words of the command line. judge: reports on some of the files they name.

    sleep: how to wait until they are looked at again.
    """

    def __init__(
        self,
        sources: list[str],
        judge: Callable[[list[str]], None],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._sources, self._judge, self._sleep = sources, judge, sleep
        self._marks: dict[str, _Mark] = {}

    def run(self) -> ExitCode:
        """Go on until Ctrl-C."""
        try:
            first = self._changed()
            for name in self._missing():
                say(f"{name} is not there yet")
            say(f"{counted(len(first), 'file')} found; watching for more, Ctrl-C ends it")
            self._report(first)
            while True:
                self._sleep(LOOK_EVERY_S)
                self._report(self._changed())
        except KeyboardInterrupt:
            return ExitCode.INTERRUPTED

    def _report(self, names: list[str]) -> None:
        there = [name for name in names if _mark(name) is not None]
        if there:
            self._judge(there)

    def _changed(self) -> list[str]:
        """The files that are new or changed since this was last asked."""
        try:
            names = [named.name for named in expand(self._sources) if named.error is None]
        except OSError:  # a folder went away while it was searched: see next time
            return []
        before, self._marks = self._marks, {name: _mark(name) for name in names}
        marks = self._marks.items()
        return [name for name, mark in marks if mark is not None and mark != before.get(name)]

    def _missing(self) -> list[str]:
        """Paths with no file yet; there may be one later."""
        return [name for name, mark in self._marks.items() if mark is None]


def _mark(path: str) -> _Mark:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
