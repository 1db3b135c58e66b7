"""How Python looks for cycles while somebody is at the screen: in passes too short to be noticed.

What is held of a stream has no cycles, and looking through all of it stops the screen for a
second; so only what is new is looked through, a little at a time.
"""

from __future__ import annotations

import gc

_NEW_OBJECTS, _PASSES_BEFORE_OLDER = 20_000, 1_000


def collect_briefly() -> None:
    """Set it for this process."""
    gc.set_threshold(_NEW_OBJECTS, _PASSES_BEFORE_OLDER, 100)
