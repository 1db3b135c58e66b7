"""Streams compared by what they are about: what is the same, what is not, and how it is told."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.session.any_traffic import TRAFFIC
from tests.session.test_engine_properties import arrivals_of, inspected
from wirelab import inspect_stream
from wirelab.session.event_ids import known_ids, with_other_ids
from wirelab.session.item_comparison import Comparison, compare_items
from wirelab.session.meaning import meaning
from wirelab.session.stream_comparison import compare, same
from wirelab.wire.traffic import Traffic

Json = dict[str, Any]
USUAL = ("ids", "timestamps")
GOLDEN = (*USUAL, "chunking")
RECORDINGS = sorted((Path(__file__).parents[2] / "recordings").glob("*.jsonl"))
often = settings(max_examples=80, deadline=None, database=None, derandomize=True)


def meant(events: list[Json], ignore: tuple[str, ...] = USUAL) -> list[Json]:
    return meaning(inspect_stream(events).events, ignore)


def compared(ones: list[Json], others: list[Json], *ignore: str) -> Comparison:
    words = (*USUAL, *ignore)
    return compare_items(meant(ones, words), meant(others, words), ignore_ids=True)


def text(message_id: str, *deltas: str) -> list[Json]:
    return [
        {"type": "TEXT_MESSAGE_START", "messageId": message_id, "role": "assistant"},
        *(
            {"type": "TEXT_MESSAGE_CONTENT", "messageId": message_id, "delta": delta}
            for delta in deltas
        ),
        {"type": "TEXT_MESSAGE_END", "messageId": message_id},
    ]


def call(call_id: str, name: str, *args: str, result: str | None = None) -> list[Json]:
    of = {"toolCallId": call_id}
    answered = {"type": "TOOL_CALL_RESULT", "messageId": f"of-{call_id}", "content": result, **of}
    return [
        {"type": "TOOL_CALL_START", "toolCallName": name, **of},
        *({"type": "TOOL_CALL_ARGS", "delta": delta, **of} for delta in args),
        {"type": "TOOL_CALL_END", **of},
        *([answered] if result is not None else []),
    ]


def run(run_id: str, *events: list[Json]) -> list[Json]:
    ids = {"threadId": "thread-0001", "runId": run_id}
    inner = [event for some in events for event in some]
    return [{"type": "RUN_STARTED", **ids}, *inner, {"type": "RUN_FINISHED", **ids}]


def renamed(events: list[Json]) -> list[Json]:
    known = known_ids(events)
    return [
        with_other_ids(each, lambda given, _: f"{given.value}-other-{given.space}", known)
        for each in events
    ]


def told(comparison: Comparison) -> list[str]:
    """``~ message 2`` for each item that differs."""
    words = []
    for item in comparison.items:
        sign = "+" if item.expected is None else "-" if item.actual is None else "~"
        if sign == "~" and not any(pair.likeness != "same" for pair in item.pairs):
            sign = ">"
        if item.differs:
            words.append(f"{sign} {item.item.kind.value} {item.item.number}")
    return words


STORY = [
    *run(
        "run-0001",
        [{"type": "STATE_SNAPSHOT", "snapshot": {"chosen": "call-000001", "n": [1, 2]}}],
        text("message-0001", "Let me ", "look."),
        call("call-000001", "get_weather", '{"days"', ":14}", result='{"sun":11}'),
        [{"type": "STEP_STARTED", "stepName": "plan"}],
        [{"type": "STEP_FINISHED", "stepName": "plan"}],
        text("message-0002", "It is sunny today."),
    ),
    *run("run-0002", text("message-0003", "And ", "tomorrow.")),
]


class TestTheSame:
    def test_ids_that_are_renamed_throughout(self) -> None:
        assert compared(STORY, renamed(STORY)).same

    def test_an_id_may_stand_somewhere_before_it_is_introduced(self) -> None:
        assert "call-000001" in json.dumps(STORY[1])
        assert same(compare(meant(STORY), meant(renamed(STORY)), ignore_ids=True))

    def test_timestamps_and_the_order_of_members(self) -> None:
        other = [dict(reversed((each | {"timestamp": 5}).items())) for each in STORY]
        assert compared(STORY, other).same

    def test_chunks_and_other_pieces_where_chunking_is_ignored(self) -> None:
        ids = {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m-1", "role": "assistant"}
        chunks = [[{**ids, "delta": "Hel"}, {"type": "TEXT_MESSAGE_CHUNK", "delta": "lo"}]]
        ones, others = run("r", text("m-1", "H", "ello")), run("r", *chunks)
        assert compared(ones, others, "chunking").same
        assert not compared(ones, others).same

    @pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
    def test_every_recording_with_other_ids(self, path: Path) -> None:
        events = meaning(inspect_stream(path).events, USUAL)
        assert compare_items(events, renamed(events), ignore_ids=True).same


class TestDifferent:
    def test_an_item_removed_added_changed(self) -> None:
        fewer = [*STORY[:2], *STORY[6:]]
        assert told(compared(STORY, fewer)) == ["- message 1"]
        assert told(compared(fewer, STORY)) == ["+ message 1"]
        other = [each | {"delta": ":7}"} if each.get("delta") == ":14}" else each for each in STORY]
        assert told(compared(STORY, other)) == ["~ tool call 1"]

    def test_a_run_is_missing(self) -> None:
        comparison = compared(STORY, STORY[: -len(run("x", text("m", "a", "b")))])
        assert comparison.runs == [(0, 0), (1, None)]
        assert told(comparison) == ["- run 1", "- message 1"]

    def test_a_run_between_others_is_found(self) -> None:
        runs = [run(f"run-{at}", text(f"m-{at}", f"text number {at}")) for at in range(4)]
        three = [*runs[0], *runs[2], *runs[3]]
        assert compared(list(chain.from_iterable(runs)), three).runs == [
            (0, 0),
            (1, None),
            (2, 1),
            (3, 2),
        ]

    def test_two_messages_in_the_other_order(self) -> None:
        one, other = text("a", "The first."), text("b", "The ", "second.")
        assert told(compared(run("r", one, other), run("r", other, one))) == ["> message 1"]

    def test_items_woven_in_another_way(self) -> None:
        start, content, end = text("a", "x")
        step = {"type": "STEP_STARTED", "stepName": "s"}
        comparison = compared(
            run("r", [start, step, content, end]), run("r", [start, content, step, end])
        )
        assert len(told(comparison)) == 1
        assert told(comparison)[0].startswith(">")

    def test_moved_and_changed_is_found_by_how_it_begins(self) -> None:
        one = text("a", "A long beginning of a text, and this end.")
        other = text("a", "A long beginning of a text, and that end.")
        calls = call("c", "f", "{}"), call("d", "g", "{}")
        assert told(compared(run("r", one, *calls), run("r", *calls, other))) == ["~ message 1"]

    def test_an_id_that_relates_to_something_else(self) -> None:
        def answered(*order: str) -> list[Json]:
            calls = [*call("call-a", "f", "{}"), *call("call-b", "f", "{}")]
            results = [
                {
                    "type": "TOOL_CALL_RESULT",
                    "messageId": f"m-{at}",
                    "toolCallId": each,
                    "content": str(at),
                }
                for at, each in enumerate(order)
            ]
            return run("r", calls, results)

        assert compared(answered("call-a", "call-b"), renamed(answered("call-a", "call-b"))).same
        assert not compared(answered("call-a", "call-b"), answered("call-b", "call-a")).same

    def test_one_message_in_ten_thousand(self) -> None:
        def many(changed: int) -> list[Json]:
            texts = [text(f"m-{at}", "same" if at != changed else "other") for at in range(10_000)]
            return run("r", *texts)

        comparison = compare_items(many(-1), many(7000), ignore_ids=True)
        assert told(comparison) == ["~ message 7001"]


def _is_mutation(event: Json) -> Json:
    """The event with one thing changed that matters."""
    for name in ("delta", "content", "toolCallName", "stepName"):
        if isinstance(event.get(name), str):
            return event | {name: event[name] + "!"}
    return event | {"unheard": 1}


@often
@given(TRAFFIC)
def test_a_stream_is_like_itself_whatever_is_in_it(traffic: list[Traffic]) -> None:
    events = inspected(arrivals_of(traffic)).events
    for ignore in (USUAL, GOLDEN):
        stream = meaning(events, ignore)
        assert compare_items(stream, stream, ignore_ids=True).same


@often
@given(TRAFFIC, TRAFFIC)
def test_it_is_symmetric_and_agrees_with_the_events(
    traffic: list[Traffic], other: list[Traffic]
) -> None:
    one, two = (meaning(inspected(arrivals_of(each)).events, GOLDEN) for each in (traffic, other))
    there, back = (compare_items(*streams, ignore_ids=True) for streams in ((one, two), (two, one)))
    assert there.same == same(compare(one, two, ignore_ids=True))
    turned = {"-": "+", "+": "-", "~": "~", ">": ">"}
    assert _signs(there) == sorted(turned[sign] for sign in _signs(back))


def _signs(comparison: Comparison) -> list[str]:
    return sorted(words[0] for words in told(comparison))


@often
@given(st.integers(0, len(STORY) - 1), st.sampled_from(("change", "drop", "double")))
def test_one_event_changed_is_a_difference(at: int, how: str) -> None:
    instead = {"change": [_is_mutation(STORY[at])], "drop": [], "double": [STORY[at]] * 2}[how]
    other = [*STORY[:at], *instead, *STORY[at + 1 :]]
    assert not compared(STORY, renamed(other)).same
    assert not compared(other, STORY, "chunking").same
