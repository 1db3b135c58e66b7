"""The synthetic agent over a real loopback socket, once for all tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.scenario_reader import load_bundled
from wirelab.synthetic.serving import running_agent


@pytest.fixture(scope="session")
def scenarios() -> dict[str, Scenario]:
    return load_bundled()


@pytest.fixture(scope="session")
def agent_url(scenarios: dict[str, Scenario]) -> Iterator[str]:
    """The base URL of an agent that makes no pauses."""
    with running_agent(scenarios=scenarios, speed=None) as url:
        yield url
