"""What a conforming client sends of an input it is given [basic/run-input].

It reads retired shapes as what took their place, strips what the protocol does not know, keeps
activity messages to itself, and refuses to send a known member that is malformed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from wirelab.protocol.schema_gate import gate
from wirelab.session.enforcement import enforce_run_input
from wirelab.session.event import Departure, DepartureKind
from wirelab.session.shims import shim_run_input


@dataclass(slots=True, frozen=True)
class Outgoing:
    """payload: what is sent; None where the client refuses, ``refused`` then says why.
    stripped: pointers of what the protocol does not know, in the input as given."""

    payload: dict[str, Any] | None
    refused: str = ""
    stripped: list[str] = field(default_factory=list)


def outgoing_request(given: dict[str, Any], version: str) -> Outgoing:
    """Apply what a client does to an input, judged by a protocol version."""
    if gate(version).accepts("RunAgentInput", given):
        return Outgoing(_without_activities(given))
    shimmed, translated = shim_run_input(given)
    enforced = enforce_run_input(shimmed, version)
    if enforced.payload is None:
        return Outgoing(None, _reason(enforced.departures))
    dropped = [each for each in translated if each.kind is DepartureKind.BINARY_PART_DROPPED]
    stripped = [departure.pointer for departure in (*dropped, *enforced.departures)]
    return Outgoing(_without_activities(enforced.payload), stripped=stripped)


def _without_activities(payload: dict[str, Any]) -> dict[str, Any]:
    kept = [each for each in payload["messages"] if each.get("role") != "activity"]
    return payload | {"messages": kept}


def _reason(departures: list[Departure]) -> str:
    refused = [each for each in departures if each.kind is DepartureKind.MALFORMED] or departures
    return refused[0].subject if refused else "it is malformed"
