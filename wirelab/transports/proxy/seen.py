"""What the proxy tells: the traffic of each exchange, told apart, runs apart from anything else.

Times are milliseconds since the talk began, as in a recording of it. Within an exchange the order
is that of the wire: one Request, at most one Response, reads, one End.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from wirelab.wire.traffic import Traffic


@dataclass(slots=True, frozen=True, eq=False)
class Talk:
    """Exchanges that are judged and recorded as one conversation, none of them at the same time.

    number: from 1, in order of beginning. begun_ms: on the proxy's clock.
    """

    number: int
    thread_id: str | None
    begun_ms: float


@dataclass(slots=True, frozen=True)
class Seen:
    """One piece of traffic of an exchange.

    exchange: its number, from 1, in the order in which they are told. talk: what it belongs to;
    None where it is no run, of which neither bodies nor reads are told. sent, got: bytes of the
    bodies so far. remark: why something that could be a run is not judged.
    """

    exchange: int
    talk: Talk | None
    traffic: Traffic
    sent: int = 0
    got: int = 0
    remark: str = ""


@dataclass(slots=True, frozen=True)
class Forgotten:
    """Nothing more will come of a talk."""

    talk: Talk


News: TypeAlias = Seen | Forgotten
Tell: TypeAlias = Callable[[News], None]
