"""An activity as the widget it is: its type, how often it changed, its content as it is now.

A plan is a checklist; anything else a tree, with what the last patch changed marked. A patch that
was not applied says why; the content is then what it was before.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.tui.pages.change_rows import marks_of
from wirelab.tui.pages.component_lines import component_lines
from wirelab.tui.pages.marks import owned
from wirelab.tui.paint import ACCENT, FAINT, NAME, WARNING, line
from wirelab.tui.widgets.json_rows import json_lines
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.checklist import Checklist, checklist_in
from wirelab.views.component_payloads import components_in
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.projections.messages import Message
    from wirelab.tui.pages.reading import Reading
    from wirelab.views.activity_changes import ActivityChange

_MOST_JSON_LINES = 16
_MOST_ITEMS = 30
_STATE_STYLES = {"✔": FAINT, "▶": ACCENT, "✖": WARNING}


def activity_version(message: Message, reading: Reading) -> Hashable:
    change = reading.activities.of(message.id, reading.moment.event)
    return change.last.seq if change is not None else None


def activity_lines(
    message: Message, owner: str, label: Content, width: int, reading: Reading
) -> list[Content]:
    change = reading.activities.of(message.id, reading.moment.event)
    title = line(
        (safe(message.activity_type or "activity", 60), f"{NAME} bold"),
        (_told(change), FAINT),
        owned(owner),
    )
    lines = wrap_lines([title], width, first=label)
    indent = Content(" " * label.cell_length)
    room = max(width - label.cell_length, 8)
    if change is not None and change.refusal is not None:
        kind = "delta" if change.last.type == "ACTIVITY_DELTA" else "snapshot"
        said = f"{kind} of event {change.last.seq} not applied: {safe(change.refusal.subject, 300)}"
        lines += wrap_text(said, width, style=WARNING, first=indent + Content.styled("▲ ", WARNING))
    return lines + [indent + each for each in _content(message.body, change, room)]


def _told(change: ActivityChange | None) -> str:
    if change is None:
        return "  restated"
    changes = counted(change.count - 1, "update") if change.count > 1 else "no update yet"
    return f"  {changes} · last event {change.last.seq}"


def _content(content: Any, change: ActivityChange | None, width: int) -> list[Content]:
    lines = component_lines(components_in(content), width)
    marks = _marks(content, change)
    plan = checklist_in(content)
    if plan is None:
        return lines + _tree(content, width, marks)
    rest = {name: value for name, value in content.items() if name != plan.member}
    return lines + (_tree(rest, width, marks) if rest else []) + _checklist(plan, marks, width)


def _marks(content: Any, change: ActivityChange | None) -> dict[str, str]:
    """What the last patch changed, by pointer; nothing after a snapshot or a refusal."""
    if change is None or change.refusal is not None:
        return {}
    patch = change.last.payload.get("patch")
    return marks_of(patch, change.last.seq, content) if isinstance(patch, list) else {}


def _tree(content: Any, width: int, marks: dict[str, str]) -> list[Content]:
    """The members of an object without the line for the object itself."""
    lines = json_lines(content, width, _MOST_JSON_LINES, marks)
    bare = isinstance(content, dict) and content
    if not bare:
        return lines
    return [each[2:] if each.plain.startswith("  ") else each for each in lines[1:]]


def _checklist(plan: Checklist, marks: dict[str, str], width: int) -> list[Content]:
    lines: list[Content] = []
    for item in plan.items[:_MOST_ITEMS]:
        style = _STATE_STYLES.get(item.sign, "")
        place = f"/{plan.member}/{item.at}"
        mark = next((said for at, said in marks.items() if f"{at}/".startswith(place + "/")), "")
        said = line(
            item.label, (f"  {item.state}", FAINT), (f"  ← {safe(mark)}" if mark else "", ACCENT)
        )
        lines += wrap_lines([said], width, first=Content.styled(f"{item.sign} ", style))
    if plan.count > _MOST_ITEMS:
        lines.append(Content.styled(f"… {plan.count - _MOST_ITEMS} more", FAINT))
    return lines
