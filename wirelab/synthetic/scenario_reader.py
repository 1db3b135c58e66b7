"""A scenario from a Wire Lab file, checked whole.

Nothing is left to be found out while it plays: every fault is a ScenarioError that names file,
line and reason, and a scenario has a section for whatever input comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wirelab.errors import ScenarioError, SourceError
from wirelab.steps.bundled import scenario_names, scenario_path
from wirelab.steps.lines import split_lines
from wirelab.steps.step_codec import read_steps
from wirelab.synthetic.scenario import VERDICTS, Scenario
from wirelab.synthetic.scenario_draft import Draft

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wirelab.synthetic.scenario_draft import Fault

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes of the largest scenario that is loaded."""


class Checked(NamedTuple):
    """What a file came to: a scenario, or the faults in it, by line."""

    scenario: Scenario | None
    faults: Sequence[Fault] = ()


def load_scenario(name: str, path: Path) -> Scenario:
    """The scenario in a file. Raises ScenarioError."""
    return read_scenario(name, _content(path), f"{path.parent.name}/{path.name}")


def check_file(path: Path) -> Checked:
    """The scenario in a file, or everything that is wrong with it. Raises ScenarioError for a file
    that cannot be read, or is no Wire Lab file."""
    return check_scenario(path.stem, _content(path), str(path))


def load_bundled() -> dict[str, Scenario]:
    """The scenarios of Wire Lab itself, by name, the clean ones first. Raises ScenarioError."""
    loaded = [load_scenario(name, scenario_path(name)) for name in scenario_names()]
    loaded.sort(key=lambda scenario: (VERDICTS.index(scenario.verdict), scenario.name))
    return {scenario.name: scenario for scenario in loaded}


def read_scenario(name: str, content: bytes, source: str) -> Scenario:
    """The scenario that ``content`` holds; ``source`` names it in errors. Raises ScenarioError."""
    scenario, faults = check_scenario(name, content, source)
    if scenario is None:
        first = faults[0]
        raise ScenarioError(f"{source} line {first.line}: {first.reason}")
    return scenario


def check_scenario(name: str, content: bytes, source: str) -> Checked:
    """As ``read_scenario``, with every fault in its lines instead of the first as an error."""
    draft = Draft()
    try:
        for item in read_steps(split_lines([content]), source):
            draft.take(item)
    except SourceError as error:
        raise ScenarioError(str(error)) from None
    scenario = draft.finish(name)
    return Checked(scenario, draft.faults)


def _content(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise ScenarioError(f"{path} is no file")
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ScenarioError(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > LARGEST_FILE:
        most = LARGEST_FILE // 1024**2
        raise ScenarioError(f"{path} is too large for a scenario: {most} MB at most")
    return content
