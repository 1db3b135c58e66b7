"""What a fault may change of an answer on its way to the client; where faults come from is not
known here."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import NamedTuple, Protocol

from wirelab.wire.traffic import Headers

PROPER, RESET = "proper", "reset"
"""How a client's connection ends: as HTTP wants it, by a TCP reset; anything else is a close in the
middle of the body."""


class Altered(NamedTuple):
    """The head of an altered answer. pause_s: seconds it comes late."""

    status: int
    headers: Headers
    pause_s: float


class Alteration(Protocol):
    """One answer's. words: which faults, for the end of the exchange."""

    @property
    def words(self) -> str: ...

    def head(self) -> tuple[int, Headers, float]:
        """As ``Altered`` has it."""

    def body(self, reads: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """The client's body, of the agent's; it may end before that does."""

    @property
    def farewell(self) -> str:
        """How it ends behind the body."""


class Tampering(Protocol):
    """Alters answers that are event streams."""

    def alteration(self, status: int, headers: Headers) -> Alteration: ...
