from __future__ import annotations

import pytest

from wirelab.session.edited_input import NotAnInput, editable, read_edited
from wirelab.session.next_input import same_input


def test_an_input_survives_being_a_text() -> None:
    given = {"threadId": "t", "n": [1, {"ü": "\ud800 \u202e\x1b"}], "messages": []}
    assert read_edited(editable(given)) == given


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: expecting value"),
        ('{"a": 1,\n "b" 2}', "line 2, column 6: expecting ':' delimiter"),
        ("{}\n}", "line 2, column 1: extra data"),
        ('{"a": NaN}', "line 1, column 7: NaN is not JSON"),
        ("[" * 100_000, "nested deeper than"),
        ("[]", "a RunAgentInput is a JSON object"),
    ],
)
def test_what_is_no_input_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(NotAnInput, match=said.replace("(", r"\(")):
        read_edited(text)


def test_the_same_input_on_another_thread_leaves_out_what_refers_to_earlier_runs() -> None:
    given = {"threadId": "t", "runId": "r", "parentRunId": "q", "resume": [], "state": {"a": 1}}
    assert same_input(given, thread_id="t-2", run_id="r-2") == {
        "threadId": "t-2",
        "runId": "r-2",
        "state": {"a": 1},
    }
