"""A case played through the whole engine: its steps, and what was found at each of them.

A finding about an event or frame is at the step that completed it, any other at the step that led
to it: the request, the response, the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from wirelab.session.inspection import Inspection
from wirelab.steps.step import TrafficStep
from wirelab.steps.step_codec import to_traffic
from wirelab.wire.frame import Frame
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Request

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.rules.rule import Rule
    from wirelab.session.session import Session
    from wirelab.steps.cases import Case
    from wirelab.steps.step import Step

Played: TypeAlias = "list[tuple[Step, list[Finding]]]"

_HEADERS = (("content-type", "application/json"),)


def play(case: Case, rules: Iterable[Rule] | None = None) -> tuple[Session, Played]:
    """The session a case leaves, and for each of its steps the findings located at it.

    rules: those to ask; None is all of them.
    """
    framing = Framing()
    inspection = Inspection(spec=case.head.spec or "auto", rules=rules)
    session = inspection.session
    step_of_frame: dict[int, int] = {}
    played: Played = []
    if case.head.input is not None:
        body = json.dumps(case.head.input).encode()
        inspection.take(Request("POST", "/", _HEADERS, body))
    for index, step in enumerate(_ended(case.steps)):
        played.append((step, []))
        traffic = to_traffic(step)
        for arrival in framing.take(traffic) if traffic is not None else ():
            if isinstance(arrival, Frame):
                step_of_frame[arrival.seq] = index
            known = len(session.findings)
            inspection.take(arrival)
            for finding in session.findings[known:]:
                place = index if finding.frame is None else step_of_frame[finding.frame]
                played[place][1].append(finding)
    inspection.finish()
    return session, played


def _ended(steps: list[Step]) -> Iterator[Step]:
    """The steps, with the end that a case leaves out."""
    yield from steps
    last = steps[-1] if steps else None
    if not (isinstance(last, TrafficStep) and isinstance(last.traffic, End)):
        yield TrafficStep(End(Ending.EOF))
