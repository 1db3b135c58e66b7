"""From the bytes of a request to the input as it is judged [basic/run-input]. Never raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.projections.sent_input import SentInput
from wirelab.protocol import json_text
from wirelab.protocol.run_input import read_run_input
from wirelab.protocol.schema_gate import gate
from wirelab.protocol.versions import judged_by
from wirelab.session.enforcement import enforce_run_input
from wirelab.session.shims import shim_run_input

if TYPE_CHECKING:
    from wirelab.session.event import Departure
    from wirelab.wire.traffic import Request


def sent_input(
    request: Request | None, given: dict[str, Any] | None, spec: str
) -> SentInput | None:
    """The input a request carries, else the given one; None where neither is there.

    spec: ``auto`` judges it by the version it declares itself.
    """
    if request is None or not request.body:
        return _judged(request, given, spec) if given is not None else None
    try:
        payload = json_text.parse(request.body).value
    except (json_text.NotJson, json_text.TooDeep) as fault:
        stand_in = read_run_input(given) if given is not None else None
        return SentInput(request, None, stand_in, unread=str(fault))
    return _judged(request, payload, spec)


def _judged(request: Request | None, payload: Any, spec: str) -> SentInput:
    if not isinstance(payload, dict):
        return SentInput(request, payload, None)
    run_input = read_run_input(payload)
    departures = _departures(payload, judged_by(run_input.protocol_version, spec))
    return SentInput(request, payload, run_input, departures=departures)


def _departures(payload: dict[str, Any], version: str) -> list[Departure]:
    if gate(version).accepts("RunAgentInput", payload):
        return []
    shimmed, translated = shim_run_input(payload)
    return [*translated, *enforce_run_input(shimmed, version).departures]
