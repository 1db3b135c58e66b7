"""The changes of the state as rows, and the marks a delta leaves in the document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.tui.paint import ACCENT, FAINT, NAME, WARNING, line
from wirelab.views.brief_json import brief
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.views.state_history import Change, StateHistory

_WORDS = {"add": "+ new", "move": "+ moved here", "copy": "+ copied", "replace": "~ changed"}
_MOST_MARKS = 500


class ChangeRows:
    """All changes, one operation a row; those behind the cursor are set off as later ones.

    marked: the row that holds at the point a person marked, which an ``A`` names; -1 of none.
    """

    def __init__(self, history: StateHistory, event: int, marked: int = -1) -> None:
        self.history = history
        self._event = event
        self._marked = marked

    def __len__(self) -> int:
        return len(self.history)

    def draw(self, index: int, width: int) -> Content:
        change = self.history.change(index)
        number = f"{change.event:>5} " if change.first else " " * 6
        sign = Content.styled("▲", WARNING) if change.refused else Content(" ")
        if index == self._marked:
            sign = Content.styled("A", ACCENT)
        if change.event <= self._event:
            return line(sign, (number, FAINT), _said(change))
        later = sign.plain if index == self._marked else "»"
        return Content.styled(f"{later}{number}{_said(change).plain}", FAINT)


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
    """What a delta did, as signs and words by the pointer they belong to in the document after it.

    Of a patch of very many operations the first are marked.
    """
    marks: dict[str, str] = {}
    for operation in operations[:_MOST_MARKS]:
        if not isinstance(operation, dict) or not isinstance(operation.get("path"), str):
            continue
        path, op = operation["path"], operation.get("op")
        if op == "test":
            continue
        if op == "remove":
            place, _, name = path.rpartition("/")
            words = f"- removed {_unescaped(name)}"
        else:
            place, words = _resolved(path, document), _WORDS.get(str(op), "~ changed")
        before = marks.get(place)
        marks[place] = f"{before}, {words}" if before else f"{seq} {words}"
    return marks


def _unescaped(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")


def _resolved(path: str, document: Any) -> str:
    """``/items/-`` as the index the item got."""
    if not path.endswith("/-"):
        return path
    value: Any = document
    for token in path[1:-2].split("/") if len(path) > 2 else []:
        name = _unescaped(token)
        if isinstance(value, list):
            value = value[int(name)] if name.isdigit() and int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
    return f"{path[:-1]}{len(value) - 1}" if isinstance(value, list) else path
