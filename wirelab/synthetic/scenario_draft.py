"""A scenario while its lines are read: what they came to so far, and every fault in them.

A fault does not hide the next: only what hangs on a broken line is not judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from wirelab.steps.step import BadLine, EventStep, FileKind, Header, RunStep, Step
from wirelab.synthetic.capabilities import capabilities_of
from wirelab.synthetic.placeholders import placeholders_in
from wirelab.synthetic.scenario import Cue, Scenario, Section
from wirelab.synthetic.scenario_lines import check_header, cue_of, section_of
from wirelab.synthetic.sources import LineError
from wirelab.synthetic.stretch import joined

if TYPE_CHECKING:
    from wirelab.steps.step import Line

_MOST_FAULTS = 100


class Fault(NamedTuple):
    """What is wrong in a line, counted from 1."""

    line: int
    reason: str


@dataclass(slots=True)
class _Part:
    """A section and the cues it has so far; ``broken`` where its own line could not be read."""

    section: Section
    broken: bool = False
    cues: list[Cue] = field(default_factory=list)

    @property
    def always_holds(self) -> bool:
        return not self.broken and self.section.always_holds


class Draft:
    """Takes the lines of a file in order, then makes the scenario.

    faults: those found so far; a reader that finds very many stops looking.
    """

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._line = 1
        self._header = Header(FileKind.SCENARIO, 1)
        self._parts: list[_Part] = []
        self._payloads: list[dict[str, Any]] = []

    def take(self, item: Line) -> None:
        """Take the next line."""
        if self._header.kind is not FileKind.SCENARIO or len(self.faults) >= _MOST_FAULTS:
            return
        self._line = 1 if isinstance(item, Header) else item.line
        try:
            self._take(item)
        except LineError as fault:
            self.faults.append(Fault(self._line, str(fault)))

    def finish(self, name: str) -> Scenario | None:
        """The scenario, once all lines are taken; None where there are faults."""
        try:
            return self._finish(name)
        except LineError as fault:
            self.faults.append(Fault(self._line, str(fault)))
            return None

    def _take(self, item: Line) -> None:
        match item:
            case Header():
                self._header = item
                check_header(item)
            case BadLine():
                raise LineError(item.reason)
            case RunStep():
                self._begin_section(item)
            case Step():
                self._add_cue(item)

    def _begin_section(self, step: RunStep) -> None:
        follows_all = bool(self._parts) and self._parts[-1].always_holds
        self._parts.append(_Part(Section(), broken=True))
        if follows_all:
            raise LineError("the section before is for any input; this one never plays")
        self._parts[-1] = _Part(section_of(step))

    def _add_cue(self, step: Step) -> None:
        if not self._parts:
            self._parts.append(_Part(Section()))
        part = self._parts[-1]
        if isinstance(step, EventStep):
            self._payloads.append(step.payload)
        if not part.broken:
            part.cues.append(cue_of(step, part.section))

    def _finish(self, name: str) -> Scenario | None:
        whole = self._parts and (self._parts[-1].broken or self._parts[-1].always_holds)
        if not whole and not (self.faults and not self._parts):
            raise LineError('the last section must be for any input: {"run":{"when":"always"}}')
        if self.faults:
            return None
        interrupts = frozenset(_names_made_for("id", self._payloads))
        conditions = [each for part in self._parts for each in part.section.when]
        waits_for_resume = any("resume" in each for each in conditions)
        if waits_for_resume and not interrupts:
            raise LineError("a section waits for a resume, but no run ends with an interrupt")
        said = self._header.extra
        return Scenario(
            name=name,
            title=self._header.title or name,
            about=said["about"],
            verdict=said["verdict"],
            findings=tuple(said.get("findings", ())),
            sections=tuple(
                replace(part.section, cues=tuple(joined(part.cues))) for part in self._parts
            ),
            interrupts=interrupts,
            waits=frozenset(_names_made_for("toolCallId", self._payloads)),
            capabilities=capabilities_of(
                name, said["about"], self._payloads, said.get("capabilities", {})
            ),
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
