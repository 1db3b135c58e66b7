"""A golden stream as text: plain events, one a line, reduced to what is compared."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from wirelab.exports.json_report import json_text
from wirelab.session.meaning import named_ids


def golden_text(meant: list[dict[str, Any]], ignored: Collection[str]) -> str:
    """The text of a meaning; ids that are ignored are named by what they are."""
    events = named_ids(meant) if "ids" in ignored else meant
    return "".join(f"{json_text(event, None)}\n" for event in events)
