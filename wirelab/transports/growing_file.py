"""A file that somebody is still writing, read as ``tail -F`` reads it: to its end, then on as it
grows. It looks at the file now and then; in between it waits, as its owner says how.

What was written before the file was cut or replaced is read to its end first, and only then does
the reading end, with the reason in ``ended``; ``reopen`` begins with what is there then.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from wirelab.errors import SourceError

_GZIP = b"\x1f\x8b"


class GrowingFile:
    """Raises SourceError where it cannot be opened, or is one that nobody can follow.

    wait: called whenever there is no more for now; returns when it is time to look again.
    ended: why the file that was being read goes on no longer; empty while it does.
    """

    def __init__(self, path: Path, name: str, wait: Callable[[], None]) -> None:
        self.name = name
        self.ended = ""
        self._path = path
        self._wait = wait
        if not path.is_file():
            raise SourceError(f"{name} is no regular file: only those are followed")
        self._open()

    def read(self, most: int) -> bytes:
        """The next bytes, as soon as there are any; none where the file was cut or replaced."""
        while not (data := self._file.read(most)):
            now = self._now()
            if now is not None and self._went(now):
                # It may have grown once more before its place was taken.
                return self._file.read(most) if now.st_ino != self._mark.st_ino else b""
            self._wait()
        return data

    def reopen(self) -> None:
        """Begin anew with the file that is in its place now; waits until there is one."""
        self._file.close()
        while self._now() is None:
            self._wait()
        self._open()

    def close(self) -> None:
        self._file.close()

    def _open(self) -> None:
        try:
            self._file = self._path.open("rb", buffering=0)
            self._mark = os.fstat(self._file.fileno())
            compressed = self._path.suffix == ".gz" or self._file.read(2) == _GZIP
            self._file.seek(0)
        except OSError as error:
            raise SourceError(f"{self.name} cannot be read: {error.strerror}") from None
        self.ended = ""
        if compressed:
            self.close()
            raise SourceError(
                f"{self.name} is compressed, which cannot be followed; replay it once it is whole"
            )

    def _now(self) -> os.stat_result | None:
        """What is in its place; None while nothing is."""
        try:
            return os.stat(self._path)
        except OSError:
            return None

    def _went(self, now: os.stat_result) -> bool:
        """Whether it is another file by now, or shorter than what was read of it."""
        if (now.st_dev, now.st_ino) != (self._mark.st_dev, self._mark.st_ino):
            self.ended = "was replaced"
        elif now.st_size < self._file.tell():
            self.ended = "was cut"
        return bool(self.ended)
