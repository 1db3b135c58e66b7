"""What a client sends to start a run, as it is judged: before the world takes it in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wirelab.protocol.run_input import RunInput
    from wirelab.session.event import Departure
    from wirelab.wire.traffic import Request


@dataclass(slots=True, frozen=True)
class SentInput:
    """One RunAgentInput on its way.

    request: the HTTP request; None where only the input is known.
    payload: the decoded body; None where it is no JSON, ``unread`` then says why.
    run_input: its members; None where the payload is no object.
    departures: unknown and malformed members, judged by the version it declares.
    """

    request: Request | None
    payload: Any
    run_input: RunInput | None
    unread: str = ""
    departures: list[Departure] = field(default_factory=list)
