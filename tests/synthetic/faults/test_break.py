"""The fault ``break``: one rule of the gallery broken in place of a run, by seed or code."""

from __future__ import annotations

import httpx
import pytest

from tests.synthetic.conversation import hello
from tests.synthetic.faults.test_faults import asking, grave, observed
from wirelab.synthetic.faults import read_fault
from wirelab.synthetic.faults.replaced_run import played_instead
from wirelab.synthetic.serving import running_agent


def test_the_stream_has_the_ids_of_the_request(agent_url: str) -> None:
    asked = asking("break=tol002") | {"threadId": "my thread", "runId": "my run"}
    session = observed(f"{agent_url}/subagents", asked)
    assert grave(session) == {"TOL002"}
    assert (session.runs[0].thread_id, session.runs[0].run_id) == ("my thread", "my run")


def test_the_seed_decides_which_and_it_is_told() -> None:
    told: list[str] = []
    with running_agent(faults=[read_fault("break")], seed=3, speed=None, note=told.append) as url:
        runs = [httpx.post(f"{url}/{name}", json=hello()).text for name in ("chat", "reasoning")]
    assert runs[0] == runs[1]
    chosen = played_instead([read_fault("break")], 3)
    assert chosen is not None
    assert told[0] == f'chat, run "r-1": {chosen.name} instead'
    assert told[1] == 'chat, run "r-1": break (seed 3)'


def test_every_rule_of_the_gallery_can_come() -> None:
    asked = [read_fault("break")]
    codes = {found.code for seed in range(60) if (found := played_instead(asked, seed))}
    assert len(codes) > 30


def test_it_combines_with_other_faults(agent_url: str) -> None:
    session = observed(f"{agent_url}/chat", asking("noise", "break=MSG002"))
    assert session.frames[0].raw.startswith(b"event: message\n")
    assert grave(session) == {"MSG002"}


@pytest.mark.parametrize("word", ["MSG999", "", "../x", "INP001"])
def test_a_rule_without_a_stream_is_refused(agent_url: str, word: str) -> None:
    answer = httpx.post(f"{agent_url}/chat", json=asking(f"break={word}"))
    assert answer.status_code == 422
    assert "no rule that a stream can break alone" in answer.json()["reason"]
