"""Writes a recording as the traffic happens.

Each piece of traffic is one line, appended by one write before ``take`` returns: a process that is
killed leaves a file that loads, but for at most its last line. Only the owner may read the file.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from types import TracebackType

from wirelab.errors import UsageError, WirelabError
from wirelab.steps.step_writer import StepWriter
from wirelab.wire.frame import Frame
from wirelab.wire.traffic import Traffic


class Recorder:
    """An open recording; a context manager that closes it.

    failed: something could not be written, so that it is not complete.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        title: str = "",
        keep_secrets: bool = False,
        overwrite: bool = False,
    ) -> None:
        """Create the file and write its header.

        overwrite: replace a file that is there; else UsageError.
        Raises WirelabError where it cannot be written.
        """
        self.path = Path(path)
        self.failed = False
        self._writer = StepWriter(keep_secrets=keep_secrets)
        self._file: int | None = _create(self.path, overwrite)
        self._append(self._writer.header(title))

    def take(self, traffic: Traffic | Frame) -> None:
        """Append one line. Raises WirelabError where it cannot be written."""
        self._append(self._writer.take(traffic))

    def close(self) -> None:
        """Close the file; closing again does nothing."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _append(self, line: bytes) -> None:
        if self._file is None:
            raise WirelabError(f"the recording {self.path} is closed")
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            self.failed = True
            raise _failure(self.path, error) from None


def _create(path: Path, overwrite: bool) -> int:
    how = os.O_TRUNC if overwrite else os.O_EXCL
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | how | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(path, flags, 0o600)
    except FileExistsError:
        raise UsageError(f"{path} is there already: remove it, or name another file") from None
    except (OSError, ValueError) as error:
        raise _failure(path, error) from None
    with contextlib.suppress(OSError, AttributeError):
        os.fchmod(file, 0o600)
    return file


def _failure(path: Path, error: OSError | ValueError) -> WirelabError:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return WirelabError(f"{path} cannot be written: {reason}")
