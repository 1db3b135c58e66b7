"""The broken gallery: one stream a rule, which breaks that rule and no other."""

from __future__ import annotations

import httpx
import pytest

from tests.synthetic.conversation import hello, send
from tests.synthetic.faults.test_faults import observed
from wirelab.protocol.run_input import read_run_input
from wirelab.rules.catalog import all_rules
from wirelab.synthetic.gallery import broken, gallery
from wirelab.synthetic.scene import Scene

GALLERY = gallery()


def test_most_rules_have_a_stream_and_those_about_inputs_have_none() -> None:
    codes = {each.code for each in GALLERY}
    assert codes <= {rule.code for rule in all_rules()}
    assert {"MSG002", "RUN003", "TOL004", "STA001", "SUB002", "WIR001", "HTP001"} <= codes
    assert not {code for code in codes if code.startswith("INP")}
    assert broken("NOPE1") is None


TAKES_ITS_TIME = ("HTP003", "HTP011")


@pytest.mark.parametrize("code", [each.code for each in GALLERY if each.code not in TAKES_ITS_TIME])
def test_a_stream_breaks_its_rule_alone(agent_url: str, code: str) -> None:
    session = observed(f"{agent_url}/broken/{code}", hello())
    assert code in {each.code for each in session.findings}
    found = {each.code for each in session.findings if not each.opinion}
    assert found <= {code, "HTP010", "INP007"}, "only notes that no stream of ours escapes besides"


@pytest.mark.parametrize("code", TAKES_ITS_TIME)
def test_what_takes_its_time_has_its_pauses(code: str) -> None:
    found = broken(code)
    assert found is not None
    scene = Scene(read_run_input(hello()), "1.1")
    assert sum(beat.pause_ms for beat in found.performance(scene).beats) > 5000


def test_it_runs_on_the_thread_of_the_request(agent_url: str) -> None:
    session = send(f"{agent_url}/broken/tol004", hello(threadId="my-thread", runId="my-run"))
    assert [(run.thread_id, run.run_id) for run in session.runs] == [("my-thread", "my-run")]


def test_the_root_plays_it_by_name(agent_url: str) -> None:
    session = send(agent_url, hello(forwardedProps={"wirelab": {"scenario": "broken/TOL004"}}))
    assert "TOL004" in {each.code for each in session.findings}
    unknown = httpx.post(f"{agent_url}/broken/INP001", json=hello())
    assert unknown.status_code == 404
    assert "GET /broken/ lists them" in unknown.json()["reason"]


def test_its_index_lists_it(agent_url: str) -> None:
    listed = httpx.get(f"{agent_url}/broken/").json()["broken"]
    assert len(listed) == len(GALLERY)
    assert {"name", "slug", "about", "client", "url"} <= set(listed[0])
