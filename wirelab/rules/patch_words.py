"""Why a patch was refused, in the words that the rules on state and activities share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.rules.habits import likely
from wirelab.rules.wording import quote

if TYPE_CHECKING:
    from wirelab.session.event import Departure

_NO_MEMBER = "there is no member "


def why_refused(departure: Departure) -> str:
    """``operation 0, replace "/steps": there is no member "steps"``, and a hint where one helps."""
    index = departure.pointer.rsplit("/", 1)[-1]
    operation, path = departure.detail["operation"], departure.detail["path"]
    words = f"operation {index}, {operation} {quote(path)}: {departure.subject}"
    if not departure.subject.startswith(_NO_MEMBER):
        return words
    missing = departure.subject.removeprefix(_NO_MEMBER)
    if missing != quote(path.rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~"), 42):
        return f"{words} to hold it"
    if operation == "replace":
        return f"{words} to replace{likely('first-update-replaces')}"
    return words
