"""The page of agui-inspector, in headless Chromium, runs the scenarios a person can just ask for.

What its conversation and its state show must be what our judge says a client has, and where it
reports a fault of order, ours does.
"""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from tests.synthetic.real_clients.conversations import CONVERSATIONS, scenario_of
from tests.synthetic.real_clients.npm_package import npm_package, told_by
from tests.synthetic.real_clients.overheard import Overheard
from tests.synthetic.real_clients.python_package import python_files
from wirelab.session.session import Session
from wirelab.synthetic.agent import Agent
from wirelab.synthetic.app import create_app
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.serving import running_app

SOURCE = Path(__file__).parent / "inspector"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ASKED = {
    name: turns for name, turns in CONVERSATIONS.items() if all("say" in turn for turn in turns)
}
SHOWN = ("user", "assistant", "reasoning")


class Page:
    """What the page showed of each conversation, and what went over the wire."""

    def __init__(self, app: Overheard, told: list[Any]) -> None:
        self._app = app
        self.shown = dict(zip(ASKED, told, strict=True))

    def ours(self, name: str) -> Session:
        (thread,) = self._app.threads(f"/{scenario_of(name)}")
        return self._app.after(thread, len(ASKED[name]))


@pytest.fixture(scope="module")
def page(
    tmp_path_factory: pytest.TempPathFactory, scenarios: dict[str, Scenario]
) -> Iterator[Page]:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.skip("real client not tried: there is no Chromium on this machine")
    driver = npm_package(SOURCE, tmp_path_factory.mktemp("inspector"))
    files = python_files("agui-inspector==0.2.0", tmp_path_factory.mktemp("inspector-page"))
    app = Overheard(create_app(Agent(scenarios, None, (), None)))
    with running_app(with_inspector(files, app)) as url:
        asked = [{"path": f"/{scenario_of(name)}", "turns": turns} for name, turns in ASKED.items()]
        question = {"browser": browser, "page": f"{url}/inspector/", "conversations": asked}
        yield Page(app, told_by(driver / "converse.mjs", question))


def with_inspector(files: Path, app: Overheard) -> Starlette:
    """The agent, and the inspector's page as it is mounted in an application."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(files))
        inspector = importlib.import_module("agui_inspector")
    outer = Starlette()
    agents = [inspector.Agent(id="any", url="/any")]
    inspector.mount_inspector(outer, agents=agents, enabled=True, path="/inspector")
    outer.router.routes.append(Mount("/", app=app))
    return outer


@pytest.mark.parametrize("name", ASKED)
def test_its_conversation_shows_what_we_say(page: Page, name: str) -> None:
    """In this order, but for what is a subagent's: that stands in a lane of its own."""
    text, at = page.shown[name]["conversation"], 0
    for message in page.ours(name).messages:
        if message["role"] not in SHOWN or not message.get("content"):
            continue
        if "subagentRunId" in message:
            assert message["content"] in text
        else:
            at = text.index(message["content"], at) + 1


@pytest.mark.parametrize("name", ASKED)
def test_its_state_is_what_we_say(page: Page, name: str) -> None:
    assert page.shown[name]["state"] == page.ours(name).state


@pytest.mark.parametrize("name", ASKED)
def test_it_reports_a_fault_of_order_where_we_do(page: Page, name: str) -> None:
    rejected = page.ours(name).verdict == "rejected"
    assert ("sequence." in page.shown[name]["issues"]) == rejected
