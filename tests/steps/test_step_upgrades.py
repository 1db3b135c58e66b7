"""Old files become new ones a version at a time; every version left behind has its step."""

from __future__ import annotations

from wirelab.steps.step_upgrades import CURRENT, OLDEST, UPGRADES, Record, upgrade


def _rename(old: str, new: str) -> object:
    def step(record: Record) -> Record:
        return {new if key == old else key: value for key, value in record.items()}

    return step


def test_upgrades_are_applied_one_after_the_other_from_the_version_written() -> None:
    table = {1: _rename("a", "b"), 2: _rename("b", "c")}
    assert upgrade({"a": 1}, 1, current=3, upgrades=table) == {"c": 1}  # type: ignore[arg-type]
    assert upgrade({"b": 1}, 2, current=3, upgrades=table) == {"c": 1}  # type: ignore[arg-type]
    assert upgrade({"a": 1}, 3, current=3, upgrades=table) == {"a": 1}  # type: ignore[arg-type]


def test_no_version_that_can_be_met_is_without_its_upgrade() -> None:
    assert set(UPGRADES) == set(range(OLDEST, CURRENT))
