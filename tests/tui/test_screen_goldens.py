"""The screens in goldens/ are what the bench paints of the bundled recordings, to the letter."""

from __future__ import annotations

import pytest

from tests.tui.screen_goldens import FOLDER, SCREENS, screen_of


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_is_the_golden_one(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert screen_of(name, golden) == golden, "python -m tests.tui.screen_goldens writes it anew"


def test_every_golden_is_of_a_screen() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCREENS)
