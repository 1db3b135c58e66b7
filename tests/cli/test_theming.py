from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from wirelab.cli.theming import THEMES, VARIABLE, wear
from wirelab.tui.start.app import StartApp
from wirelab.tui.themes import OWN


def test_every_own_theme_has_a_word() -> None:
    assert {f"wirelab-{name}" for name in THEMES} == {theme.name for theme in OWN}


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_is_worn_and_not_remembered(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv(VARIABLE, "")
    wear(name)
    assert StartApp([]).theme == f"wirelab-{name}"
    monkeypatch.setenv(VARIABLE, "")
    assert StartApp([]).theme != "wirelab-contrast"


@pytest.mark.parametrize(
    "words",
    [
        ["observe", "http://127.0.0.1:9/", "--theme", "lihgt"],
        ["replay", "chat", "--theme", "lihgt"],
        ["demo", "--theme", "lihgt"],
        ["--theme", "lihgt", "demo"],
    ],
)
def test_a_theme_there_is_not_is_one_sentence(cli: Cli, words: list[str]) -> None:
    ran = cli(*words)
    assert ran.code == 2
    assert "--theme lihgt is not known; did you mean light? known: dark, light" in ran.err
    assert ran.err.count("\n") == 1
