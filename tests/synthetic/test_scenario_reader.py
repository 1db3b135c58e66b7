"""A scenario is checked when it is loaded: every fault names file, line and reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wirelab.errors import ScenarioError
from wirelab.protocol.run_input import read_run_input
from wirelab.synthetic.performance import Beat
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.scenario_reader import load_scenario, read_scenario
from wirelab.synthetic.scene import Scene

HEADER = {"wirelab": 1, "kind": "scenario", "title": "T", "about": "A test.", "verdict": "clean"}
ANY_INPUT = {"run": {"when": "always"}}


def event(**members: Any) -> dict[str, Any]:
    return {"event": {"type": "CUSTOM", "name": "x.y", "value": 1} | members}


def read(*lines: Any, header: Any = HEADER) -> Scenario:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in (header, *lines)]
    return read_scenario(
        "mine", "".join(f"{text}\n" for text in texts).encode(), "scenarios/mine.jsonl"
    )


def scene(scenario: Scenario, **members: Any) -> Scene:
    payload = {"threadId": "t", "runId": "r", "messages": []} | members
    run_input = read_run_input(payload)
    return Scene(run_input, "1.1", scenario.interrupts, scenario.waits)


def played(scenario: Scenario) -> list[Beat]:
    return list(scenario.beats(scene(scenario)))


def written(scenario: Scenario, **members: Any) -> list[str]:
    return [beat.data.decode() for beat in scenario.beats(scene(scenario, **members))]


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        (["{oops"], 2, "is not JSON"),
        ([event(), "[1]"], 3, "no object"),
        ([{"evnt": {}}], 2, "no step"),
        ([{"event": 5}], 2, '"event" must be an object'),
        ([event() | {"pause": -1}], 2, '"pause"'),
        ([event() | {"pause": "30"}], 2, '"pause"'),
        ([event() | {"at": 5}], 2, '"at" and "expect" belong to other files'),
        ([event() | {"expect": ["MSG001"]}], 2, "belong to other files"),
        ([{"end": "eof"}], 2, "events, comments and reads"),
        ([{"request": {}}], 2, "events, comments and reads"),
        ([event() | {"paus": 3}], 2, '"paus" means nothing'),
        ([{"comment": "x", "split": 3}], 2, '"split" means nothing'),
        ([event() | {"split": 3}], 2, '"delta" is text'),
        ([event(delta="x") | {"split": -3}], 2, "number of characters"),
        ([event(delta="x") | {"split": True}], 2, "number of characters"),
        ([event(delta="x") | {"split": {"lines": 2}}], 2, "number of characters"),
        ([event(delta="x") | {"split": 0}], 2, "number of characters"),
        ([event() | {"jitter": "x"}], 2, "number of milliseconds"),
        ([event() | {"repeat": 0}], 2, "number from 1 to 10000"),
        ([event(name="{{input.threadID}}")], 2, 'nothing is called "input.threadID"'),
        ([event(name="{{new}}")], 2, '"new" needs a name'),
        ([event(name="{{new:}}")], 2, '"new" needs a name'),
        ([event(name="{{turn:2}}")], 2, "takes nothing behind a colon"),
        ([event(name="{{state:x|'y'}}")], 2, '"state" needs a JSON pointer'),
        ([event(name="{{last_user_text}}")], 2, "may be absent"),
        ([event(value=[{"deep": "{{tool_message.text}}"}])], 2, "may be absent"),
        ([event(name="{{turn")], 2, "does not end"),
        ([event(name="{{}}")], 2, "nothing is called"),
        ([event(name="{{state:/x|1.2.3}}")], 2, "neither JSON nor quoted text"),
        ([{"run": {"when": "sometimes"}}, event()], 2, 'no condition is called "sometimes"'),
        ([{"run": {"when": []}}, event()], 2, '"when" must be'),
        ([{"run": {"when": 5}}, event()], 2, '"when" must be'),
        ([{"run": {"wenn": "always"}}, event()], 2, '"wenn" means nothing'),
        ([{"run": {"given": "turn"}}, event()], 2, '"given" must be a list'),
        ([{"run": {"given": ["turn:1"]}}, event()], 2, "takes nothing"),
        ([{"run": {"if": []}}, event()], 2, '"if" must be an object'),
        ([{"run": {"when": "first-turn"}}, event()], 3, "must be for any input"),
        ([], 1, "must be for any input"),
        ([ANY_INPUT, event(), ANY_INPUT, event()], 4, "never plays"),
        ([event(), {"run": {"when": "first-turn"}}], 3, "never plays"),
        ([{"run": {"when": "resume"}}, event(), ANY_INPUT], 4, "no run ends with an interrupt"),
    ],
)
def test_faults_of_lines(lines: list[Any], line: int, reason: str) -> None:
    with pytest.raises(ScenarioError) as failure:
        read(*lines)
    text = str(failure.value)
    assert text.startswith(f"scenarios/mine.jsonl line {line}: ")
    assert reason in text


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("", "line 1"),
        ("{}", "line 1"),
        ({**HEADER, "wirelab": 99}, "newer"),
        ({**HEADER, "kind": "recording"}, "not a scenario"),
        ({**HEADER, "verdict": "fine"}, "clean, accepted, rejected"),
        ({**HEADER, "about": 5}, '"about"'),
        ({**HEADER, "findings": "MSG001"}, "list of rule codes"),
        ({**HEADER, "capabilities": []}, '"capabilities"'),
        ({**HEADER, "verdikt": "clean"}, '"verdikt" means nothing'),
    ],
)
def test_faults_of_the_header(header: Any, reason: str) -> None:
    with pytest.raises(ScenarioError) as failure:
        read(event(), header=header)
    assert reason in str(failure.value)
    assert "scenarios/mine.jsonl" in str(failure.value)


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff" * 99, b"[" * 99_999, b'{"wirelab":1,"kind":"scenario"}\n{"event']
)
def test_rubbish_is_one_sentence(content: bytes) -> None:
    with pytest.raises(ScenarioError) as failure:
        read_scenario("mine", content, "scenarios/mine.jsonl")
    assert "\n" not in str(failure.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="cannot be read: No such file"):
        load_scenario("x", tmp_path / "x.jsonl")


def test_a_scenario_without_run_lines_is_for_any_input() -> None:
    scenario = read({"comment": "a"}, {"pause": 20, "read": "data: x\n\n"})
    assert [tuple(beat) for beat in scenario.beats(scene(scenario))] == [
        (0, b": a\n\n"),
        (20, b"data: x\n\n"),
    ]


def test_a_text_is_split_by_characters() -> None:
    scenario = read(event(delta="héllo wörld") | {"split": 4, "pause": 9})
    beats = list(scenario.beats(scene(scenario)))
    deltas = [json.loads(beat.data[6:])["delta"] for beat in beats]
    assert deltas == ["héll", "o wö", "rld"]
    assert [beat.pause_ms for beat in beats] == [9, 9, 9]


@pytest.mark.parametrize(
    ("split", "pieces"),
    [
        ({"words": 1}, ["Hello", " big", " world"]),
        ({"words": 2}, ["Hello big", " world"]),
        ({"bytes": 6}, ["Hello ", "big wo", "rld"]),
        ({"characters": 13}, ["Hello big wor", "ld"]),
    ],
)
def test_a_text_is_split_by_what_the_line_says(split: dict[str, int], pieces: list[str]) -> None:
    scenario = read(event(delta="Hello big world") | {"split": split})
    assert [json.loads(beat.data[6:])["delta"] for beat in played(scenario)] == pieces


def test_a_character_of_several_bytes_is_never_cut() -> None:
    scenario = read(event(delta="ééé") | {"split": {"bytes": 1}})
    assert [json.loads(beat.data[6:])["delta"] for beat in played(scenario)] == ["é", "é", "é"]


def test_a_step_is_repeated_and_its_pauses_vary_as_the_seed_says() -> None:
    scenario = read({"comment": "tick", "pause": 50, "jitter": 20, "repeat": 100})
    once, again = ([beat.pause_ms for beat in played(scenario)] for _ in range(2))
    assert len(once) == 100
    assert once == again
    assert len(set(once)) > 50
    assert all(30 <= pause <= 70 for pause in once)


def test_a_split_makes_a_bounded_number_of_pieces() -> None:
    scenario = read(event(delta="{{input:/runId|''}}") | {"split": 1})
    deltas = [json.loads(text[6:])["delta"] for text in written(scenario, runId="ab" * 50_000)]
    assert len(deltas) == 64
    assert "".join(deltas) == "ab" * 50_000
    assert [json.loads(text[6:])["delta"] for text in written(scenario, runId="")] == [""]


def test_the_first_section_that_holds_is_played() -> None:
    scenario = read(
        {"run": {"given": ["state:/mode"], "if": {"state:/mode": {"a": [1]}}}},
        {"comment": "mode a"},
        {"run": {"when": ["tool-message", "later-turn"]}},
        {"comment": "later"},
        {"run": {"given": ["last_user_text"]}},
        {"event": {"type": "CUSTOM", "name": "x.said", "value": "{{last_user_text}}"}},
        {"run": {"when": "always"}},
        {"comment": "rest"},
    )
    user = {"id": "u", "role": "user", "content": "hi"}
    assert written(scenario, state={"mode": {"a": [1]}}) == [": mode a\n\n"]
    assert written(scenario, state={"mode": {"a": [True]}}) == [": rest\n\n"]
    assert written(scenario, messages=[{"id": "a", "role": "assistant"}]) == [": later\n\n"]
    assert '"value":"hi"' in written(scenario, messages=[user])[0]
    assert written(scenario) == [": rest\n\n"]


RESUMED = [
    {"run": {"when": "resume"}},
    {"comment": "resolved"},
    {"run": {"when": "resume-abandoned"}},
    {"comment": "abandoned"},
    {"run": {"when": "resume-incomplete"}},
    {"comment": "incomplete"},
    {"run": {"when": "always"}},
    event(
        outcome={
            "type": "interrupt",
            "interrupts": [
                {"id": "{{new:one}}", "toolCallId": "{{new:call}}"},
                {"id": "{{new:two}}"},
            ],
        }
    ),
]


def entry(id_: str, status: str = "resolved") -> dict[str, Any]:
    return {"interruptId": id_, "status": status}


@pytest.mark.parametrize(
    ("resume", "played"),
    [
        ([entry("one-1"), entry("two-1")], "resolved"),
        ([entry("two-1"), entry("else-1"), entry("one-1")], "resolved"),
        ([entry("one-1", "cancelled"), entry("two-1")], "abandoned"),
        ([entry("one-1")], "incomplete"),
        ([entry("one-1", "cancelled")], "incomplete"),
        ([entry("oneself")], "incomplete"),
    ],
)
def test_what_a_resume_answers(resume: list[dict[str, Any]], played: str) -> None:
    assert written(read(*RESUMED), resume=resume) == [f": {played}\n\n"]


def test_a_call_an_interrupt_holds_up_waits_until_it_is_answered() -> None:
    call = {"id": "call-1", "type": "function", "function": {"name": "f", "arguments": ""}}
    held = {"id": "a", "role": "assistant", "toolCalls": [call]}
    answer = {"id": "x", "role": "tool", "toolCallId": "call-1", "content": ""}
    scenario = read(*RESUMED)
    assert written(scenario, messages=[held]) == [": incomplete\n\n"]
    assert '"one-' in written(scenario, messages=[held, answer])[0]
    assert '"one-' in written(scenario, messages=[])[0]
