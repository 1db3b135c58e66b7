"""The filters a person kept, newest last; in a file of the user's where there is one.

A file that cannot be read or written is as good as none: nothing is said, nothing stops.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING

from wirelab.tui.state_folder import state_folder, write_private
from wirelab.views.filters.parsing import LONGEST

if TYPE_CHECKING:
    from pathlib import Path

_MOST = 50
_LARGEST_FILE = _MOST * LONGEST * 8


class SavedFilters:
    """path: the file; None keeps them for as long as the bench is open."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._texts: list[str] | None = None

    @property
    def texts(self) -> list[str]:
        """All of them, oldest first; read from the file when first asked for."""
        if self._texts is None:
            self._texts = self._read()
        return self._texts

    def keep(self, text: str) -> None:
        """Make a filter the newest. What another bench has kept meanwhile stays."""
        texts = self._read() or self.texts
        others = [each for each in texts if each != text]
        self._texts = [*others[1 - _MOST :], text]
        if self._path is not None:
            with contextlib.suppress(OSError):
                write_private(self._path, json.dumps({"filters": self._texts}, indent=1).encode())

    def _read(self) -> list[str]:
        if self._path is None:
            return []
        try:
            with self._path.open("rb") as file:
                held = json.loads(file.read(_LARGEST_FILE))
        except (OSError, ValueError, RecursionError):
            return []
        texts = held.get("filters") if isinstance(held, dict) else None
        return [each for each in texts if _is_one(each)][-_MOST:] if isinstance(texts, list) else []


def _is_one(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= LONGEST and text.isprintable()


def users_filters() -> SavedFilters:
    """Those of the user; of nobody where there is no home."""
    try:
        return SavedFilters(state_folder() / "filters.json")
    except RuntimeError:
        return SavedFilters()
