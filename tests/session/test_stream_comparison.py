from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.session.test_meaning import FINISHED, STARTED, content, end, start
from wirelab import inspect_stream
from wirelab.session.meaning import meaning, named_ids
from wirelab.session.stream_comparison import Likeness, Pair, compare, same

IGNORE = ("ids", "timestamps", "chunking")
RECORDINGS = sorted((Path(__file__).parents[2] / "recordings").glob("*.jsonl"))


def message(message_id: str, text: str) -> list[dict[str, Any]]:
    return [start(message_id), content(message_id, text), end(message_id)]


def compared(expected: list[dict[str, Any]], actual: list[dict[str, Any]]) -> list[Pair]:
    return compare(expected, actual, ignore_ids=True)


def marks(pairs: list[Pair]) -> str:
    signs = {"same": "=", "changed": "~", "missing": "-", "added": "+"}
    return "".join(signs[pair.likeness] for pair in pairs)


def test_other_ids_are_the_same_stream() -> None:
    one = [STARTED, *message("m-1", "hi"), *message("m-2", "ho"), FINISHED]
    other_run = {"threadId": "t-9", "runId": "r-9"}
    other = [STARTED | other_run, *message("x", "hi"), *message("y", "ho"), FINISHED | other_run]
    assert same(compared(one, other))
    assert marks(compare(one, other, ignore_ids=False)) == "~" * 8


def test_an_id_that_relates_to_something_else_is_a_difference() -> None:
    def calls(*answers: str) -> list[dict[str, Any]]:
        started = [
            {"type": "TOOL_CALL_START", "toolCallId": each, "toolCallName": "x"} for each in "ab"
        ]
        answered = [
            {"type": "TOOL_CALL_RESULT", "messageId": f"m-{at}", "toolCallId": each, "content": ""}
            for at, each in enumerate(answers)
        ]
        return [*started, *answered]

    assert same(compared(calls("a", "b"), calls("a", "b")))
    pairs = compared(calls("a", "b"), calls("b", "a"))
    assert marks(pairs) == "==~~"
    (difference,) = pairs[2].differences
    assert difference == ("/toolCallId", "a", "b")
    assert marks(compared(calls("a", "b"), calls("a", "a"))) == "===~"


def test_one_id_is_not_two() -> None:
    reopened = [*message("m", "a"), *message("m", "b")]
    apart = [*message("x", "a"), *message("y", "b")]
    assert same(compared(reopened, [*message("z", "a"), *message("z", "b")]))
    assert marks(compared(reopened, apart)) == "===~~~"
    assert marks(compared(apart, reopened)) == "===~~~"


def test_what_is_missing_or_added_does_not_shift_the_rest() -> None:
    one = [STARTED, *message("m-1", "hi"), *message("m-2", "ho"), FINISHED]
    extra = {"type": "CUSTOM", "name": "a.b", "value": 1}
    other = [STARTED, *message("x", "hi"), extra, *message("new", "new"), *message("y", "ho")]
    assert marks(compared(one, [*other, FINISHED])) == "====" + "++++" + "===="
    assert marks(compared([*other, FINISHED], one)) == "====" + "----" + "===="


def test_a_changed_event_says_where() -> None:
    one = [STARTED, {"type": "STATE_SNAPSHOT", "snapshot": {"a": [1, {"b": 2}], "c": 3}}]
    two = [STARTED, {"type": "STATE_SNAPSHOT", "snapshot": {"a": [1.0, {"b": 3}], "d": 3}}]
    (_, changed) = compared(one, two)
    assert [difference.pointer for difference in changed.differences] == [
        *("/snapshot/a/1/b", "/snapshot/c", "/snapshot/d")
    ]


def test_members_in_another_order_and_like_numbers_are_the_same() -> None:
    one = {"type": "STATE_SNAPSHOT", "snapshot": {"a": 1, "b": 2}}
    assert same(compared([one], [{"snapshot": {"b": 2.0, "a": 1.0}, "type": "STATE_SNAPSHOT"}]))
    assert not same(compared([one], [{"type": "STATE_SNAPSHOT", "snapshot": {"a": True, "b": 2}}]))
    added = one | {"snapshot": {}}
    turned = {"snapshot": {"b": 2, "a": 1}, "type": "STATE_SNAPSHOT"}
    assert marks(compared([one], [added, turned])) == "+="
    assert same(compared([STARTED], [{"runId": "x", "threadId": "y", "type": "RUN_STARTED"}]))


def test_a_kept_stream_compares_equal_to_its_source_wherever_ids_stand() -> None:
    ids = {"threadId": "thread-0123456", "runId": "run-0123456789"}
    state = {"run": ids["runId"], "short": "m"}
    events = [
        *({"type": "RUN_STARTED", **ids}, {"type": "STATE_SNAPSHOT", "snapshot": state}),
        *(start("m"), content("m", ids["threadId"]), {"type": "RUN_FINISHED", **ids}),
    ]
    assert same(compared(named_ids(events), events))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_every_recording_is_like_itself_with_its_ids_named(path: Path) -> None:
    events = meaning(inspect_stream(path).events, IGNORE)
    assert same(compared(named_ids(events), events))
    assert not same(compared(named_ids(events), events[:-1]))


def test_streams_too_long_to_be_aligned_are_compared_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wirelab.session.alignment._LARGEST_ALIGNED", 3)
    one = [{"type": "CUSTOM", "name": "a.b", "value": value} for value in (0, 1, 2, 3, 4, 9)]
    other = [{"type": "CUSTOM", "name": "a.b", "value": value} for value in (0, 5, 6, 7, 8, 8, 9)]
    assert marks(compared(one, other)) == "=~~~~+="


def test_nothing_compares_with_nothing() -> None:
    assert compared([], []) == []
    assert [pair.likeness for pair in compared([], [STARTED])] == [Likeness.ADDED]
