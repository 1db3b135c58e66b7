"""Files that hold what was said on the wire: readable by their owner only, and never in the place
of a file that is there already unless that is asked for."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from wirelab.errors import UsageError, WirelabError


class Packing:
    """gzip, piece by piece; what was taken can be read back though nothing follows."""

    def __init__(self) -> None:
        self._deflater = zlib.compressobj(wbits=31)

    def take(self, data: bytes, *, at_once: bool = True) -> bytes:
        """The bytes to write now."""
        packed = self._deflater.compress(data)
        return packed + self._deflater.flush(zlib.Z_SYNC_FLUSH) if at_once else packed

    def finish(self) -> bytes:
        return self._deflater.flush()


def create_owned(path: Path, *, overwrite: bool = False) -> int:
    """The descriptor of a new file, in append mode. Raises UsageError where there is one already,
    which is emptied if it may be overwritten; WirelabError where it cannot be written."""
    how = os.O_TRUNC if overwrite else os.O_EXCL
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | how | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(path, flags, 0o600)
    except FileExistsError:
        raise UsageError(f"{path} is there already: remove it, or name another file") from None
    except (OSError, ValueError) as error:
        raise failure(path, error) from None
    with contextlib.suppress(OSError, AttributeError):
        os.fchmod(file, 0o600)
    return file


@contextlib.contextmanager
def whole_file(path: Path, *, overwrite: bool = False) -> Iterator[Callable[[bytes], None]]:
    """Writes a file that is there in the end, or, where the body raises, not at all: one that is
    overwritten keeps its contents until everything is written. ``.gz`` asks for gzip."""
    taken = _taken(path, overwrite=overwrite)
    beside, file = _create_beside(path) if taken else (path, create_owned(path))
    packing = Packing() if path.name.endswith(".gz") else None

    def write(data: bytes) -> None:
        try:
            write_all(file, data if packing is None else packing.take(data, at_once=False))
        except OSError as error:
            raise failure(path, error) from None

    complete = False
    try:
        yield write
        if packing is not None:
            write_all(file, packing.finish())
        if taken:
            os.replace(beside, path.resolve())
        complete = True
    except OSError as error:
        raise failure(path, error) from None
    finally:
        os.close(file)
        if not complete:
            beside.unlink(missing_ok=True)


def write_all(file: int, data: bytes) -> None:
    """Write until nothing is left. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def failure(path: Path, error: OSError | ValueError) -> WirelabError:
    """The sentence for a file that cannot be written."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return WirelabError(f"{path} cannot be written: {reason}")


def _taken(path: Path, *, overwrite: bool) -> bool:
    """Whether a file is there that may be replaced. Raises UsageError for one that may not."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    if stat.S_ISDIR(mode):
        raise UsageError(f"{path} is a folder; name a file")
    if not stat.S_ISREG(mode):
        raise UsageError(f"{path} is no regular file; - writes to standard output")
    if not overwrite:
        raise UsageError(f"{path} is there already; --force replaces it")
    return True


def _create_beside(path: Path) -> tuple[Path, int]:
    target = path.resolve()
    try:
        file, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise failure(path, error) from None
    return Path(name), file
