"""Decoding: the event in a frame whose data is not simply a JSON object with a type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.protocol import json_text
from wirelab.session.event import Departure, DepartureKind, Event

if TYPE_CHECKING:
    from wirelab.wire.frame import Frame


def decode(frame: Frame, seq: int) -> Event:
    """The event, with what is odd about its data as departures. Never raises."""
    payload, departures = _payload(frame.data)
    type_ = payload.get("type")
    return Event(
        seq, type_ if type(type_) is str else "", payload, frame.seq, frame.at_ms, departures
    )


def _payload(data: str) -> tuple[dict[str, Any], list[Departure] | tuple[()]]:
    try:
        parsed = json_text.parse(data)
    except json_text.NotJson as fault:
        return {}, [Departure(DepartureKind.NOT_JSON, "", str(fault), {"data": data})]
    except json_text.TooDeep as fault:
        return {}, [Departure(DepartureKind.TOO_DEEP, "", str(fault))]
    value = parsed.value
    if type(value) is not dict:
        subject = type(value).__name__
        return {}, [Departure(DepartureKind.NOT_AN_OBJECT, "", subject, {"value": value})]
    twice = [Departure(DepartureKind.DUPLICATE_KEY, "", name) for name in parsed.duplicate_keys]
    return value, twice or ()
