"""``replay --follow``: a growing recording shown as it is written, until Ctrl-C.

A file that is cut or replaced begins a session of its own, after the verdict on the one before.
Unreadable lines are said as they come.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from wirelab.cli.diagnostics import ExitCode, complain, say
from wirelab.cli.unread import Unread
from wirelab.cli.watching import Watch
from wirelab.errors import SourceError
from wirelab.session.inspection import Inspection
from wirelab.transports.growing_file import GrowingFile
from wirelab.transports.source import stream_source
from wirelab.transports.step_file import path_of
from wirelab.wire.traffic import End, Ending

if TYPE_CHECKING:
    from collections.abc import Callable

    from wirelab.cli.showing import Show
    from wirelab.cli.starting_point import StartingPoint
    from wirelab.session.session import Session
    from wirelab.transports.source import Source

LOOK_EVERY_S = 0.2
STREAMED = ("recording", "events", "timed-events", "event-array", "sse")
"""The formats that can be read before they are whole."""


class Following:
    """One file on its way to stdout. show: makes what shows a session of a source.

    sleep: how to wait until the file is looked at again.
    """

    def __init__(
        self,
        name: str,
        start: StartingPoint,
        show: Callable[[Session, Source], Show],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._start, self._show, self._sleep = start, show, sleep
        self._unread: Unread | None = None
        self._waited = False
        self._file = GrowingFile(path_of(name), name, self._wait)

    def run(self) -> ExitCode:
        """Go on until Ctrl-C. Raises SourceError for what cannot be read as it grows."""
        try:
            while True:
                self._follow()
                say(f"{self._file.name} {self._file.ended}; here is what is there now")
                self._file.reopen()
        except KeyboardInterrupt:
            return ExitCode.INTERRUPTED
        finally:
            self._file.close()

    def _follow(self) -> None:
        self._unread, self._waited = None, False
        try:
            source = stream_source(self._file, self._file.name)
        except SourceError as error:
            if not self._file.ended:
                raise
            complain(str(error))
            return
        self._show_all(source)

    def _show_all(self, source: Source) -> None:
        if source.format not in STREAMED:
            raise SourceError(
                f"{source.name} is read as a whole ({source.format}) and cannot be followed; "
                "replay it without --follow"
            )
        inspection = Inspection()
        session = inspection.session
        watch = Watch(inspection, self._show(session, source), wanted=self._start.reached(session))
        self._unread = Unread(source)
        try:
            for item in source.traffic():
                watch.take(item)
        except KeyboardInterrupt:
            if session.exchanges and session.exchanges[-1].closed_after is None:
                watch.take(End(Ending.CANCELLED))
            raise
        finally:
            self._unread.say()
            self._unread.say_how_many_more()
            watch.finish()

    def _wait(self) -> None:
        if self._unread is not None:
            self._unread.say()
        elif not self._waited:
            self._waited = True
            say(f"{self._file.name} does not show its format yet; waiting for more")
        self._sleep(LOOK_EVERY_S)
