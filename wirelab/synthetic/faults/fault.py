"""A fault: one named way in which a run goes wrong on the wire, and how it is asked for.

Asked for as ``NAME`` or ``NAME=NUMBER``. Faults that change events come before those that change
text, writes, and the response, however they are listed: each acts on what the others left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from wirelab.synthetic.performance import Performance

Apply: TypeAlias = "Callable[[Performance, float | None], None]"


class Stage(IntEnum):
    """What a fault changes; the order in which faults act."""

    EVENTS = 0
    TEXT = 1
    WRITES = 2
    RESPONSE = 3


@dataclass(slots=True, frozen=True)
class Fault:
    """One fault.

    about: what it does, in a line. number: what its number means ("seconds"); "" where it takes
    none. default: the number where none is given; None lets the seed decide.
    """

    name: str
    stage: Stage
    about: str
    apply: Apply
    number: str = ""
    default: float | None = None


@dataclass(slots=True, frozen=True)
class AskedFault:
    """A fault with the number it was asked for with."""

    fault: Fault
    number: float | None = None

    def strike(self, performance: Performance) -> None:
        """Change what is about to be written."""
        self.fault.apply(performance, self.number)
