"""Known component payloads (A2UI, MCP apps) as lines: the name, and what each part of it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.paint import ACCENT, FAINT, line
from wirelab.tui.wrapping import wrap_lines
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.views.component_payloads import Component

_MOST_PARTS = 12


def component_lines(components: list[Component], width: int) -> list[Content]:
    """Each payload by its name, its place in the value, and its parts below it."""
    lines: list[Content] = []
    for component in components:
        at = (f"  at {safe(component.pointer, 120)}", FAINT) if component.pointer else ""
        head = line(("◫ ", ACCENT), (component.name, ACCENT), at)
        parts = [Content(part) for part in component.parts[:_MOST_PARTS]]
        if len(component.parts) > _MOST_PARTS:
            said = f"… {len(component.parts) - _MOST_PARTS} more"
            parts.append(Content.styled(said, FAINT))
        lines += wrap_lines([head], width, rest=Content("  "))
        for part in parts:
            lines += wrap_lines([part], width, first=Content("  · "), rest=Content("    "))
    return lines
