"""For pytest: run an endpoint or an app in a test, and assert what its stream is worth.

Functions to import (``agui_stream``, ``assert_agui``, ``assert_agui_matches``), the same as
fixtures, and the fixture ``synthetic_agent``. ``--wirelab-record DIR`` keeps the streams of tests
that fail, ``--wirelab-update`` rewrites golden streams. Loading the plugin loads nothing else of
Wire Lab.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from wirelab.pytest_plugin import current_test
from wirelab.pytest_plugin.asserting import assert_agui
from wirelab.pytest_plugin.golden_streams import assert_agui_matches
from wirelab.pytest_plugin.running import agui_stream

if TYPE_CHECKING:
    from wirelab.session.session import Session

__all__ = ["agui_stream", "assert_agui", "assert_agui_matches"]


@pytest.fixture(name="agui_stream")
def _agui_stream() -> Callable[..., Session]:
    """The function ``agui_stream``."""
    return agui_stream


@pytest.fixture(name="assert_agui")
def _assert_agui() -> Callable[..., Session]:
    """The function ``assert_agui``."""
    return assert_agui


@pytest.fixture(name="assert_agui_matches")
def _assert_agui_matches() -> Callable[..., Session]:
    """The function ``assert_agui_matches``."""
    return assert_agui_matches


@pytest.fixture(scope="session")
def synthetic_agent() -> Iterator[str]:
    """The base URL of a synthetic agent that plays without pauses: POST to ``{url}/tool-call``."""
    from wirelab.synthetic.serving import running_agent

    with running_agent(speed=None) as base:
        yield base


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("wirelab", "AG-UI streams")
    group.addoption(
        "--wirelab-record", metavar="DIR", help="keep the streams of failed tests in this folder"
    )
    group.addoption(
        "--wirelab-update",
        action="store_true",
        help="rewrite the golden streams that assert_agui_matches finds different",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    current_test.begin(item)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    outcome: Any = yield
    current_test.end_of_phase(outcome.get_result())


@pytest.hookimpl(trylast=True)
def pytest_runtest_logfinish() -> None:
    current_test.end()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    written = current_test.golden_written(terminalreporter.stats)
    if written:
        terminalreporter.section("golden streams written")
        for path in written:
            terminalreporter.line(path)
