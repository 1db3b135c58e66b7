from __future__ import annotations

from datetime import UTC, datetime

from tests.session.asked import APPROVAL, CHANNEL, asked, asked_tool, exchange, refused, request
from tests.session.asked import interrupted as ends_interrupted
from tests.views.streams import RUN_FINISHED, inspected
from wirelab.session.answers import Answers
from wirelab.session.automatic_answers import AutomaticAnswers
from wirelab.session.canned_answers import CannedAnswers
from wirelab.session.session import Session

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def turn(automatic: AutomaticAnswers, session: Session) -> Answers | None:
    return automatic.turn(session, NOW, lambda kind: f"{kind}-new")


def test_everything_owed_is_answered_in_one_turn() -> None:
    automatic = AutomaticAnswers(CannedAnswers({"locate": "home"}, {"*": {"approved": True}}))
    answers = turn(automatic, asked(APPROVAL, CHANNEL))
    assert answers is not None
    assert [each["interruptId"] for each in answers.resume] == ["i-1", "i-2"]
    answers = turn(automatic, asked_tool("c-1", "c-2"))
    assert answers is not None
    assert [each["toolCallId"] for each in answers.messages] == ["c-1", "c-2"]
    assert automatic.refused == ""


def test_no_turn_is_made_where_something_has_no_answer_and_that_is_said() -> None:
    automatic = AutomaticAnswers(CannedAnswers({}, {"i-1": {}}))
    assert turn(automatic, asked(APPROVAL, CHANNEL)) is None
    assert automatic.refused == 'the file has no answer to interrupt "i-2"'
    assert turn(automatic, asked_tool("c-1")) is None
    assert automatic.refused == 'the file has no answer for tool "locate"'
    assert turn(automatic, inspected(*exchange(RUN_FINISHED))) is None
    assert automatic.refused == ""


def test_what_expired_is_not_resolved_but_may_be_abandoned() -> None:
    session = asked(APPROVAL | {"expiresAt": "2026-01-01T00:00:00Z"})
    automatic = AutomaticAnswers(CannedAnswers({}, {"*": {"approved": True}}))
    assert turn(automatic, session) is None
    assert "expired" in automatic.refused
    assert turn(AutomaticAnswers(CannedAnswers({}, {"*": None})), session) is not None


def test_an_agent_that_asks_for_ever_is_left_waiting() -> None:
    automatic = AutomaticAnswers(CannedAnswers({}, {"*": {}}), most=2)
    asking, content = asked(CHANNEL), inspected(*exchange(RUN_FINISHED))
    assert [turn(automatic, asking) is not None for _ in range(3)] == [True, True, False]
    assert automatic.refused == "2 turns in a row were answered from the file, no more are"
    turn(automatic, content)
    assert turn(automatic, asking) is not None


def test_what_was_refused_is_not_sent_over_and_over() -> None:
    again = request("r-2", resume=[{"interruptId": "i-2", "status": "cancelled"}])
    session = inspected(*exchange(ends_interrupted(CHANNEL)), *refused(again))
    automatic = AutomaticAnswers(CannedAnswers({}, {"*": {}}))
    assert turn(automatic, session) is None
