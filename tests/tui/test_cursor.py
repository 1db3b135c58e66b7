from __future__ import annotations

from tests.tui.driving import FINISHED, INPUT, STARTED, text, traffic_of
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.tui.cursor import Cursor, Found
from wirelab.views.event_rows import EventRows
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import Response, Traffic

KEEP_ALIVE = ": keep-alive\n\n"
LOST = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-9", "delta": "lost"}


def inspected(traffic: list[Traffic]) -> Session:
    inspection, framing = Inspection(), Framing()
    for each in traffic:
        for arrival in framing.take(each):
            inspection.take(arrival)
    return inspection.session


def cursor_on(*payloads: object) -> Cursor:
    session = inspected(traffic_of(*payloads))  # type: ignore[arg-type]
    return Cursor(session, EventRows(session))


def test_it_follows_the_end_until_it_is_moved() -> None:
    cursor = cursor_on(STARTED, *text("m-1", "Hi"), FINISHED)
    assert cursor.following
    assert cursor.event == 4
    cursor.by_events(-2)
    assert not cursor.following
    assert cursor.event == 3
    cursor.to_end()
    assert cursor.following


def test_moving_by_events_passes_over_comments() -> None:
    cursor = cursor_on(STARTED, KEEP_ALIVE, *text("m-1", "Hi"), FINISHED)
    cursor.to_start()
    assert cursor.frame == 0
    cursor.by_events(1)
    assert (cursor.event, cursor.frame) == (1, 2)


def test_a_comment_can_be_looked_at_and_shows_the_world_before_it() -> None:
    cursor = cursor_on(STARTED, *text("m-1", "Hi"), KEEP_ALIVE, FINISHED)
    cursor.to_frame(4)
    moment = cursor.moment()
    assert moment.frame == 4
    assert moment.event == 3
    assert moment.world.messages.find("m-1").text == "Hi"  # type: ignore[union-attr]


def test_back_beyond_the_first_event_is_the_beginning() -> None:
    cursor = cursor_on(STARTED, FINISHED)
    cursor.to_start()
    cursor.by_events(-1)
    assert cursor.event == -1
    assert cursor.moment().world.runs.all == []
    cursor.by_events(1)
    assert cursor.event == 0


def test_forward_beyond_the_last_event_is_where_the_stream_closed() -> None:
    cursor = cursor_on(STARTED, FINISHED)
    cursor.to_event(1)
    cursor.by_events(1)
    assert cursor.frame == 2


def test_walking_to_the_end_does_not_follow_it() -> None:
    cursor = cursor_on(STARTED, FINISHED)
    cursor.to_start()
    cursor.by_events(2)
    assert cursor.frame == cursor.last_frame
    assert not cursor.following


def test_the_world_is_as_of_the_cursor() -> None:
    cursor = cursor_on(STARTED, *text("m-1", "One ", "two ", "three"), FINISHED)
    texts = []
    for event in (2, 3, 4):
        cursor.to_event(event)
        message = cursor.moment().world.messages.find("m-1")
        assert message is not None
        texts.append(message.text)
    assert texts == ["One ", "One two ", "One two three"]


def test_a_past_world_is_made_once() -> None:
    cursor = cursor_on(STARTED, *text("m-1", "Hi"), FINISHED)
    cursor.to_event(1)
    assert cursor.moment().world is cursor.moment().world


def test_it_goes_from_finding_to_finding_and_around() -> None:
    cursor = cursor_on(STARTED, LOST, *text("m-1", "Hi"), LOST | {"messageId": "m-8"}, FINISHED)
    cursor.to_start()
    went = [(cursor.to_finding(step), cursor.event) for step in (1, 1, 1, -1, -1)]
    assert went == [
        (Found.ON, 1),
        (Found.ON, 5),
        (Found.AROUND, 1),
        (Found.AROUND, 5),
        (Found.ON, 1),
    ]


def test_from_the_end_it_goes_to_the_only_finding_without_a_word_about_going_around() -> None:
    cursor = cursor_on(STARTED, LOST, FINISHED)
    assert (cursor.to_finding(1), cursor.event) == (Found.ON, 1)
    assert (cursor.to_finding(1), cursor.event) == (Found.HERE, 1)


def test_without_findings_it_stays() -> None:
    cursor = cursor_on(STARTED, FINISHED)
    assert (cursor.to_finding(1), cursor.following) == (Found.NONE, True)


def test_back_from_behind_an_event_is_that_event() -> None:
    cursor = cursor_on(STARTED, *text("m-1", "Hi"), KEEP_ALIVE, FINISHED)
    assert cursor.is_after_event
    cursor.by_events(-1)
    assert (cursor.event, cursor.is_after_event) == (4, False)
    cursor.to_frame(4)
    cursor.by_events(-1)
    assert cursor.frame == 3


def test_a_finding_of_the_end_leads_to_where_the_stream_closed() -> None:
    again = {**STARTED, "runId": "r-2"}
    second = traffic_of(again, {**FINISHED, "runId": "r-2"}, run_input=INPUT | {"runId": "r-2"})
    session = inspected([*traffic_of(STARTED, *text("m-1", "Hi")), *second])
    cursor = Cursor(session, EventRows(session))
    truncated = next(each for each in session.findings if each.code == "RUN006")
    assert cursor.place_of(truncated) == 4
    assert session.frames[4].kind == "closed"


def test_a_finding_of_the_answer_leads_to_its_exchange() -> None:
    traffic = traffic_of(STARTED, FINISHED)
    html = Response(200, (("content-type", "text/html"),), 1.0)
    session = inspected([traffic[0], html, *traffic[2:]])
    cursor = Cursor(session, EventRows(session))
    wrong = next(each for each in session.findings if each.place == "response")
    assert cursor.place_of(wrong) == 0
