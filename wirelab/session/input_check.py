"""Judging an input before it is sent, by the rules that judge it once it was sent.

What they call an error is what a conforming client refuses to send.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wirelab.protocol.versions import judged_by
from wirelab.rules.catalog import all_rules
from wirelab.rules.finding import Severity
from wirelab.session.judge import Judge
from wirelab.session.outgoing_request import outgoing_request
from wirelab.session.reading_inputs import sent_input
from wirelab.session.session import Session

if TYPE_CHECKING:
    from wirelab.projections.world import World


@dataclass(slots=True, frozen=True)
class Checked:
    """payload: what is sent; None where the client refuses, ``refused`` then says why.
    warnings: what it says of the input and sends all the same."""

    payload: dict[str, Any] | None
    refused: str = ""
    warnings: list[str] = field(default_factory=list)


def check_input(given: dict[str, Any], world: World | None = None) -> Checked:
    """Judge a RunAgentInput by the version it declares, and make of it what a client sends.

    world: what the client holds of the conversation, which is only read; None for a first input.
    """
    session = Session()
    session.world = world if world is not None else session.world
    sent = sent_input(None, given, session.spec_asked)
    if sent is not None:
        Judge(all_rules(), session).request(sent)
    for finding in session.findings:
        if finding.severity is Severity.ERROR:
            return Checked(None, finding.message)
    warnings = [each.message for each in session.findings if each.severity is Severity.WARNING]
    outgoing = outgoing_request(given, judged_by(given.get("protocolVersion")))
    return Checked(outgoing.payload, outgoing.refused, warnings)
