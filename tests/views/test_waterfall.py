"""The waterfall agrees with the world at every event, and its rows stand as a tree."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.driving import FINISHED, STARTED, WEATHER, result, text, traffic_of
from tests.views.streams import inspected
from wirelab.projections.runs import RunStatus
from wirelab.projections.world import World
from wirelab.session.session import Session
from wirelab.steps.bundled import recording_names
from wirelab.transports.step_file import open_source
from wirelab.views.span import Span, SpanKind
from wirelab.views.waterfall import Waterfall
from wirelab.wire.traffic import Ending, Traffic


def waterfall_of(session: Session, piece: int = 1000) -> Waterfall:
    waterfall = Waterfall(session)
    while not waterfall.update(piece):
        pass
    return waterfall


def fall(*traffic: Traffic) -> Waterfall:
    return waterfall_of(inspected(*traffic))


def rows(waterfall: Waterfall, event: int, *, run_only: bool = False) -> list[Span]:
    found = waterfall.rows(event, run_only=run_only)
    listed = [found[index] for index in range(len(found))]
    assert [found.index_of(span) for span in listed] == list(range(len(listed)))
    return listed


def tree(spans: list[Span]) -> list[str]:
    return ["  " * span.depth + span.id for span in spans]


def subagent(
    subagent_id: str, *, parent: str | None = None, type_: str = "STARTED"
) -> dict[str, Any]:
    event = {"type": f"SUBAGENT_{type_}", "subagentRunId": subagent_id, "name": "finder"}
    return event | ({"parentSubagentRunId": parent} if parent else {})


def of(owner: str, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event | {"subagentRunId": owner} for event in events]


def open_in(world: World) -> set[tuple[str, str]]:
    run = world.runs.active
    return {
        *(
            (SpanKind.REASONING if family == "reasoning" else SpanKind.TEXT, each)
            for family, each in world.messages.open
        ),
        *((SpanKind.CALL, each) for each in world.tool_calls.open),
        *((SpanKind.REASONING_SPAN, each) for each in world.reasoning.open),
        *((SpanKind.STEP, name) for _, name in world.steps.open),
        *((SpanKind.SUBAGENT, each) for each in world.subagents.active),
        *([(SpanKind.RUN, run.run_id or "")] if run is not None else []),
    }


@pytest.mark.parametrize("name", recording_names())
def test_what_is_open_is_open_in_the_world(name: str) -> None:
    session = inspected(*open_source(name).traffic())
    waterfall = waterfall_of(session, 3)
    for event in range(session.event_count):
        spans = rows(waterfall, event)
        world = session.world_at(event)
        found = {(span.kind, span.id) for span in spans if span.is_open(event)}
        assert found == open_in(world), event
        statuses = [span.status(event) for span in spans if span.kind is SpanKind.RUN]
        assert statuses == [run.ending for run in world.runs.all]


def test_parallel_subagents_hold_their_own_rows() -> None:
    a, b = of("a", text("m-a", "x")), of("b", text("m-b", "y"))
    stream = [STARTED, subagent("a"), subagent("b"), b[0], a[0], subagent("c", parent="a")]
    stream += [of("c", text("m-c", "z"))[0], *text("m-1", "!")]
    waterfall = fall(*traffic_of(*stream))
    assert tree(rows(waterfall, 99)) == [
        "r-1",
        "  a",
        "    m-a",
        "    c",
        "      m-c",
        "  b",
        "    m-b",
        "  m-1",
    ]
    assert tree(rows(waterfall, 3)) == ["r-1", "  a", "  b", "    m-b"]


def test_an_owner_nobody_announced_is_named_at_the_row() -> None:
    waterfall = fall(*traffic_of(STARTED, *of("ghost", text("m-1", "x")), FINISHED))
    span = rows(waterfall, 9)[1]
    assert (span.depth, span.owner) == (1, "ghost")


def test_two_runs_and_each_alone() -> None:
    second = [STARTED | {"runId": "r-2"}, *text("m-2", "y"), FINISHED | {"runId": "r-2"}]
    waterfall = fall(*traffic_of(STARTED, *text("m-1", "x"), FINISHED, *second))
    assert tree(rows(waterfall, 99)) == ["r-1", "  m-1", "r-2", "  m-2"]
    assert tree(rows(waterfall, 99, run_only=True)) == ["r-2", "  m-2"]
    assert tree(rows(waterfall, 5, run_only=True)) == ["r-2"]
    assert tree(rows(waterfall, 2, run_only=True)) == ["r-1", "  m-1"]
    assert tree(rows(waterfall, -1)) == []


def test_a_call_streams_then_waits_then_is_answered() -> None:
    waterfall = fall(*traffic_of(STARTED, *WEATHER, result("call-1", "ok"), FINISHED))
    call = rows(waterfall, 9)[1]
    assert [call.is_open(event) for event in (4, 5)] == [True, False]
    assert [call.waits(event) for event in (4, 5, 6)] == [False, True, False]
    assert call.end(5, 500.0, timed=True) == 500.0
    assert call.end(6, 500.0, timed=True) == call.answered_ms


def test_the_first_result_ends_the_wait() -> None:
    stream = [STARTED, *WEATHER, result("call-1", "ok"), result("call-1", "again")]
    assert rows(fall(*traffic_of(*stream)), 9)[1].answered == 6


def test_each_exchange_has_runs_of_its_own_and_the_first_waits_for_its_answer() -> None:
    waterfall = fall(*traffic_of(STARTED, FINISHED), *traffic_of(*text("m-1", "x")))
    assert tree(rows(waterfall, 9)) == ["r-1", "", "  m-1"]
    assert [run.asked_ms for run in waterfall.runs] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("end", "status"),
    [(Ending.RESET, RunStatus.TRUNCATED), (Ending.CANCELLED, RunStatus.CANCELLED)],
)
def test_the_end_of_the_stream_cuts_off_what_is_open(end: Ending, status: RunStatus) -> None:
    waterfall = fall(*traffic_of(STARTED, text("m-1", "x")[0], end=end))
    run, message = rows(waterfall, 1)
    assert message.is_cut(1)
    assert (message.is_cut(0), run.status(0), run.status(1)) == (False, RunStatus.RUNNING, status)


def test_what_an_event_is_about() -> None:
    stream = [STARTED, *text("m-1", "x"), {"type": "STATE_SNAPSHOT", "snapshot": {}}, FINISHED]
    waterfall = fall(*traffic_of(*stream))
    found = [waterfall.concerned_by(event) for event in range(6)]
    assert [span.id for span in found if span] == ["r-1", "m-1", "m-1", "m-1", "r-1", "r-1"]
    assert waterfall.concerned_by(-1) is None


def test_illegal_moves_open_and_close_nothing() -> None:
    start, content, end = text("m-1", "x")
    stream = [STARTED, end, content, start, start, end, end, FINISHED]
    spans = rows(fall(*traffic_of(*stream)), 99)
    assert [(span.id, span.opened, span.closed) for span in spans] == [("r-1", 0, 7), ("m-1", 3, 5)]


def test_events_before_any_run_make_one_that_takes_the_name_later() -> None:
    waterfall = fall(*traffic_of(*text("m-1", "x"), STARTED, FINISHED))
    assert tree(rows(waterfall, 9)) == ["r-1", "  m-1"]


def test_nesting_without_end_costs_no_more() -> None:
    nested = [subagent(f"s{at}", parent=f"s{at - 1}") for at in range(200)]
    assert max(span.depth for span in rows(fall(*traffic_of(STARTED, *nested)), 999)) <= 8
