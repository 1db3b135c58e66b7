"""A stream whose every text tries to be more than text, and the outcomes of some streams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.views.streams import EOF, RUN_FINISHED, RUN_STARTED, inspected, sent
from wirelab.exports import FORMATS, Outcome
from wirelab.rules.finding import Severity

HOSTILE = (
    "@octocat #1 <img src=x onerror=y> [a](https://evil.test) https://evil.test **b** | `c` ``d`` "
    "]]> <!-- &amp; \x1b[31m \x00 \ufffe \ud83d \u202e\n::error::x\r\n%0A::stop-commands::y "
    "[[ATTACHMENT|/etc/passwd]] :tada: {0} $x$"
)


def lost(message_id: str) -> dict[str, Any]:
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": message_id, "delta": "x"}


def outcome(*events: dict[str, Any], name: str = "x.sse", **more: Any) -> Outcome:
    session = inspected(*map(sent, (RUN_STARTED, *events, RUN_FINISHED)), EOF)
    return Outcome(name, "sse", session, file=name, **more)


def hostile_outcome() -> Outcome:
    """Rejected, over a name, ids, types and pointers that are all hostile."""
    events = [
        lost(HOSTILE),
        {"type": HOSTILE},
        {"type": "CUSTOM", "name": "a.b", "value": 1, HOSTILE: 1},
    ]
    made = outcome(*events, name=f"a b|{HOSTILE}.jsonl")
    made.error = None
    return made


def written(format: str, *outcomes: Outcome, several: bool = True) -> str:
    return "".join(text for text, _ in FORMATS[format](outcomes, several, []))


def five_findings(**more: Any) -> Outcome:
    """Two notes, a warning and two errors, found in that order."""
    late = {"type": "CUSTOM", "name": "nameless", "value": 1}
    also = {"type": "CUSTOM", "name": "nameless2", "value": 1}
    return outcome(late, also, {"type": "NEW"}, lost("m-1"), lost("m-2"), **more)


def unread(name: str = "gone.jsonl") -> Outcome:
    return Outcome(name, error=f"{name}: no such file")


def lines_of(spots: Any) -> dict[tuple[str, int], int]:
    """A file in which everything is at the line of its number and ten."""
    return {spot: spot[1] + 10 for spot in spots}


RECORDINGS = Path(__file__).parents[2] / "recordings"
ERROR, WARNING, NOTE = Severity
