"""A terminal that is gone takes nothing down with it: what is painted then is painted for nobody.

Textual's writer ends at the first write that fails, and whoever paints or leaves waits for it for
ever.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from textual.driver import Driver


class _Outlasting:
    """A file that takes everything, though it may no longer be written to."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def outlasting(driver: type[Driver]) -> type[Driver]:
    """The driver, made to outlast its terminal."""

    def __init__(self: Any, *arguments: Any, **named: Any) -> None:  # noqa: N807
        driver.__init__(self, *arguments, **named)
        if hasattr(self, "_file"):
            self._file = _Outlasting(self._file)

    return type(driver.__name__, (driver,), {"__init__": __init__})
