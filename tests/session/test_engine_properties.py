"""What holds for the engine whatever arrives, over traffic that nobody should send."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.session.any_traffic import TRAFFIC
from wirelab.projections.world import World
from wirelab.protocol import json_pointer, json_text
from wirelab.protocol.event_types import CHUNK_TYPES
from wirelab.protocol.schema_gate import gate
from wirelab.protocol.versions import KNOWN
from wirelab.rules.finding import Finding, Place
from wirelab.rules.open_items import open_items
from wirelab.session import session as session_module
from wirelab.session.inspection import Inspection
from wirelab.session.report import INCLUDABLE
from wirelab.session.session import Session
from wirelab.wire.frame import Frame
from wirelab.wire.framing import Arrival, Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

often = settings(max_examples=100, deadline=None, database=None, derandomize=True)
seldom = settings(often, max_examples=40)


def arrivals_of(traffic: list[Traffic]) -> list[Arrival]:
    framing = Framing()
    taken = [arrival for each in [*traffic, End(Ending.EOF)] for arrival in framing.take(each)]
    return taken[:-1] if traffic and isinstance(traffic[-1], End) else taken


def inspected(arrivals: list[Arrival], *, keep: bool = True) -> Session:
    inspection = Inspection(keep=keep)
    for arrival in arrivals:
        inspection.take(arrival)
    return inspection.finish()


def told(session: Session) -> list[dict[str, Any]]:
    return [finding.to_json() for finding in session.findings]


def known(world: World) -> tuple[Any, ...]:
    """What a person is shown of a world."""
    return (
        world.conversation(),
        world.state.document,
        [(run.run_id, run.status) for run in world.runs.all],
        [str(item) for item in open_items(world)],
        [(call.id, call.arguments, call.result) for call in world.tool_calls.by_id.values()],
    )


@often
@given(TRAFFIC)
def test_no_rule_fails_and_every_finding_has_a_place(traffic: list[Traffic]) -> None:
    session = inspected(arrivals_of(traffic))
    for finding in session.findings:
        assert finding.code != "INTERNAL", finding.message
        finding.message.encode()
        assert 0 <= finding.exchange < len(session.exchanges)
        for seq in (finding.event, finding.related):
            assert seq is None or 0 <= seq < len(session.events)
        assert finding.frame is None or 0 <= finding.frame < len(session.frames)
        assert leads_somewhere(session, finding), finding


def leads_somewhere(session: Session, finding: Finding) -> bool:
    """Whether the pointer names something that is there, or a member missing from it."""
    if not finding.pointer:
        return True
    document: Any = None
    if finding.event is not None:
        document = session.events[finding.event].payload
    elif finding.place is Place.REQUEST:
        request = session.exchanges[finding.exchange].request
        document = json_text.parse(request.body).value if request is not None else None
    *above, _ = json_pointer.parse(finding.pointer)
    return isinstance(json_pointer.resolve(document, json_pointer.format(above)), (dict, list))


@seldom
@given(TRAFFIC)
def test_any_moment_is_the_world_of_what_had_arrived_by_then(traffic: list[Traffic]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session_module, "_FIRST_SPACING", 2)
        patch.setattr(session_module, "_EVENTS_FOR_ITEM", 0)
        patch.setattr(session_module, "_MOST_CHECKPOINTS", 5)
        patch.setattr(session_module, "_NEARBY", 3)
        arrivals = arrivals_of(traffic)
        session = inspected(arrivals)
        for seq in [*range(-1, session.event_count - 1), *range(session.event_count - 2, -2, -1)]:
            fresh = inspected_until(arrivals, session, seq)
            assert known(session.world_at(seq)) == known(fresh.world), seq


def inspected_until(arrivals: list[Arrival], whole: Session, seq: int) -> Session:
    """The session of what came up to an event, and of the end of its exchange if that follows."""
    inspection, ended = Inspection(), False
    session = inspection.session
    for arrival in arrivals:
        begins = isinstance(arrival, Request) or (isinstance(arrival, Response) and ended)
        if session.event_count == seq + 1 and (begins or ended or is_event(whole, arrival)):
            if isinstance(arrival, Request) and not ended:
                inspection.finish()
            break
        inspection.take(arrival)
        ended = isinstance(arrival, Frame) and arrival.kind == "closed"
    return session


def is_event(whole: Session, arrival: Arrival) -> bool:
    return isinstance(arrival, Frame) and arrival.kind == "event"


@often
@given(TRAFFIC)
def test_what_a_client_holds_freezes_where_it_rejects_the_stream(traffic: list[Traffic]) -> None:
    inspection = Inspection()
    session, frozen = inspection.session, None
    for arrival in arrivals_of(traffic):
        exchanges = len(session.exchanges)
        before = copy.deepcopy((session.delivered, session.messages, session.state))
        inspection.take(arrival)
        begun = len(session.exchanges) > exchanges
        if begun:
            frozen = None
        if frozen is not None:
            assert (session.delivered, session.messages, session.state) == frozen
        elif session.frozen is not None:
            frozen = copy.deepcopy((session.delivered, session.messages, session.state))
            if not begun and session.events[-1].applied == ():
                assert frozen == before


@often
@given(TRAFFIC)
def test_what_is_delivered_is_whole_events_that_the_schema_accepts(traffic: list[Traffic]) -> None:
    session = inspected(arrivals_of(traffic))
    checks = [gate(version).event_checks for version in KNOWN]
    for payload in session.delivered:
        assert payload["type"] not in CHUNK_TYPES
        assert any(check[payload["type"]](payload) for check in checks), payload
    json.dumps(session.report("x", "sse", INCLUDABLE))


@often
@given(TRAFFIC)
def test_what_is_kept_changes_no_finding(traffic: list[Traffic]) -> None:
    arrivals = arrivals_of(traffic)
    kept, not_kept = inspected(arrivals), inspected(arrivals, keep=False)
    assert told(kept) == told(not_kept)
    assert known(kept.world) == known(not_kept.world)
    assert (kept.messages, kept.state) == (not_kept.messages, not_kept.state)
    assert not not_kept.events
    assert not not_kept.frames


@often
@given(TRAFFIC, st.lists(st.integers(1, 40), min_size=1, max_size=20))
def test_how_the_bytes_are_cut_changes_no_finding(traffic: list[Traffic], sizes: list[int]) -> None:
    assert told(inspected(arrivals_of(recut(traffic, sizes)))) == told(
        inspected(arrivals_of(traffic))
    )


def recut(traffic: list[Traffic], sizes: list[int]) -> list[Traffic]:
    """The same bytes in reads of other sizes."""
    cut: list[Traffic] = []
    held, turn = b"", 0
    for each in [*traffic, None]:
        if isinstance(each, Read):
            held += each.data
            continue
        while held:
            size = sizes[turn % len(sizes)]
            cut.append(Read(held[:size]))
            held, turn = held[size:], turn + 1
        cut += [each] if each is not None else []
    return cut


@often
@given(TRAFFIC)
def test_what_arrived_is_never_modified(traffic: list[Traffic]) -> None:
    inspection = Inspection()
    given_out: list[tuple[Any, Any]] = []
    for arrival in arrivals_of(traffic):
        inspection.take(arrival)
        held = [inspection.session.messages, inspection.session.state]
        given_out.append((held, copy.deepcopy(held)))
    session = inspection.finish()
    for event in session.events:
        if event.payload:
            arrived = json_text.parse(session.frames[event.frame].data).value
            assert json.dumps(event.payload) == json.dumps(arrived)
    for exchange in session.exchanges:
        if exchange.run_input is not None and exchange.request is not None:
            assert exchange.run_input.payload == json_text.parse(exchange.request.body).value
    for held, was in given_out:
        assert json.dumps(held) == json.dumps(was)
