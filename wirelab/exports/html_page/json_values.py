"""JSON values for JavaScript: exact where its numbers are not, and small where little changed.

A number that a double does not hold is written ``{MARK: "its digits"}``. Changes are steps that
the page applies one after the other: ``["set", path, value]``, ``["add", path, value]`` (a member,
or an item before the one that stands there) and ``["del", path]``; a path is a list of tokens.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

from wirelab.protocol.json_pointer import parse
from wirelab.views.json_changes import ChangeKind, JsonChange, json_changes

MARK = "\ue000number"
_EXACT = 2**53
_MOST = 2000

Step: TypeAlias = list[Any]


def exact(value: Any) -> Any:
    """The value with those numbers marked that JavaScript would change; often itself."""
    if isinstance(value, dict):
        members = {name: exact(member) for name, member in value.items()}
        return members if any(members[name] is not value[name] for name in value) else value
    if isinstance(value, list):
        items = [exact(item) for item in value]
        return (
            items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        )
    if isinstance(value, float) and math.isinf(value):
        return {MARK: "1e999" if value > 0 else "-1e999"}
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _EXACT:
        return {MARK: str(value)}
    return value


def steps_between(before: Any, after: Any) -> list[Step]:
    """What makes one value of the other; none where they are equal as JSON."""
    found = json_changes(before, after, most=_MOST)
    if not found.complete or found.total > len(found.rows):
        return [["set", [], exact(after)]]
    gone = [each for each in found.rows if each.kind is ChangeKind.REMOVED]
    there = [each for each in found.rows if each.kind is not ChangeKind.REMOVED]
    return [_step(each) for each in (*reversed(gone), *there)]


def _step(change: JsonChange) -> Step:
    path = [*parse(change.pointer)]
    if change.kind is ChangeKind.REMOVED:
        return ["del", path]
    return ["add" if change.kind is ChangeKind.ADDED else "set", path, exact(change.after)]
