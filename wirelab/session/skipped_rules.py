"""Rules that a source could not be asked: it does not keep what they look at.

What is not known is never invented, so such a rule stays silent; a report says so, lest silence
pass for a good verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wirelab.wire.traffic import Ending

if TYPE_CHECKING:
    from wirelab.rules.rule import Rule
    from wirelab.session.session import Session

Skipped = dict[str, list[str]]
"""What is not known, and the codes of the rules that need it, in the catalogue's order."""

NEEDS = {
    "request": {"RUN009", "RUN010", "RUN017", "RUN020", "TOL006", "TOL010", "VER007"},
    "response": {"HTP007", "HTP008", "HTP012", "REF019"},
    "times": {"HTP002", "HTP003", "HTP011"},
    "bytes": {
        *("WIR001", "WIR002", "WIR003", "WIR004", "WIR005", "WIR006", "WIR010"),
        *("REF002", "REF003", "REF013", "REF020"),
    },
    "end": {"REF011"},
}
"""Beside the rules that are asked about requests and answers: these look at them on the way."""


def skipped_rules(session: Session, rules: Iterable[Rule], *, bytes_known: bool) -> Skipped:
    """What a session was never told, and the rules that were not asked for it.

    bytes_known: the source kept the bytes as they came.
    """
    missing = _missing(session, bytes_known)
    found = {part: [rule.code for rule in rules if _needs(rule, part)] for part in missing}
    return {part: codes for part, codes in found.items() if codes}


def _missing(session: Session, bytes_known: bool) -> list[str]:
    exchanges, timing = session.exchanges, session.world.timing
    known = {
        "request": any(each.request is not None or each.run_input for each in exchanges),
        "response": any(each.response is not None for each in exchanges),
        "times": timing.last_arrival_ms is not None,
        "bytes": bytes_known,
        "end": any(each.ending != Ending.UNKNOWN.value for each in exchanges),
    }
    return [part for part, is_known in known.items() if not is_known]


def _needs(rule: Rule, part: str) -> bool:
    asked = {"request": rule.requests, "response": rule.responses}
    return asked.get(part, False) or rule.code in NEEDS[part]
