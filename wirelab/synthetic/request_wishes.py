"""What a request asks of the agent: ``forwardedProps.wirelab``, with a scenario and faults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.synthetic.faults import AskedFault, UnknownFaultError, read_fault
from wirelab.synthetic.intake import RefusedError

if TYPE_CHECKING:
    from wirelab.protocol.run_input import RunInput


def asked_for(run_input: RunInput, name: str) -> Any:
    """What the request says under a name; None where it says nothing."""
    forwarded = run_input.payload.get("forwardedProps")
    ours = forwarded.get("wirelab") if isinstance(forwarded, dict) else None
    return ours.get(name) if isinstance(ours, dict) else None


def faults_asked_for(run_input: RunInput) -> list[AskedFault]:
    """The faults a request wants: one as text, or a list of them. Raises RefusedError."""
    asked = asked_for(run_input, "fault")
    if asked is None:
        return []
    listed = asked if isinstance(asked, list) else [asked]
    if not all(isinstance(each, str) for each in listed):
        raise malformed("fault", 'a fault is asked for as text, such as "drop=3"')
    try:
        return [read_fault(each) for each in listed]
    except UnknownFaultError as error:
        raise malformed("fault", str(error)) from None


def malformed(name: str, reason: str) -> RefusedError:
    """The refusal of a request that asks for what there is not."""
    return RefusedError(422, "malformed-input", reason, f"/forwardedProps/wirelab/{name}")
