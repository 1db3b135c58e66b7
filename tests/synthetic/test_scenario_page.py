"""The page that teaches scenarios: its example plays, and its tables name all there is."""

from __future__ import annotations

import re
from pathlib import Path

from tests.synthetic.conversation import Conversation, hello, user
from wirelab.synthetic.conditions import CONDITIONS
from wirelab.synthetic.scenario_reader import read_scenario
from wirelab.synthetic.serving import running_agent
from wirelab.synthetic.sources import SOURCES

PAGE = (Path(__file__).parents[2] / "docs/scenarios.md").read_text(encoding="utf-8")


def test_its_example_plays_as_it_says() -> None:
    example = re.search(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    scenario = read_scenario("weather", example[1].encode(), "docs/scenarios.md")
    with running_agent(scenarios={"weather": scenario}, speed=None) as url:
        talk = Conversation(f"{url}/weather")
        first = talk.send(hello())
        assert first.messages[-1]["content"] == "Which city do you mean?"
        session = talk.send(talk.next_input(2, user("u-2", "Lisbon")))
    assert session.clean
    assert session.messages[-1]["content"] == "It is sunny in Lisbon."


def test_it_names_every_condition_and_every_placeholder() -> None:
    words = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
    named = set(re.findall(r"`([^`]+)`", words))
    heads = {each.split(":")[0] for each in named}
    assert not {name for name in CONDITIONS if name not in named}
    assert not {name.split(":")[0] for name in SOURCES} - heads
