"""Bundled files are found by name, with or without their ending, from any directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirelab.errors import ScenarioError, SourceError
from wirelab.steps import bundled


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package; a test says where scenarios and recordings lie."""
    package = tmp_path / "site-packages" / "wirelab"
    (package / "steps").mkdir(parents=True)
    monkeypatch.setattr(bundled, "files", lambda _: package / "steps")
    monkeypatch.chdir(tmp_path)
    return package


def _put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}")


@pytest.mark.parametrize("home", ["wirelab/bundled", "."], ids=["wheel", "checkout"])
def test_names_with_and_without_the_ending(package: Path, home: str) -> None:
    root = package.parent / home
    _put(root / "scenarios", "chat.jsonl", "broken/MSG002.jsonl", "notes.txt")
    _put(root / "recordings", "tool-call.jsonl")
    assert bundled.scenario_names() == ["broken/MSG002", "chat"]
    assert bundled.recording_names() == ["tool-call"]
    assert bundled.scenario_path("chat") == bundled.scenario_path("chat.jsonl")
    assert bundled.scenario_path("broken/MSG002").read_text() == "{}"
    assert bundled.recording_path("tool-call.jsonl").name == "tool-call.jsonl"


@pytest.mark.parametrize(
    "home", ["wirelab/bundled/cases", "tests/cases"], ids=["wheel", "checkout"]
)
def test_cases_are_found_by_the_code_of_their_rule(package: Path, home: str) -> None:
    _put(package.parent / home, "MSG002-message-not-open.jsonl", "MSG003-other.jsonl")
    found = bundled.cases_path("MSG002")
    assert found is not None
    assert found.name == "MSG002-message-not-open.jsonl"
    assert bundled.cases_path("MSG009") is None


def test_what_the_wheel_carries_goes_before_what_lies_beside_it(package: Path) -> None:
    _put(package / "bundled/scenarios", "chat.jsonl")
    _put(package.parent / "scenarios", "stranger.jsonl")
    assert bundled.scenario_names() == ["chat"]


def test_an_unknown_name_proposes_near_ones(package: Path) -> None:
    _put(package / "bundled/scenarios", "tool-call.jsonl", "chat.jsonl")
    with pytest.raises(
        ScenarioError, match='no scenario is called "tool-cal"; did you mean tool-call'
    ):
        bundled.scenario_path("tool-cal")
    with pytest.raises(SourceError, match=r'no recording is called "zzz"$'):
        bundled.recording_path("zzz")


def test_a_name_never_leads_out_of_its_folder(package: Path) -> None:
    _put(package / "bundled/scenarios", "chat.jsonl")
    _put(package / "bundled", "secret.jsonl")
    for name in ("../secret", str(package / "bundled/secret"), "./chat", ""):
        with pytest.raises(ScenarioError):
            bundled.scenario_path(name)
