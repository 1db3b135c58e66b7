from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.views.streams import EOF, LOST_CONTENT, RUN_FINISHED, RUN_STARTED, inspected, sent
from wirelab.exports import FORMATS, Outcome
from wirelab.exports.json_report import json_text

TEXT = st.text(st.one_of(st.characters(), st.sampled_from("\x7f\x9b\u202e\u2028\ud83d\U000e0041")))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)


@given(JSON, st.sampled_from([None, 2]))
def test_the_text_reads_back_and_no_terminal_obeys_it(value: Any, indent: int | None) -> None:
    text = json_text(value, indent)
    assert _same(json.loads(text), value)
    text.encode("utf-8")
    assert not set(text) & set("\x1b\x7f\x9b\u202e\u2028\U000e0041")


def _same(one: Any, other: Any) -> bool:
    """Equal after surrogate halves have met, as they do in any JSON text."""

    def joined(value: Any) -> Any:
        return json.loads(json.dumps(value))

    return bool(joined(one) == joined(other))


def test_infinity_is_a_number_again_in_every_reader() -> None:
    text = json_text({"up": float("inf"), "down": [float("-inf")]}, None)
    assert text == '{"up":1e999,"down":[-1e999]}'


def written(*outcomes: Outcome, several: bool) -> Any:
    pieces = FORMATS["json"](outcomes, several, ["state"])
    return json.loads("".join(text for text, _ in pieces))


def test_one_outcome_is_an_object_and_several_an_array() -> None:
    session = inspected(sent(RUN_STARTED), sent(LOST_CONTENT), sent(RUN_FINISHED), EOF)
    one = Outcome("x.sse", "sse", session)
    assert written(one, several=False)["verdict"] == "rejected"
    array = written(one, Outcome("y", error="y: no such file"), several=True)
    assert [each["source"] for each in array] == ["x.sse", "y"]
    assert array[0]["state"] == {}
    assert array[1] == {
        "schema": "wirelab.report/1",
        "source": "y",
        "format": None,
        "spec": None,
        "verdict": None,
        "clean": False,
        "counts": dict.fromkeys(("frames", "events", "error", "warning", "note", "opinion"), 0),
        "runs": [],
        "findings": [],
        "error": "y: no such file",
    }
    assert written(several=True) == []
