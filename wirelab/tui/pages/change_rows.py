"""The changes of the state as rows, and the marks a delta leaves in the document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.tui.paint import ACCENT, FAINT, NAME, WARNING, line
from wirelab.views.brief_json import brief
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.tui.state_history import Change, StateHistory

_WORDS = {"add": "new", "move": "moved", "copy": "copied"}


class ChangeRows:
    """All changes, one operation a row; those behind the cursor are set off as later ones."""

    def __init__(self, history: StateHistory, event: int) -> None:
        self.history = history
        self._event = event

    def __len__(self) -> int:
        return len(self.history)

    def draw(self, index: int, width: int) -> Content:
        change = self.history.change(index)
        number = f"{change.event:>5} " if change.first else " " * 6
        if change.event > self._event:
            return Content.styled(f"»{number}{_said(change).plain}", FAINT)
        sign = Content.styled("▲", WARNING) if change.refused else Content(" ")
        return line(sign, (number, FAINT), _said(change))


def _said(change: Change) -> Content:
    if change.is_snapshot:
        return line(("snapshot ", NAME), brief(change.snapshot, 200))
    said = _operation(change.operation)
    if change.refused:
        return line(("not applied: ", WARNING), safe(change.refused, 200), (" · ", FAINT), said)
    return line(said, (" (not applied with it)", FAINT)) if change.dropped else said


def _operation(operation: Any) -> Content:
    if not isinstance(operation, dict):
        return Content("no operation" if operation is None else brief(operation))
    op, path = operation.get("op"), operation.get("path")
    parts = [line((_word(op), ACCENT), " ", _word(path))]
    if "from" in operation:
        parts.append(line((" from ", FAINT), _word(operation["from"])))
    if "value" in operation:
        parts.append(line(" ", (brief(operation["value"], 200), FAINT)))
    return line(*parts)


def _word(value: Any) -> str:
    return safe(value, 120) if isinstance(value, str) else brief(value, 60)


def marks_of(operations: list[Any], seq: int, document: Any) -> dict[str, str]:
    """What a delta did, as words by the pointer they belong to in the document after it."""
    marks: dict[str, str] = {}
    for operation in operations:
        if not isinstance(operation, dict) or not isinstance(operation.get("path"), str):
            continue
        path, op = operation["path"], operation.get("op")
        if op == "test":
            continue
        if op == "remove":
            place, _, name = path.rpartition("/")
            words = f"removed {name}"
        else:
            place = _resolved(path, document)
            words = _WORDS.get(str(op), "")
        before = marks.get(place)
        marks[place] = f"{before}, {words or 'replaced'}" if before else f"{seq} {words}".strip()
    return marks


def _resolved(path: str, document: Any) -> str:
    """``/items/-`` as the index the item got."""
    if not path.endswith("/-"):
        return path
    value: Any = document
    for token in path[1:-2].split("/") if len(path) > 2 else []:
        name = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            value = value[int(name)] if name.isdigit() and int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
    return f"{path[:-1]}{len(value) - 1}" if isinstance(value, list) else path
