"""What of a document are known component payloads (A2UI, MCP apps): a line each, below its head.

Looked for anew only where the document is another; gone where there are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.widgets import Static

from wirelab.tui.paint import ACCENT, FAINT, line
from wirelab.views.component_payloads import components_in
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.views.component_payloads import Component

_MOST = 4


class ComponentNames(Static):
    """version: tells one document from another."""

    _version: object = None

    def on_mount(self) -> None:
        self.display = False

    def show(self, document: Any, version: object) -> None:
        if version == self._version:
            return
        self._version = version
        found = components_in(document)
        lines = [_named(each) for each in found[:_MOST]]
        if len(found) > _MOST:
            lines[-1:] = [Content.styled(f"… and {len(found) - _MOST + 1} more", FAINT)]
        self.update(Content("\n").join(lines))
        self.display = bool(lines)


def _named(component: Component) -> Content:
    """``◫ A2UI surface main (v0.9)  at /ui/0 · createSurface  catalog …``."""
    where = f"  at {safe(component.pointer, 120)}" if component.pointer else ""
    parts = f" · {' · '.join(component.parts[:3])}" if component.parts else ""
    return line(("◫ ", ACCENT), (component.name, ACCENT), (where, FAINT), (parts, FAINT))
