from __future__ import annotations

from datetime import UTC, datetime

from tests.session.asked import (
    APPROVAL,
    CHANNEL,
    TOOL,
    asked,
    asked_tool,
    call,
    exchange,
    interrupted,
    refused,
    request,
)
from tests.views.streams import EOF, RUN_FINISHED, RUN_STARTED, STREAM, inspected, sent
from wirelab.session.answers import abandoned, resolved, tool_result
from wirelab.session.input_check import check_input
from wirelab.session.next_input import next_input
from wirelab.session.owed_answers import expired, owed_answers
from wirelab.wire.traffic import Request, Traffic


def test_interrupts_wait_for_entries_and_what_gives_them_all_may_be_sent() -> None:
    session = asked(APPROVAL, CHANNEL)
    owed = owed_answers(session)
    assert [each["id"] for each in owed.interrupts] == ["i-1", "i-2"]
    assert owed.calls == ()
    entries = [resolved(APPROVAL, {"approved": True}), abandoned(CHANNEL)]
    for resume, sendable in ((entries, True), (entries[:1], False)):
        given = next_input(session, run_id="r-2", resume=resume)
        assert (check_input(given, session.world).payload is not None) is sendable


def test_calls_of_the_clients_tools_wait_for_messages_and_backend_calls_do_not() -> None:
    events = [*call("c-1", "locate", '{"a":1}'), *call("c-2", "theirs"), RUN_FINISHED]
    session = inspected(*exchange(*events, sent_as=request(tools=[TOOL])))
    (waiting,) = owed_answers(session).calls
    assert (waiting.id, waiting.name, waiting.arguments) == ("c-1", "locate", '{"a":1}')
    assert waiting.tool == TOOL
    messages = [tool_result("c-1", "m-1", {"at": "home"})]
    given = next_input(session, run_id="r-2", messages=messages)
    assert check_input(given, session.world).payload is not None


def test_a_call_that_an_interrupt_is_about_is_answered_by_resume_alone() -> None:
    about = APPROVAL | {"toolCallId": "c-1"}
    events = [*call("c-1", "locate"), interrupted(about)]
    owed = owed_answers(inspected(*exchange(*events, sent_as=request(tools=[TOOL]))))
    assert (len(owed.interrupts), owed.calls) == (1, ())


def test_a_call_that_a_snapshot_dropped_is_owed_all_the_same() -> None:
    dropped = {"type": "MESSAGES_SNAPSHOT", "messages": []}
    events = [*call("c-1", "locate", '{"a":1}'), dropped, RUN_FINISHED]
    owed = owed_answers(inspected(*exchange(*events, sent_as=request(tools=[TOOL]))))
    assert [(each.id, each.arguments) for each in owed.calls] == [("c-1", '{"a":1}')]


def test_nothing_is_owed_before_the_end_nor_after_the_answer() -> None:
    assert not owed_answers(inspected())
    running = [request(), STREAM, sent(RUN_STARTED), sent(interrupted(APPROVAL))]
    assert not owed_answers(inspected(*running, finish=False))
    answer = request("r-2", resume=[abandoned(APPROVAL)])
    answered = [*exchange(interrupted(APPROVAL)), *_run("r-2", answer)]
    assert not owed_answers(inspected(*answered))


def test_an_answer_that_was_refused_is_owed_again() -> None:
    answer = request("r-2", resume=[abandoned(APPROVAL)])
    owed = owed_answers(inspected(*exchange(interrupted(APPROVAL)), *refused(answer)))
    assert [each["id"] for each in owed.interrupts] == ["i-1"]


def test_several_calls_come_in_the_order_they_were_made() -> None:
    assert [each.id for each in owed_answers(asked_tool("c-2", "c-1")).calls] == ["c-2", "c-1"]


def test_an_interrupt_expires_at_its_moment_where_that_is_one() -> None:
    now = datetime(2026, 1, 1, 12, tzinfo=UTC)
    for text, is_over in (
        ("2026-01-01T12:00:00Z", True),
        ("2026-01-01T13:59:00+02:00", True),
        ("2026-01-01T12:00:01Z", False),
        ("2026-01-01T11:00:00", False),
        ("soon", False),
        (None, False),
    ):
        assert expired({"expiresAt": text}, now) is is_over, text


def _run(run_id: str, sent_as: Request) -> list[Traffic]:
    started, finished = RUN_STARTED | {"runId": run_id}, RUN_FINISHED | {"runId": run_id}
    return [sent_as, STREAM, sent(started), sent(finished), EOF]
