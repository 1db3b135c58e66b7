"""Where the bench keeps what outlives it: a folder of the user's, with files for the owner alone.

By the XDG base directory specification: ``$XDG_STATE_HOME``, else ``~/.local/state``.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def state_folder() -> Path:
    """The folder; it need not be there yet."""
    given = os.environ.get("XDG_STATE_HOME", "")
    root = Path(given) if os.path.isabs(given) else Path.home() / ".local" / "state"
    return root / "wirelab"


def write_private(path: Path, data: bytes) -> None:
    """Put ``data`` in place of a file, in one step, readable by the owner alone. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(file, "wb") as out:
            out.write(data)
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
