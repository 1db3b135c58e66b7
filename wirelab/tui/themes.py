"""The bench's own themes: dark, light and high contrast; the one last chosen is remembered, and
``$WIRELAB_THEME`` (dark, light, contrast) goes before it.

In each of them every colour of ``paint`` is readable on every background it stands on (WCAG AA;
AAA in high contrast, where the selected row is shown reversed). Textual's themes can be chosen too.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any

from textual.theme import Theme

from wirelab.tui.state_folder import state_folder, write_private

if TYPE_CHECKING:
    from textual.app import App

DARK = Theme(
    name="wirelab-dark",
    primary="#0178D4",
    secondary="#6FA8CF",
    accent="#FFA62B",
    warning="#FFA62B",
    error="#BA3C5B",
    success="#4EBF71",
    foreground="#E0E0E0",
    background="#121212",
    surface="#1B1B1B",
    panel="#242F38",
    variables={
        "foreground-muted": "#A9A9A9",
        "text-primary": "#7DBDF0",
        "text-secondary": "#9CC3DE",
        "text-accent": "#FFC473",
        "text-error": "#F4ABBB",
        "text-warning": "#FFC473",
        "text-success": "#8AD4A1",
        "block-cursor-background": "#1D4A73",
        "block-cursor-blurred-background": "#1F2B36",
        "block-cursor-blurred-text-style": "bold",
    },
)
LIGHT = Theme(
    name="wirelab-light",
    primary="#004578",
    secondary="#0178D4",
    accent="#8A4B00",
    warning="#8A4B00",
    error="#9B1C3C",
    success="#1F6B36",
    foreground="#1B1B1B",
    background="#F4F4F4",
    surface="#EAEAEA",
    panel="#DDE3E8",
    dark=False,
    variables={
        "foreground-muted": "#545454",
        "text-primary": "#003D6B",
        "text-secondary": "#00508C",
        "text-accent": "#7A4300",
        "text-error": "#8F1836",
        "text-warning": "#7A4300",
        "text-success": "#1A5C2E",
        "block-cursor-background": "#A9CBEA",
        "block-cursor-blurred-background": "#DCE5EC",
        "block-cursor-blurred-text-style": "bold",
    },
)
CONTRAST = Theme(
    name="wirelab-contrast",
    primary="#7FD4FF",
    secondary="#E0B8FF",
    accent="#FFD75F",
    warning="#FFE14D",
    error="#FF9C9C",
    success="#7CFF9B",
    foreground="#FFFFFF",
    background="#000000",
    surface="#000000",
    panel="#000000",
    variables={
        "foreground-muted": "#D0D0D0",
        "text-primary": "#7FD4FF",
        "text-secondary": "#E0B8FF",
        "text-accent": "#FFD75F",
        "text-error": "#FF9C9C",
        "text-warning": "#FFE14D",
        "text-success": "#7CFF9B",
        "border": "#FFFFFF",
        "block-cursor-background": "#000000",
        "block-cursor-text-style": "bold reverse",
        "block-cursor-blurred-background": "#000000",
        "block-cursor-blurred-text-style": "bold underline",
    },
)
OWN = (DARK, LIGHT, CONTRAST)


def dress(app: App[Any]) -> None:
    """Give an app the themes, and the one last chosen; remember what is chosen from now on."""
    for theme in OWN:
        app.register_theme(theme)
    asked = os.environ.get("WIRELAB_THEME")
    wanted = f"wirelab-{asked}" if asked else os.environ.get("TEXTUAL_THEME") or _remembered()
    app.theme = wanted if wanted in app.available_themes else DARK.name


def remember(name: str) -> None:
    """Keep a theme's name for the next time; without a place for it, only this bench has it."""
    if name != _remembered():
        with contextlib.suppress(OSError, RuntimeError):
            write_private(state_folder() / "theme", name.encode())


def _remembered() -> str:
    try:
        return (state_folder() / "theme").read_text(encoding="utf-8", errors="replace").strip()
    except (OSError, RuntimeError):
        return ""
