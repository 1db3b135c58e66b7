"""Where ids are mentioned: the event that starts them first, each mention after it."""

from __future__ import annotations

from typing import Any

from tests.tui.driving import FINISHED, STARTED, call, result, text, traffic_of
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.views.id_places import IdPlaces
from wirelab.wire.framing import Framing


def session_of(*payloads: dict[str, Any]) -> Session:
    inspection, framing = Inspection(), Framing()
    for traffic in traffic_of(*payloads):
        for arrival in framing.take(traffic):
            inspection.take(arrival)
    return inspection.session


EARLY = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-1", "delta": "too early"}
SNAPSHOT = {
    "type": "MESSAGES_SNAPSHOT",
    "messages": [{"id": "u-7", "role": "user", "content": "Hi"}],
}
STREAM = [
    STARTED,
    EARLY,
    *text("m-1", "Hi"),
    *call("call-1", "weather", "{}"),
    result("call-1", "sun"),
    SNAPSHOT,
    FINISHED,
]


def read(session: Session) -> IdPlaces:
    places = IdPlaces(session)
    while not places.complete:
        places.read(2)
    return places


def test_an_id_leads_to_its_start_although_it_was_mentioned_before() -> None:
    places = read(session_of(*STREAM))
    assert places.opening("m-1") == 2
    assert places.opening("call-1") == 5
    assert places.opening("r-1") == 0
    assert places.opening("u-7") == 9
    assert places.opening("m-9") is None


def test_mentions_follow_one_another_and_begin_again() -> None:
    places = read(session_of(*STREAM))
    at, seen = 5, []
    for _ in range(4):
        at = places.after("call-1", at)
        seen.append((at, places.number("call-1", at)))
    assert seen == [(6, 2), (7, 3), (8, 4), (5, 1)]
    assert places.count("call-1") == 4
    assert places.number("call-1", 2) is None


def test_ids_are_completed_in_the_order_they_came() -> None:
    places = read(session_of(*STREAM))
    assert places.beginning_with("r", 5) == ["r-1", "result-call-1"]
    assert places.beginning_with("", 2) == ["r-1", "t-1"]


def test_what_arrives_later_is_read_later() -> None:
    session = session_of(*STREAM)
    places = IdPlaces(session)
    places.read(3)
    assert not places.complete
    assert places.share == 3 / session.event_count
    assert places.opening("call-1") is None
    places.read(100)
    assert places.complete
    assert places.share == 1
    assert places.opening("call-1") == 5
