"""A fault: one named way in which a run goes wrong on the wire, and how it is asked for.

Asked for as ``NAME`` or ``NAME=NUMBER``. Faults that change events come before those that change
text, writes, and the response, however they are listed: each acts on what the others left. One
that puts another run in place of the one asked for comes before them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from wirelab.synthetic.performance import Performance

Apply: TypeAlias = "Callable[[Performance, float | None], None]"


class UnknownFaultError(ValueError):
    """What was asked for is no fault, in a sentence."""


class Stage(IntEnum):
    """What a fault changes; the order in which faults act."""

    RUN = -1
    EVENTS = 0
    TEXT = 1
    WRITES = 2
    RESPONSE = 3


@dataclass(slots=True, frozen=True)
class Fault:
    """One fault.

    about: what it does, in a line. number: what its number means ("seconds"); "" where it takes
    none. default: the number where none is given; None lets the seed decide. word: what it takes
    instead of a number, if it does. most: the largest number it takes, where it has one of its own.
    """

    name: str
    stage: Stage
    about: str
    apply: Apply
    number: str = ""
    default: float | None = None
    word: str = ""
    most: float | None = None


@dataclass(slots=True, frozen=True)
class AskedFault:
    """A fault with the number or the word it was asked for with."""

    fault: Fault
    number: float | None = None
    word: str = ""

    def strike(self, performance: Performance) -> None:
        """Change what is about to be written."""
        self.fault.apply(performance, self.number)
