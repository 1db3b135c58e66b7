"""Opens a recording: a path, or the name of one that comes with Wire Lab.

Whatever is wrong with the file as a whole is a SourceError of one sentence, here or while its
traffic is read; a line that is wrong is in ``Source.bad_lines`` and the rest is delivered.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from wirelab.errors import SourceError
from wirelab.steps.bundled import near, recording_names, recording_path
from wirelab.transports.source import Source, importer_of, reads, stream_source
from wirelab.transports.split_capture import split_capture

_NEIGHBOURS = 500
"""Names in a folder that are looked at for one that was meant."""


def open_source(given: str | Path) -> Source:
    """The source at a path, else the bundled recording of that name (``.jsonl`` may be left out).

    Raises SourceError, which proposes near names where nothing is called so.
    """
    name = str(given)
    path, mode = _resolve(name)
    if stat.S_ISDIR(mode):
        raise SourceError(f"{name} is a folder; name a file in it")
    if not stat.S_ISREG(mode):
        return stream_source(_open(path, name), name)
    capture = split_capture(path)
    if capture is not None:
        return Source(name, capture, tuple)
    importer = importer_of(_chunks(path, name), name)
    return Source(name, importer, partial(_chunks, path, name), os.path.getsize(path))


def path_of(name: str) -> Path:
    """The file that a name means, as ``open_source`` understands it. Raises SourceError."""
    return _resolve(name)[0]


def _resolve(name: str) -> tuple[Path, int]:
    """The file that is meant, and its mode."""
    path = Path(name)
    mode = _mode(path, name)
    if mode is not None and not stat.S_ISDIR(mode):
        return path, mode
    try:
        bundled = recording_path(name)
    except SourceError:
        if mode is None:
            raise SourceError(f"{name}: {_nothing_called_so(path, name)}") from None
        return path, mode
    return bundled, bundled.stat().st_mode


def _mode(path: Path, name: str) -> int | None:
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    except OSError as error:
        raise SourceError(f"{name} cannot be read: {error.strerror}") from None


def _nothing_called_so(path: Path, name: str) -> str:
    try:
        beside = [entry.name for entry in islice(os.scandir(path.parent), _NEIGHBOURS)]
    except (OSError, ValueError):
        beside = []
    found = near(path.name, beside) or near(name, recording_names())
    return f"no such file, and no recording of that name comes with Wire Lab{found}"


def _open(path: Path, name: str) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise SourceError(f"{name} cannot be read: {error.strerror}") from None


def _chunks(path: Path, name: str) -> Iterator[bytes]:
    with _open(path, name) as file:
        yield from reads(file, name)
