"""What is said of the items that differ between two streams."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from tests.session.any_traffic import TRAFFIC
from tests.session.test_engine_properties import arrivals_of, inspected
from tests.session.test_item_comparison import STORY, call, often, run, text
from wirelab import inspect_stream
from wirelab.session.stream_diff import StreamDiff, stream_diff
from wirelab.views.diff_rows import diff_rows, row_lines
from wirelab.views.diff_words import Wording
from wirelab.wire.traffic import Traffic

Json = dict[str, Any]
USUAL = ("ids", "timestamps")
LONG = "Let me look at the weather in Lisbon, which is always sunny, as everybody knows."


def diff_of(ones: list[Json], others: list[Json], ignore: tuple[str, ...] = USUAL) -> StreamDiff:
    return stream_diff(inspect_stream(ones), inspect_stream(others), ignore)


def said(ones: list[Json], others: list[Json], *, golden: bool = False) -> list[str]:
    """``~ tool call f: argument days 14 → 7``, a line a place."""
    wording = Wording(golden=golden)
    return [
        f"{row.change.value} {row.label}: {words}"
        for row in diff_rows(diff_of(ones, others))
        for words in row_lines(row, wording)
    ]


def state(*values: Any) -> list[Json]:
    return [{"type": "STATE_SNAPSHOT", "snapshot": value} for value in values]


def test_a_text_says_from_which_character_on() -> None:
    ones, others = run("r", text("m", LONG)), run("r", text("m", LONG.replace("always", "never")))
    (line,) = said(ones, others)
    assert line.startswith("~ assistant message 1: text differs at character 47: ")
    assert "is always sunny" in line
    assert "is never sunny" in line
    short = said(run("r", text("m", "abc")), run("r", text("m", "abd")))
    assert short == ['~ assistant message 1: text differs at character 2: "abc" → "abd"']


def test_arguments_and_results_say_which_member() -> None:
    ones = run("r", call("c", "f", '{"days":', '14,"x":{"y":1}}', result='{"sun":1}'))
    others = run("r", call("c", "f", '{"x":{"y":', '2},"days":7}', result='{"rain":1}'))
    assert said(ones, others) == [
        "~ tool call f: argument days 14 → 7",
        "~ tool call f: argument /x/y 1 → 2",
        "~ tool call f: result sun removed: 1",
        "~ tool call f: result rain added: 1",
    ]
    broken = run("r", call("c", "f", '{"days":1'))
    assert said(run("r", call("c", "f", "{}")), broken)[0].startswith("~ tool call f: arguments")


def test_the_same_in_words_for_a_golden_stream() -> None:
    ones, others = run("r", call("c", "f", '{"days":14}')), run("r", call("c", "f", '{"day":7}'))
    assert said(ones, others, golden=True) == [
        "~ tool call f: argument days did not come: 14",
        "~ tool call f: argument day came, not expected: 7",
    ]
    assert said(run("r"), run("r", text("m", "x")), golden=True) == [
        "+ assistant message 1: came, not expected"
    ]


def test_the_state_at_the_end_of_the_run() -> None:
    ones = run("r", state({"items": [1, 2, 3, 4]}))
    assert said(ones, run("r", state({"items": [1, 2, 4]}))) == [
        "~ state: at the end of the run /items/2 removed: 3"
    ]
    detour = run("r", state({}, {"items": [1, 2, 3, 4]}))
    assert said(ones, detour) == ["~ state: STATE_SNAPSHOT added"]


def test_an_interrupt_by_its_number() -> None:
    def asking(message: str) -> list[Json]:
        asked = {"id": "interrupt-1", "reason": "approval", "message": message}
        story = run("r")
        story[-1] |= {"outcome": {"type": "interrupt", "interrupts": [asked]}}
        return story

    assert said(asking("Sure?"), asking("Really?")) == [
        '~ run 1: interrupt 1 /message "Sure?" → "Really?"'
    ]


def test_other_pieces_of_the_same_text() -> None:
    ones, others = run("r", text("m", "a", "bc")), run("r", text("m", "abc"))
    assert said(ones, others) == ["~ assistant message 1: deltas 2 → 1"]


def test_the_same_text_by_another_event() -> None:
    chunk = {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m", "delta": "abc"}
    start, _, end = text("m", "abc")
    assert said(run("r", text("m", "abc")), run("r", [start, chunk, end])) == [
        "~ assistant message 1: TEXT_MESSAGE_CONTENT removed",
        "~ assistant message 1: TEXT_MESSAGE_CHUNK added",
    ]


def test_another_order_says_behind_what() -> None:
    one, other = text("a", "The first."), text("b", "The ", "second.")
    (line,) = said(run("r", one, other), run("r", other, one))
    assert line == (
        "> assistant message 1: after assistant message 2 in b, after the start of run 1 in a"
    )


def test_a_run_is_one_row() -> None:
    first = STORY[: -len(run("x", text("m", "a", "b")))]
    assert said(STORY, first) == ["- run 2: removed (1 item, 6 events)"]
    assert said(first, STORY) == ["+ run 2: added (1 item, 6 events)"]


def test_findings_are_matched_by_words_then_by_code() -> None:
    unstarted = [{"type": "TEXT_MESSAGE_END", "messageId": "nobody-knows"}]
    other = [{"type": "TEXT_MESSAGE_END", "messageId": "somebody-else"}]
    diff = diff_of(run("r"), run("r", unstarted))
    assert [each.code for each in diff.gained] == ["MSG002"]
    assert not diff.same_verdict
    assert [each.code for each in diff_of(run("r", unstarted), run("r")).lost] == ["MSG002"]
    renamed = diff_of(run("r", unstarted), run("r", other))
    assert renamed.same_verdict
    assert renamed.same_meaning


@often
@given(TRAFFIC, TRAFFIC)
def test_whatever_differs_is_put_in_words(traffic: list[Traffic], other: list[Traffic]) -> None:
    one, two = (inspected(arrivals_of(each)) for each in (traffic, other))
    for ignore in (USUAL, (*USUAL, "chunking")):
        diff = stream_diff(one, two, ignore)
        rows = list(diff_rows(diff))
        assert bool(rows) == (not diff.same_meaning)
        for golden in (True, False):
            assert all(row_lines(row, Wording(golden=golden)) for row in rows)
