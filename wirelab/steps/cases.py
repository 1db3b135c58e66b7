"""Case files: a rule's streams, each with the findings expected on its steps.

A file is of kind ``cases`` and belongs to one rule, whose code its name begins with. The cases of a
rule are its tests and its examples at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from wirelab.errors import SourceError
from wirelab.steps.step import BadLine, CaseStep, FileKind, Header, Step
from wirelab.steps.step_codec import read_steps


@dataclass(slots=True)
class Case:
    """One stream. head: its name, input and version. steps: in order, without the head."""

    head: CaseStep
    steps: list[Step] = field(default_factory=list)

    def expects(self, code: str) -> bool:
        """Whether a rule is expected to fire somewhere in it."""
        return any(code in step.expect for step in self.steps)

    @property
    def is_silent(self) -> bool:
        """Whether no rule is expected to fire."""
        return not any(step.expect for step in self.steps)


def read_cases(lines: Iterable[bytes], name: str) -> list[Case]:
    """The cases of a file. Raises SourceError for one that is no case file, or has a bad line."""
    steps = read_steps(lines, name)
    header = next(steps)
    if not isinstance(header, Header) or header.kind is not FileKind.CASES:
        raise SourceError(f"{name} is no case file")
    cases: list[Case] = []
    for step in steps:
        if isinstance(step, BadLine):
            raise SourceError(f"{name}, line {step.line}: {step.reason}")
        if isinstance(step, CaseStep):
            cases.append(Case(step))
        elif isinstance(step, Step) and cases:
            cases[-1].steps.append(step)
    return cases


def examples(cases: list[Case], code: str) -> tuple[Case | None, Case | None]:
    """A case in which a rule fires and one in which it does not, both the plainest there are.

    The first of each kind is the plainest; a silent one is best where no rule fires at all.
    """
    failing = next((case for case in cases if case.expects(code)), None)
    passing = [case for case in cases if not case.expects(code)]
    return failing, next((case for case in passing if case.is_silent), next(iter(passing), None))
