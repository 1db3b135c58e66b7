"""Each activity message has its changes counted, and knows the one that was not applied."""

from __future__ import annotations

from typing import Any

from tests.views.streams import REQUEST, RUN_FINISHED, RUN_STARTED, STREAM, inspected, sent
from wirelab.views.activity_changes import ActivityChanges


def snapshot(message_id: str, **content: Any) -> dict[str, Any]:
    names = {"type": "ACTIVITY_SNAPSHOT", "messageId": message_id, "activityType": "PLAN"}
    return names | {"content": content}


def delta(message_id: str, path: str) -> dict[str, Any]:
    patch = [{"op": "replace", "path": path, "value": 1}]
    names = {"type": "ACTIVITY_DELTA", "messageId": message_id, "activityType": "PLAN"}
    return names | {"patch": patch}


EVENTS = [
    RUN_STARTED,
    snapshot("a-1", done=0),
    snapshot("a-2", done=0),
    delta("a-1", "/done"),
    delta("a-1", "/no/such"),
    RUN_FINISHED,
]


def changes() -> ActivityChanges:
    made = ActivityChanges(inspected(REQUEST, STREAM, *map(sent, EVENTS)))
    made.update()
    return made


def test_changes_are_those_of_the_message_up_to_the_moment() -> None:
    known = changes()
    at = [
        (each and (each.count, each.last.seq)) for each in (known.of("a-1", 1), known.of("a-1", 3))
    ]
    assert at == [(1, 1), (2, 3)]
    assert known.of("a-1", 0) is None
    assert known.of("a-9", 5) is None
    other = known.of("a-2", 5)
    assert other is not None
    assert other.count == 1


def test_a_patch_that_was_not_applied_says_why() -> None:
    last, before = changes().of("a-1", 5), changes().of("a-1", 3)
    assert last is not None
    assert last.refusal is not None
    assert last.refusal.subject
    assert before is not None
    assert before.refusal is None
