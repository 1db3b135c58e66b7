"""Format versions: how a line of an older version becomes one of the version written today.

A file is written in one version, read in all up to ``CURRENT``. Each number that is left behind
gets one function here, from its own number to the next; they are applied one after the other, the
header's line included. A line in a version above ``CURRENT`` never gets here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]
Upgrade: TypeAlias = Callable[[Record], Record]

OLDEST = 1
CURRENT = 1

UPGRADES: Mapping[int, Upgrade] = {}
"""From the version a function reads to the function; the result is in the version above it."""


def upgrade(
    record: Record,
    version: int,
    *,
    current: int = CURRENT,
    upgrades: Mapping[int, Upgrade] = UPGRADES,
) -> Record:
    """``record``, written in ``version`` (``OLDEST`` to ``current``), as ``current`` has it."""
    for number in range(version, current):
        record = upgrades[number](record)
    return record
