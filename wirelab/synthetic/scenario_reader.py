"""A scenario from a Wire Lab file, checked whole.

Nothing is left to be found out while it plays: every fault is a ScenarioError that names file,
line and reason, and a scenario has a section for whatever input comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wirelab.errors import ScenarioError, SourceError
from wirelab.steps.bundled import scenario_names, scenario_path
from wirelab.steps.lines import split_lines
from wirelab.steps.step import BadLine, EventStep, Header, RunStep, Step
from wirelab.steps.step_codec import read_steps
from wirelab.synthetic.capabilities import capabilities_of
from wirelab.synthetic.placeholders import placeholders_in
from wirelab.synthetic.scenario import VERDICTS, Scenario, Section
from wirelab.synthetic.scenario_lines import check_header, cue_of, section_of
from wirelab.synthetic.sources import LineError

if TYPE_CHECKING:
    from pathlib import Path

    from wirelab.steps.step import Line


def load_scenario(name: str, path: Path) -> Scenario:
    """The scenario in a file. Raises ScenarioError."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ScenarioError(f"{path} cannot be read: {error.strerror}") from None
    return read_scenario(name, content, f"{path.parent.name}/{path.name}")


def load_bundled() -> dict[str, Scenario]:
    """The scenarios of Wire Lab itself, by name, the clean ones first. Raises ScenarioError."""
    loaded = [load_scenario(name, scenario_path(name)) for name in scenario_names()]
    loaded.sort(key=lambda scenario: (VERDICTS.index(scenario.verdict), scenario.name))
    return {scenario.name: scenario for scenario in loaded}


def read_scenario(name: str, content: bytes, source: str) -> Scenario:
    """The scenario that ``content`` holds; ``source`` names it in errors. Raises ScenarioError."""
    draft = _Draft()
    try:
        for item in read_steps(split_lines([content]), source):
            draft.take(item)
        return draft.finish(name)
    except LineError as fault:
        raise ScenarioError(f"{source} line {draft.line}: {fault}") from None
    except SourceError as error:
        raise ScenarioError(str(error)) from None


class _Draft:
    """A scenario while its lines are read; a fault is about ``line``, the one taken last."""

    def __init__(self) -> None:
        self.line = 1
        self._title = ""
        self._header: dict[str, Any] = {}
        self._sections: list[Section] = []
        self._payloads: list[dict[str, Any]] = []

    def take(self, item: Line) -> None:
        """Take the next line."""
        if isinstance(item, Header):
            check_header(item)
            self._title, self._header = item.title, item.extra
            return
        self.line = item.line
        match item:
            case BadLine():
                raise LineError(item.reason)
            case RunStep():
                if self._sections and self._sections[-1].always_holds:
                    raise LineError("the section before is for any input; this one never plays")
                self._sections.append(section_of(item))
            case Step():
                self._add_cue(item)

    def _add_cue(self, step: Step) -> None:
        if not self._sections:
            self._sections.append(Section())
        section = self._sections[-1]
        self._sections[-1] = replace(section, cues=(*section.cues, cue_of(step, section)))
        if isinstance(step, EventStep):
            self._payloads.append(step.payload)

    def finish(self, name: str) -> Scenario:
        """The scenario, once all lines are taken."""
        if not self._sections or not self._sections[-1].always_holds:
            raise LineError('the last section must be for any input: {"run":{"when":"always"}}')
        interrupts = frozenset(_names_made_for("id", self._payloads))
        waits_for_resume = any("resume" in name for part in self._sections for name in part.when)
        if waits_for_resume and not interrupts:
            raise LineError("a section waits for a resume, but no run ends with an interrupt")
        about = self._header["about"]
        said = self._header.get("capabilities", {})
        return Scenario(
            name=name,
            title=self._title or name,
            about=about,
            verdict=self._header["verdict"],
            findings=tuple(self._header.get("findings", ())),
            sections=tuple(self._sections),
            interrupts=interrupts,
            waits=frozenset(_names_made_for("toolCallId", self._payloads)),
            capabilities=capabilities_of(name, about, self._payloads, said),
        )


def _names_made_for(member: str, payloads: list[dict[str, Any]]) -> Iterator[str]:
    """The names under which ids are made for a member of interrupts."""
    for payload in payloads:
        outcome = payload.get("outcome")
        interrupts = outcome.get("interrupts") if isinstance(outcome, dict) else None
        for interrupt in interrupts if isinstance(interrupts, list) else ():
            made = interrupt.get(member) if isinstance(interrupt, dict) else None
            for placeholder in placeholders_in(made):
                yield from (
                    expression.argument
                    for expression in placeholder.expressions
                    if expression.text.startswith("new:")
                )
