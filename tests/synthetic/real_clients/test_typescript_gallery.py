"""The official TypeScript client meets the broken gallery: it fails where we say a client fails.

Where it does something else, a second opinion of ours (``REF...``) must have said so; the few
other differences stand here, each with its reason.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.synthetic.conversation import hello
from tests.synthetic.faults.test_faults import observed
from tests.synthetic.real_clients.npm_package import told_by
from wirelab.session.session import Session
from wirelab.synthetic.gallery import gallery

BROKEN = [each.name for each in gallery()]
USER = hello()["messages"][0]

NOT_SHARED = {
    "broken/RSN006": "encryptedValueType is new in 1.1; this client speaks 1.0 and strips it",
    "broken/VER003": "it makes up an id at random for a span that names none",
    "broken/WIR009": "the depth we read is a limit of our own; it has none",
    "broken/WIR011": "it decodes protobuf, which we only show",
}
"""Differences that are no opinion on the stream."""

SILENT = {
    "REF001": "it says nothing of a truncated run, where for us there is an error",
    "REF005": "it says nothing of an answer without events, where for us there is an error",
    "REF018": "it says nothing of a late announcement, where for us there is an error",
    "REF020": "about httpx-sse",
}
"""Second opinions that make no difference in what this client has."""


@pytest.fixture(scope="module")
def had(typescript: Path, agent_url: str) -> dict[str, Any]:
    """What it had after one run of each stream, by name."""
    asked = [
        {"url": f"{agent_url}/{name}", "threadId": "t-1", "turns": [{"say": USER["content"]}]}
        for name in BROKEN
    ]
    question = {"client": "@ag-ui/client", "conversations": asked}
    told = told_by(typescript / "converse.mjs", question)
    return {name: turns[0] for name, turns in zip(BROKEN, told, strict=True)}


def ours(url: str) -> Session:
    """The same as the judge sees it, the input being what this client sends."""
    unsaid: dict[str, Any] = {"state": {}, "tools": [], "context": [], "forwardedProps": {}}
    return observed(url, hello(protocolVersion="1.0", **unsaid))


def agrees(had: dict[str, Any], session: Session) -> bool:
    """Whether it failed where we reject, or else ended with what we say it has.

    What it had when it failed depends on how the bytes fell into reads: of the one that holds the
    offending event, its application may see nothing.
    """
    fatal = any(finding.fatal for finding in session.findings)
    if (had["error"] is not None) != fatal:
        return False
    seen, delivered = had["events"], [event["type"] for event in session.delivered]
    if fatal:
        return bool(seen == delivered[: len(seen)])
    holds = (had["messages"], had["state"]) == (session.messages, session.state)
    return seen == delivered and holds


@pytest.mark.parametrize("name", BROKEN)
def test_it_fails_where_we_say(name: str, had: dict[str, Any], agent_url: str) -> None:
    session = ours(f"{agent_url}/{name}")
    opinions = [finding.code for finding in session.findings if finding.opinion]
    same = agrees(had[name], session)
    if name in NOT_SHARED:
        assert not same, f"no longer a difference: {NOT_SHARED[name]}"
    else:
        assert same == (set(opinions) <= SILENT.keys()), had[name]


def test_it_says_nothing_of_a_truncated_run(had: dict[str, Any]) -> None:
    """What REF001 and REF005 say: no error, and no event that ends a run."""
    for name in ("broken/RUN006", "broken/RUN019", "broken/HTP001"):
        assert had[name]["error"] is None
        assert not {"RUN_FINISHED", "RUN_ERROR"} & set(had[name]["events"])


def test_a_broken_connection_leaves_a_rejection_that_nobody_can_catch(had: dict[str, Any]) -> None:
    """Beside the error that the call gives; by default Node ends the process over it."""
    left = {name: each["uncaught"] for name, each in had.items() if each["uncaught"]}
    assert left == {"broken/WIR010": ["terminated"]}
