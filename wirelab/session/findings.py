"""The findings of a session: faults become findings, faults with one key become one.

Order is the order of discovery. One rule that raises is one loud "internal" finding.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from wirelab.projections.sent_input import SentInput
from wirelab.rules.finding import Finding, Place, Severity
from wirelab.rules.rule import SPEC, Fault, Rule
from wirelab.session.event import Event
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import Response

INTERNAL = "INTERNAL"
Where: TypeAlias = Event | Frame | Response | SentInput


class Findings:
    """A growing list of findings.

    counts: by severity, second opinions left out: whatever decides by counts cannot fail on one.
    opinions: how many those are.
    """

    def __init__(self) -> None:
        self.all: list[Finding] = []
        self.counts: dict[Severity, int] = dict.fromkeys(Severity, 0)
        self.opinions = 0
        self._grouped: dict[tuple[str, Hashable], Finding] = {}

    def add(self, rule: Rule, fault: Fault, where: Where, exchange: int) -> Finding:
        """Record a fault; returns its finding, which may be an earlier one that now counts it."""
        if fault.key is not None:
            earlier = self._grouped.get((rule.code, fault.key))
            if earlier is not None:
                earlier.more += 1
                return earlier
        event = where if isinstance(where, Event) else None
        finding = Finding(
            code=rule.code,
            slug=rule.slug,
            severity=rule.severity if fault.severity is None else fault.severity,
            fatal=rule.fatal if fault.fatal is None else fault.fatal,
            message=fault.message,
            exchange=exchange,
            place=_place_of(where),
            event=event.seq if event is not None else None,
            frame=_frame_of(where),
            type=event.type if event is not None else None,
            pointer=fault.pointer,
            related=fault.related,
            spec=rule.spec,
            opinion=rule.opinion,
            at_ms=where.at_ms if isinstance(where, Event | Frame) else None,
        )
        if fault.key is not None:
            self._grouped[rule.code, fault.key] = finding
        return self._append(finding)

    def add_internal(self, rule: Rule, error: Exception, where: Where, exchange: int) -> Finding:
        """A rule raised: that is a bug of Wire Lab, shown loudly, once a rule."""
        fault = Fault(
            f"internal: rule {rule.code} failed with {type(error).__name__}: {error}; "
            "this is a bug of Wire Lab, the other rules went on",
            key=rule.code,
        )
        stand_in = Rule(
            INTERNAL, "internal", "internal", Severity.ERROR, False, SPEC, "", rule.check
        )
        return self.add(stand_in, fault, where, exchange)

    def _append(self, finding: Finding) -> Finding:
        self.all.append(finding)
        if finding.opinion:
            self.opinions += 1
        else:
            self.counts[finding.severity] += 1
        return finding


def _place_of(where: Where) -> Place:
    match where:
        case Event():
            return Place.EVENT
        case Frame():
            return Place.END if where.kind is FrameKind.CLOSED else Place.FRAME
        case Response():
            return Place.RESPONSE
        case SentInput():
            return Place.REQUEST


def _frame_of(where: Where) -> int | None:
    """The frame's number; the CLOSED frame is the end of the stream, which has none."""
    if isinstance(where, Event):
        return where.frame
    return where.seq if isinstance(where, Frame) and where.kind is not FrameKind.CLOSED else None
