"""Where the reference data lies: beside the checkout, read in place, never copied."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"


def shared(relative: str) -> Path:
    """A file or folder of the reference data; skips the test where it is absent."""
    path = SHARED / relative
    if not path.exists():
        pytest.skip(f"reference data is not here: shared/{relative}")
    return path
