"""The broken gallery: for each rule the plainest stream that breaks it, played from its own cases.

A rule about what a client sends, or about several exchanges, has no stream here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from wirelab.steps.bundled import case_names, cases_path
from wirelab.steps.cases import Case, read_cases
from wirelab.steps.step_codec import to_traffic
from wirelab.synthetic.faults import read_fault, strike
from wirelab.synthetic.performance import Performance
from wirelab.synthetic.recorded_run import recorded_runs
from wirelab.wire.traffic import End, Ending, Read, Request, Response

if TYPE_CHECKING:
    from wirelab.steps.step import Step
    from wirelab.synthetic.scene import Scene

PREFIX = "broken/"
_PLAINEST = {
    "RUN003": "a subagent's message is open",
    "RUN015": "an answered one is listed",
    "RUN008": "",
    "HTP004": "",
}
"""The case to play, by its name, where the first breaks another rule too once there is a request;
"" where every one does."""


@dataclass(slots=True, frozen=True)
class Broken:
    """One stream that breaks one rule.

    code, slug: the rule's. about: what is done wrong, in a few words.
    """

    code: str
    slug: str
    about: str
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """What it is asked for as: ``broken/MSG002``."""
        return PREFIX + self.code

    @property
    def interrupts(self) -> frozenset[str]:
        return frozenset()

    @property
    def waits(self) -> frozenset[str]:
        return frozenset()

    @property
    def capabilities(self) -> dict[str, Any]:
        """Nothing is promised."""
        return {}

    def performance(self, scene: Scene) -> Performance:
        """The stream, on the thread and under the run id of a request."""
        asked = {"threadId": scene.run_input.thread_id, "runId": scene.run_input.run_id}
        return self.for_ids({name: value for name, value in asked.items() if value is not None})

    def for_ids(self, ids: dict[str, str]) -> Performance:
        """The stream, with ids of its own replaced by these."""
        traffic = (item for step in self.steps if (item := to_traffic(step)) is not None)
        (run,) = recorded_runs(traffic)
        made = run.performance(ids)
        if "gzip" in made.headers.values():
            strike(made, [read_fault("gzip")])
        return made


@cache
def broken(code: str) -> Broken | None:
    """The stream that breaks a rule; None where there is no such rule, or no such stream."""
    path = cases_path(code) if code.isalnum() else None
    if path is None:
        return None
    slug = path.stem.removeprefix(f"{code}-")
    cases = read_cases(path.read_bytes().splitlines(keepends=True), path.name)
    alone = [case for case in cases if _breaks_it_alone(case, code)]
    meant = _PLAINEST.get(code)
    found = next((case for case in alone if meant in (None, case.head.name)), None)
    return None if found is None else Broken(code, slug, found.head.name, tuple(found.steps))


def gallery() -> list[Broken]:
    """All of it, by code."""
    codes = sorted({name.split("-", 1)[0] for name in case_names()})
    return [found for code in codes if (found := broken(code)) is not None]


def _breaks_it_alone(case: Case, code: str) -> bool:
    """One exchange in which this rule fires and no other, whatever the input."""
    expected = {each for step in case.steps for each in step.expect}
    traffic = [to_traffic(step) for step in case.steps]
    asks = case.head.input is not None or any(isinstance(each, Request) for each in traffic)
    bytes_known = all(isinstance(each, Read | Response | End) for each in traffic)
    ends = [each.how for each in traffic if isinstance(each, End)]
    played = all(how in (Ending.EOF, Ending.RESET) for how in ends) and len(ends) <= 1
    return expected == {code} and not asks and bytes_known and played and case.head.spec is None
