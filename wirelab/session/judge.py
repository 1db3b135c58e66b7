"""Asking the rules: which are asked on which occasion, and what their faults lead to.

Tables are built once per protocol version; asking costs nothing for rules not concerned.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from wirelab.projections.sent_input import SentInput
from wirelab.protocol.definitions import definitions
from wirelab.protocol.event_types import DEFINITION_OF
from wirelab.protocol.versions import read_version
from wirelab.rules.rule import ANY, Fault, Rule
from wirelab.wire.frame import Frame, FrameKind

if TYPE_CHECKING:
    from wirelab.session.event import Departure, DepartureKind, Event
    from wirelab.session.findings import Where
    from wirelab.session.session import Session
    from wirelab.wire.traffic import Response

Rules: TypeAlias = tuple[Rule, ...]


class _EventTable(NamedTuple):
    """The rules of one event type: asked inside a run, outside of one, by a member it carries.

    least: how many members an event of the type has that has no optional ones.
    """

    inside_run: Rules
    outside_run: Rules
    by_member: tuple[tuple[str, Rules], ...]
    least: int


class _Tables:
    """The rules of one protocol version by occasion."""

    def __init__(self, rules: Rules, spec: str) -> None:
        self.event: dict[str, _EventTable] = {
            type_: _event_table(
                [rule for rule in rules if type_ in rule.events or ANY in rule.events],
                len(definitions(spec).flat[definition]["required"]),
            )
            for type_, definition in DEFINITION_OF.items()
        }
        self.members_unasked = {
            type_: table.least for type_, table in self.event.items() if not table.inside_run
        }
        self.departure: dict[DepartureKind, Rules] = _grouped(rules, "departures")
        self.frame: dict[FrameKind, Rules] = _grouped(rules, "frames")
        self.response: Rules = tuple(rule for rule in rules if rule.responses)
        self.request: Rules = tuple(rule for rule in rules if rule.requests)


def _event_table(rules: list[Rule], least: int) -> _EventTable:
    whatever = [rule for rule in rules if rule.member is None]
    whatever.sort(key=lambda rule: not rule.preempts)
    members = dict.fromkeys(rule.member for rule in rules if rule.member is not None)
    return _EventTable(
        inside_run=tuple(rule for rule in whatever if not rule.outside_run),
        outside_run=tuple(whatever),
        by_member=tuple(
            (member, tuple(rule for rule in rules if rule.member == member)) for member in members
        ),
        least=least,
    )


def _grouped(rules: Rules, attribute: str) -> dict[Any, Rules]:
    occasions = {occasion for rule in rules for occasion in getattr(rule, attribute)}
    return {
        occasion: tuple(rule for rule in rules if occasion in getattr(rule, attribute))
        for occasion in occasions
    }


class Judge:
    """Asks the rules and records what they say in the session's findings."""

    def __init__(self, rules: Rules, session: Session) -> None:
        self._rules = rules
        self._session = session
        self._world = session.world
        self._by_spec: dict[str, _Tables] = {}
        self.rejecting = False
        self.use_spec("1.1")

    def use_spec(self, spec: str) -> None:
        """Judge by that version from here on."""
        tables = self._by_spec.get(spec)
        if tables is None:
            rules = tuple(rule for rule in self._rules if _holds_for(rule, spec))
            tables = self._by_spec[spec] = _Tables(rules, spec)
        self._tables = tables

    @property
    def members_unasked(self) -> dict[str, int]:
        """The event types no rule asks about inside a run while they carry no optional member, and
        how many members they have then."""
        return self._tables.members_unasked

    def event(self, event: Event) -> bool:
        """Ask about an event that is about to be applied; True when nothing more is to be asked."""
        table = self._tables.event[event.type]
        inside = self._world.runs.active is not None
        rules = table.inside_run if inside else table.outside_run
        payload = event.payload
        if len(payload) > table.least:
            for member, concerned in table.by_member:
                if member in payload:
                    rules += concerned
        return bool(rules) and self._ask(rules, event)

    def departures(self, event: Event, departures: Iterable[Departure]) -> None:
        """Ask about what a stage stated."""
        for departure in departures:
            self._ask(self._tables.departure.get(departure.kind, ()), event, departure)

    def frame(self, frame: Frame) -> None:
        """Ask about a frame, before its event is looked at."""
        self._ask(self._tables.frame.get(frame.kind, ()), frame)

    def response(self, response: Response) -> None:
        """Ask about a response head."""
        self._ask(self._tables.response, response)

    def request(self, sent: SentInput) -> None:
        """Ask about an input, before the world takes it in."""
        self._ask(self._tables.request, sent)

    def mark_rejected_run(self, seq: int) -> None:
        """After the fold of event ``seq``, which a client refuses, or before it where that may end
        the run: say so on the run it belongs to."""
        self.rejecting = False
        session = self._session
        run = session.world.runs.current
        if run is not None:
            run.rejected = True
            session.exchanges[-1].rejected_run = (seq, run.index)

    def _ask(self, rules: Rules, where: Where, departure: Departure | None = None) -> bool:
        """Ask rules about one occasion; True when one that preempts the others fired."""
        world = self._world
        for rule in rules:
            fired = False
            try:
                check = rule.check
                for fault in check(world, where, departure) if departure else check(world, where):
                    fired = True
                    self._record(rule, fault, where)
            except Exception as error:
                self._session.ledger.add_internal(rule, error, where, self._exchange_of(where))
            if fired and rule.preempts:
                return True
        return False

    def _record(self, rule: Rule, fault: Fault, where: Where) -> None:
        if self._session.ledger.add(rule, fault, where, self._exchange_of(where)).fatal:
            self._stop(where)

    def _exchange_of(self, where: Where) -> int:
        """The exchange under way; an input is judged before its exchange begins."""
        count = len(self._session.exchanges)
        return count if isinstance(where, SentInput) else count - 1

    def _stop(self, where: Where) -> None:
        """A conforming client rejects the stream here: what it holds freezes."""
        session = self._session
        if session.frozen is None and session.exchanges:
            session.world.refused = True
            session.freeze()
            seq = session.event_count - 1
            if isinstance(where, Frame) and where.kind is FrameKind.EVENT:
                seq += 1  # a frame is asked about before its event is counted
            session.exchanges[-1].stopped_at = seq
            self.rejecting = True
            if session.world.runs.active is not None:
                self.mark_rejected_run(seq)


def _holds_for(rule: Rule, spec: str) -> bool:
    version = read_version(spec) or (0, 0)
    since = read_version(rule.since) or (0, 0)
    until = read_version(rule.until) if rule.until is not None else None
    return since <= version and (until is None or version <= until)
