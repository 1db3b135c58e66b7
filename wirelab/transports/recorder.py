"""Writes a recording as the traffic happens.

Each piece of traffic is one line, appended by one write before ``take`` returns: a process that is
killed leaves a file that loads, but for at most its last line. Only the owner may read the file.
A name that ends in ``.gz`` asks for gzip, of which the same holds.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

from wirelab.errors import WirelabError
from wirelab.steps.step_writer import StepWriter
from wirelab.transports.owned_file import Packing, create_owned, failure, write_all
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
        self._file: int | None = create_owned(self.path, overwrite=overwrite)
        self._packing = Packing() if self.path.name.endswith(".gz") else None
        self._append(self._writer.header(title))

    def take(self, traffic: Traffic | Frame) -> None:
        """Append one line. Raises WirelabError where it cannot be written."""
        self._append(self._writer.take(traffic))

    def close(self) -> None:
        """Close the file; closing again does nothing. Raises WirelabError for a compressed one
        whose end cannot be written."""
        if self._file is None:
            return
        try:
            if self._packing is not None and not self.failed:
                self._write(self._packing.finish())
        finally:
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
        self._write(line if self._packing is None else self._packing.take(line))

    def _write(self, data: bytes) -> None:
        if self._file is None:
            raise WirelabError(f"the recording {self.path} is closed")
        try:
            write_all(self._file, data)
        except OSError as error:
            self.failed = True
            raise failure(self.path, error) from None
