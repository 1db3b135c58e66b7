"""The delivered form: as it arrived, mended with what changed, or derived."""

from __future__ import annotations

from typing import Any

from tests.views.streams import REQUEST, RUN_FINISHED, RUN_STARTED, STREAM, inspected, sent
from wirelab.session.event import Event
from wirelab.views.delivered_form import AS_IT_CAME, DERIVED, MENDED, delivered_form


def event(payload: dict[str, Any], at: int = 1, *before: dict[str, Any]) -> Event:
    session = inspected(REQUEST, STREAM, *map(sent, (RUN_STARTED, *before, payload, RUN_FINISHED)))
    return session.events[at]


def test_an_event_that_is_delivered_as_it_came_says_so() -> None:
    start = {"type": "TEXT_MESSAGE_START", "messageId": "m-1", "role": "assistant"}
    form = delivered_form(event(start))
    assert form.payloads == [start]
    assert form.marks == {"/0": AS_IT_CAME}


def test_chunks_show_the_events_they_stand_for_as_derived() -> None:
    form = delivered_form(event({"type": "TEXT_MESSAGE_CHUNK", "messageId": "m-1", "delta": "a"}))
    assert [each["type"] for each in form.payloads] == [
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
    ]
    assert form.marks == {"/0": DERIVED, "/1": DERIVED}


def test_an_event_that_ends_a_chunked_message_follows_what_is_derived() -> None:
    chunk = {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m-1", "delta": "a"}
    step = {"type": "STEP_STARTED", "stepName": "next"}
    form = delivered_form(event(step, 2, chunk))
    assert [each["type"] for each in form.payloads] == ["TEXT_MESSAGE_END", "STEP_STARTED"]
    assert form.marks == {"/0": DERIVED, "/1": AS_IT_CAME}


def test_what_shims_and_enforcement_changed_is_marked() -> None:
    odd = {"type": "STEP_STARTED", "stepName": "a", "colour": "red"}
    form = delivered_form(event(odd))
    assert form.payloads == [{"type": "STEP_STARTED", "stepName": "a"}]
    assert form.marks == {"/0": f"{MENDED}, - removed colour"}
    old = delivered_form(event({"type": "THINKING_START"}))
    assert old.marks["/0/type"] == '~ was "THINKING_START"'
    assert old.marks["/0/messageId"] == "+ new"


def test_nothing_is_delivered_of_what_clients_drop() -> None:
    assert delivered_form(event({"type": "NO_SUCH"})).payloads == []
