"""What is encoded ahead of a run is, to the byte, what encoding the filled event would give."""

from __future__ import annotations

from typing import Any

import pytest

from wirelab.protocol.run_input import read_run_input
from wirelab.synthetic.placeholders import check_placeholders
from wirelab.synthetic.scene import Scene
from wirelab.synthetic.text_split import Split
from wirelab.synthetic.writing import Filled, Fixed, Templates, writing_of

INPUT = {
    "threadId": 'thread "1"\\',
    "runId": "ré\u2028\ud83d",
    "messages": [{"id": "u", "role": "user", "content": 'say "hi" \n\t 日本 ' + "x" * 400}],
    "state": {"n": 5, "none": None, "deep": {"a/b": [1, {"c": "d"}]}, "text": "", "yes": True},
}


def written(writing: Any) -> list[bytes]:
    return list(writing.writes(Scene(read_run_input(INPUT), "1.1", seed=1)))


@pytest.mark.parametrize(
    "payload",
    [
        {"type": "X", "threadId": "{{input.threadId}}", "runId": "{{input.runId}}"},
        {"both": "{{input.runId}}", "text": "run {{input.runId}} of {{input.threadId}}!"},
        {"long": "{{last_user_text|'none'}}", "in": "said: {{last_user_text|'none'}}"},
        {"v": "{{state:/deep|null}}", "t": "deep: {{state:/deep|null}}", "n": ["{{state:/n|0}}"]},
        {
            "null": "{{state:/none|1}}",
            "fallback": "{{state:/gone|[]}}",
            "in": "<{{state:/gone|omit}}>",
        },
        {"empty": "{{state:/text|'x'}}{{state:/text|'x'}}", 'é"': [{}, [], {"a": []}], "f": 1.5},
        {"same": ["{{new:a}}", "{{new:a}}-{{new:b}}", "{{new:a}}"], "b": True, "z": None},
        {"half": "100 %b %% \ud83d{{turn}}", "line": "a\r\nb\u2028{{version}}"},
    ],
)
def test_holes_are_filled_as_the_whole_event_would_be(payload: dict[str, Any]) -> None:
    writing = writing_of(payload, None, varies=True)
    assert isinstance(writing, Templates)
    assert written(writing) == written(Filled(payload))


@pytest.mark.parametrize(
    "payload",
    [
        {"gone": "{{state:/gone|omit}}"},
        {"...": "{{state:/deep|null}}"},
        {"l": ["{{state:/x|omit}}"]},
    ],
)
def test_members_that_may_be_missing_are_decided_in_the_run(payload: dict[str, Any]) -> None:
    assert check_placeholders(payload, ())
    writing = writing_of(payload, None, varies=True)
    assert isinstance(writing, Filled)
    assert b"gone" not in b"".join(written(writing))


@pytest.mark.parametrize("split", [Split(3), Split(1, "words"), Split(4, "bytes")])
def test_a_split_text_is_cut_ahead(split: Split) -> None:
    plain = {"type": "X", "delta": "Größe 日本 and so on"}
    fixed = writing_of(plain, split, varies=False)
    assert isinstance(fixed, Fixed)
    assert written(fixed) == written(Filled(plain, split))
    filled = plain | {"id": "{{new:a}}"}
    assert written(writing_of(filled, split, varies=True)) == written(Filled(filled, split))


@pytest.mark.parametrize("delta", ["{{state:/n|0}}", "{{state:/gone|omit}}", "{{state:/deep|1}}"])
def test_a_delta_that_turns_out_to_be_no_text_is_left_whole(delta: str) -> None:
    payload = {"type": "X", "delta": delta}
    assert len(written(writing_of(payload, Split(2), varies=True))) == 1


def test_a_value_is_looked_up_once_a_run() -> None:
    payload = {"a": "{{last_user_text|'x'}}", "b": "{{last_user_text|'x'}}"}
    writing = writing_of(payload, None, varies=True)
    scene = Scene(read_run_input(INPUT), "1.1")
    first = list(writing.writes(scene))
    assert list(scene.encoded) == ["whole last_user_text|'x'"]
    assert list(writing.writes(scene)) == first
