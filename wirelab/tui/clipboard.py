"""Copying: to the terminal's clipboard by OSC 52, and to a file for terminals that take none.

Terminals give no answer to OSC 52, so that nothing tells whether it was taken; the notice names
the file as well. More than most terminals take goes to the file alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wirelab.tui.state_folder import state_folder, write_private
from wirelab.views.safe_text import safe, size

if TYPE_CHECKING:
    from textual.app import App

MOST_BYTES = 74_994
"""What fits into the 100,000 bytes of base64 that terminals and multiplexers take."""


def copy(app: App[object], text: str, what: str) -> None:
    """Copy ``text`` and say so: ``Copied {what} (1.2 kB)``."""
    data = text.encode("utf-8", "replace")
    taken = len(data) <= MOST_BYTES
    if taken:
        app.copy_to_clipboard(data.decode())
    app.notify(_said(what, data, taken), timeout=6, markup=False)


def _said(what: str, data: bytes, taken: bool) -> str:
    begun = what[:1].upper() + what[1:]
    path = state_folder() / "copied.txt"
    try:
        write_private(path, data)
    except (OSError, RuntimeError) as error:
        kept = f"could not be kept in a file: {getattr(error, 'strerror', None) or error}"
        return f"Copied {what} ({size(len(data))}); it {kept}" if taken else f"{begun} {kept}"
    where = safe(_short(path), 200)
    if taken:
        return f"Copied {what} ({size(len(data))}). If this terminal does not take it: {where}"
    return f"{begun} ({size(len(data))}) is too long for a clipboard; it is in {where}"


def _short(path: Path) -> str:
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
