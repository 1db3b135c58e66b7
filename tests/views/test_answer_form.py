"""The form of what waits, as a person fills it in, without a screen."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.session.asked import APPROVAL, CHANNEL, asked, asked_tool
from wirelab.session.answers import Answers
from wirelab.session.canned_answers import CannedAnswers
from wirelab.session.owed_answers import owed_answers
from wirelab.session.session import Session
from wirelab.views.answer_blocks import CallBlock, How, InterruptBlock, call_line
from wirelab.views.answer_form import MOST_BLOCKS, AnswerForm, answer_form, expiry_words

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def form_for(session: Session, canned: CannedAnswers | None = None) -> AnswerForm:
    return answer_form(owed_answers(session), session.world, canned)


def interrupt_blocks(*interrupts: dict[str, Any]) -> tuple[AnswerForm, list[InterruptBlock]]:
    form = form_for(asked(*interrupts))
    return form, [each for each in form.blocks if isinstance(each, InterruptBlock)]


def call_block() -> tuple[AnswerForm, CallBlock]:
    form = form_for(asked_tool("c-1"))
    (block,) = form.blocks
    assert isinstance(block, CallBlock)
    return form, block


def answers_of(form: AnswerForm) -> Answers:
    assert form.problem(NOW) == ""
    return form.answers(lambda kind: f"{kind}-new")


def test_nothing_is_sent_before_each_interrupt_is_answered_or_abandoned() -> None:
    form, (approval, channel) = interrupt_blocks(APPROVAL, CHANNEL)
    assert form.title == "2 interrupts wait for you"
    assert form.problem(NOW) == "i-1: neither answered nor abandoned"
    approval.choose(How.ANSWER)
    assert form.problem(NOW) == "i-1: approved needs a value"
    approval.entries[0] = 0
    assert form.problem(NOW) == "i-2: neither answered nor abandoned"
    channel.choose(How.ABANDON)
    assert answers_of(form).resume == [
        {"interruptId": "i-1", "status": "resolved", "payload": {"approved": True}},
        {"interruptId": "i-2", "status": "cancelled"},
    ]


def test_a_payload_edited_as_json_begins_with_the_fields_and_is_checked() -> None:
    form, (approval,) = interrupt_blocks(APPROVAL)
    approval.entries[:] = [1, "no"]
    approval.choose(How.EDIT)
    assert approval.edited == '{\n  "approved": false,\n  "note": "no"\n}'
    approval.choose(How.ANSWER)
    approval.entries[1] = "later"
    approval.choose(How.EDIT)
    assert "later" in approval.edited
    approval.edit('{"approved": "yes"}')
    assert 'at /approved: "yes" is not of type "boolean"' in form.problem(NOW)
    approval.edit('{"approved": tru}')
    assert form.problem(NOW).startswith("i-1: is not JSON at column")
    approval.edit("")
    assert form.problem(NOW) == "i-1: needs a payload"
    approval.edit('{"approved": true, "more": 1}')
    approval.choose(How.ANSWER)
    approval.choose(How.EDIT)
    assert answers_of(form).resume[0]["payload"] == {"approved": True, "more": 1}


def test_without_a_schema_an_answer_needs_no_payload_and_takes_any() -> None:
    form, (channel,) = interrupt_blocks(CHANNEL)
    channel.choose(How.ANSWER)
    assert answers_of(form).resume == [{"interruptId": "i-2", "status": "resolved"}]
    channel.entries[0] = '"email"'
    assert answers_of(form).resume[0]["payload"] == "email"


def test_what_expired_can_only_be_abandoned_from_its_moment_on() -> None:
    form, (channel,) = interrupt_blocks(CHANNEL | {"expiresAt": "2026-01-01T00:02:30Z"})
    channel.choose(How.ANSWER)
    assert form.problem(NOW) == ""
    after = datetime(2026, 1, 1, 0, 2, 30, tzinfo=UTC)
    assert form.problem(after) == "i-2: it expired: it can only be abandoned"
    channel.choose(How.ABANDON)
    assert form.problem(after) == ""


def test_expiry_in_words() -> None:
    for text, words in (
        ("2026-01-01T00:02:30Z", "expires 2026-01-01T00:02:30Z, in 2 minutes"),
        ("2026-01-01T00:00:30Z", "expires 2026-01-01T00:00:30Z, in 30.00s"),
        ("2025-12-30T00:00:00Z", "✖ expired 2025-12-30T00:00:00Z, 2 days ago"),
        ("2099-12-31T23:59:59Z", "expires 2099-12-31T23:59:59Z, in 73 years"),
        ("2026-01-01T00:00:30", "expires 2026-01-01T00:00:30 (no time with an offset"),
        ("\x1b[2J", "expires ␛[2J (no time"),
        (7, ""),
    ):
        assert expiry_words({"expiresAt": text}, NOW).startswith(words), text


def test_a_call_is_answered_by_text_or_declined_with_a_reason() -> None:
    form, block = call_block()
    assert form.title == "1 tool call waits for you"
    assert form.problem(NOW) == "locate: neither answered nor declined"
    assert call_line(block.call) == 'locate {"how":"gps"}'
    block.choose(How.ANSWER)
    for text, kind in (("", "an empty text"), ("home", "plain text"), ('{"at":1}', "JSON")):
        block.result = text
        assert block.kind == kind
        assert answers_of(form).messages == [
            {"id": "tool-new", "role": "tool", "toolCallId": "c-1", "content": text}
        ]
    block.choose(How.DECLINE)
    assert answers_of(form).messages[0] | {"id": ""} == {
        "id": "",
        "role": "tool",
        "toolCallId": "c-1",
        "content": "",
        "error": "declined by user",
    }
    block.error = " "
    assert form.problem(NOW) == "locate: needs a reason"


def test_what_the_file_answers_stands_in_the_form_already() -> None:
    canned = CannedAnswers({"locate": {"error": "no"}}, {"i-1": {"approved": True}, "r": None})
    form = form_for(asked(APPROVAL, CHANNEL, {"id": "i-3", "reason": "r"}), canned)
    assert form.problem(NOW) == "i-2: neither answered nor abandoned"
    form.blocks[1].choose(How.ABANDON)
    assert [each["status"] for each in answers_of(form).resume] == [
        "resolved",
        "cancelled",
        "cancelled",
    ]
    declined = form_for(asked_tool("c-1"), canned)
    assert answers_of(declined).messages[0]["error"] == "no"
    answered = form_for(asked_tool("c-1"), CannedAnswers({"locate": [1]}))
    assert answers_of(answered).messages[0]["content"] == "[1]"


def test_of_very_many_interrupts_some_are_asked_about_and_the_rest_abandoned() -> None:
    many = [{"id": f"i-{at}", "reason": "r"} for at in range(500)]
    form = form_for(asked(*many))
    assert len(form.blocks) == MOST_BLOCKS
    assert form.title == "500 interrupts wait for you"
    assert form.rest_words.startswith("and 480 more")
    for block in form.blocks:
        block.choose(How.ANSWER)
    assert len({each["interruptId"] for each in answers_of(form).resume}) == 500
