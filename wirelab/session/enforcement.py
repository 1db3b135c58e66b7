"""Enforcement: unknown material goes, and what the schema knows but refuses fails the event.

Asked only about what the gate refused. Unknown material is taken out first and the rest is judged
by the schema, so a malformed field inside something that is removed anyway is no fault: nothing
of it reaches anybody. [basic/processing]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from wirelab.protocol import json_pointer, likely_slips
from wirelab.protocol.event_types import DEFINITION_OF, EVENT_TYPES
from wirelab.protocol.schema_explanation import FAULTS_KEPT, SchemaFault, faults
from wirelab.protocol.schema_gate import gate
from wirelab.protocol.schema_words import found, shortened
from wirelab.protocol.unknown_material import Stranger, Stripped
from wirelab.session.event import Departure, DepartureKind

_STATED_BY_SHIMS = ("ContentPart", "binary")
"""A kind that gets here only where shims could not translate it, and said so."""


@dataclass(slots=True)
class Enforced:
    """What is left of an event.

    payload: what a conforming client goes on with; None where it drops the event or fails.
    departures: why it is not what was given, at most 120; pointers are into what was given.
    salvage: of a malformed event, its well-formed members; None where it was dropped.
    """

    payload: dict[str, Any] | None
    departures: list[Departure] = field(default_factory=list)
    salvage: dict[str, Any] | None = None


def enforce(payload: dict[str, Any], version: str) -> Enforced:
    """Enforce the schema of a version on an event that it does not accept as it is."""
    type_ = payload.get("type")
    if not isinstance(type_, str):
        return Enforced(None, [_missing_type(payload)])
    definition = DEFINITION_OF.get(type_)
    if definition is None:
        detail = {"meant": likely_slips.meant_value(type_, EVENT_TYPES)}
        unknown = Departure(DepartureKind.UNKNOWN_TYPE, "/type", shortened(type_, 80), detail)
        return Enforced(None, [unknown])
    return _enforced(payload, definition, version)


def enforce_run_input(payload: dict[str, Any], version: str) -> Enforced:
    """The same for a RunAgentInput."""
    return _enforced(payload, "RunAgentInput", version)


def _enforced(payload: dict[str, Any], definition: str, version: str) -> Enforced:
    stripped = Stripped(version, definition, payload)
    strangers = [
        each for each in stripped.strangers if (each.definition, each.name) != _STATED_BY_SHIMS
    ]
    if stripped.dropped:
        return Enforced(None, _stated(strangers))
    if gate(version).accepts(definition, stripped.value):
        return Enforced(stripped.value, _stated(strangers))
    refused = list(islice(_malformed(payload, definition, version, stripped), FAULTS_KEPT))
    meant = {_sibling(fault.pointer, fault.written_as) for fault in refused if fault.written_as}
    departures = _stated([each for each in strangers if each.pointer not in meant])
    spoilt = {json_pointer.parse(fault.pointer)[0] for fault in refused if fault.pointer}
    salvage = {name: value for name, value in stripped.value.items() if name not in spoilt}
    return Enforced(None, [*departures, *map(_refused, refused)], salvage)


def _malformed(
    payload: dict[str, Any], definition: str, version: str, stripped: Stripped
) -> Iterator[SchemaFault]:
    """What the schema refuses of the payload as it was given, but for what was taken out."""
    for fault in faults(version, definition, payload, unknown=False):
        if not stripped.covers(fault.pointer):
            yield fault


def _missing_type(payload: dict[str, Any]) -> Departure:
    if "type" in payload:
        subject = f'"type" is {found(payload["type"])}, it takes a string'
        return Departure(DepartureKind.MISSING_TYPE, "/type", subject, {"meant": ""})
    detail = {"meant": likely_slips.written_as("type", payload)}
    return Departure(DepartureKind.MISSING_TYPE, "", 'there is no "type"', detail)


def _stated(strangers: list[Stranger]) -> list[Departure]:
    return [_unknown(stranger) for stranger in strangers]


def _unknown(stranger: Stranger) -> Departure:
    subject = shortened(stranger.name, 80)
    if not stranger.member:
        detail = {"meant": stranger.meant}
        return Departure(DepartureKind.UNKNOWN_PROPERTY, stranger.pointer, subject, detail)
    detail = {
        "action": stranger.action,
        "member": stranger.member,
        "definition": stranger.definition,
        "removed": stranger.removed,
        "meant": stranger.meant,
    }
    return Departure(DepartureKind.UNKNOWN_MEMBER, stranger.pointer, subject, detail)


def _refused(fault: SchemaFault) -> Departure:
    detail = {
        "found": fault.found,
        "allowed": fault.allowed,
        "keyword": fault.keyword,
        "slip": fault.slip,
    }
    return Departure(DepartureKind.MALFORMED, fault.pointer, str(fault), detail)


def _sibling(pointer: str, name: str) -> str:
    return pointer.rpartition("/")[0] + json_pointer.format((name,))
