"""``--theme``: how the bench looks this time; the palette's choice is for good."""

from __future__ import annotations

import os
from typing import Annotated, TypeAlias

import typer

from wirelab.cli.choices import one_of

THEMES = ("dark", "light", "contrast")
VARIABLE = "WIRELAB_THEME"

ThemeOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--theme", metavar="|".join(THEMES), help="How the TUI looks, this time."),
]


def wear(theme: str | None) -> None:
    """Let every bench of this process look so. Raises UsageError for a theme there is not."""
    if theme is not None:
        os.environ[VARIABLE] = one_of("--theme", theme, THEMES)
