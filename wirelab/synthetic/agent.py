"""The synthetic agent: which scenario a request means, and the run it gets.

It keeps nothing between runs. Whatever it says about a request (``note``) is one line of plain
text: names from the wire are quoted and bounded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from random import randrange
from typing import TYPE_CHECKING, Any

from wirelab.protocol.versions import NEWEST
from wirelab.steps.bundled import case_names
from wirelab.synthetic.faults import AskedFault, strike
from wirelab.synthetic.faults.replaced_run import played_instead
from wirelab.synthetic.gallery import PREFIX, Broken, broken
from wirelab.synthetic.head_start import FROM_THE_BEGINNING, HeadStart
from wirelab.synthetic.intake import Intake, RefusedError
from wirelab.synthetic.player import Curtain, RunResponse
from wirelab.synthetic.request_wishes import asked_for, faults_asked_for, malformed
from wirelab.synthetic.scene import Scene

if TYPE_CHECKING:
    from wirelab.synthetic.scenario import Scenario

MOST_BODY_BYTES = 8 * 1024 * 1024
DEFAULT_SCENARIO = "chat"
_LOOKED_THROUGH = 10_000
"""Characters of a user's message in which a scenario's name is looked for."""

Note = Callable[[str], None]


@dataclass(slots=True, frozen=True)
class Agent:
    """What the routes share.

    speed: of all runs; 2 is twice as fast, None leaves out pauses.
    start: where each run begins to take its time.
    faults: strike every run, before those that its request asks for. seed: decides where.
    advice: what a client should do about a broken rule, by its code.
    most_body_bytes: a larger request body is refused.
    note: told, in a sentence safe for a terminal, what is worth telling whoever runs the agent.
    """

    scenarios: Mapping[str, Scenario]
    speed: float | None = 1.0
    faults: tuple[AskedFault, ...] = ()
    seed: int | None = None
    most_body_bytes: int = MOST_BODY_BYTES
    version: str = NEWEST
    advice: Callable[[str], str] = lambda _: ""
    note: Note = lambda _: None
    start: HeadStart = FROM_THE_BEGINNING

    def scenario(self, name: str) -> Scenario | Broken:
        """The scenario of that name. Raises RefusedError, with the names that are near."""
        found = self.scenarios.get(name)
        if found is None and name.startswith(PREFIX):
            return _of_gallery(name)
        if found is None:
            near = get_close_matches(name[:100], self.scenarios, n=3, cutoff=0.4)
            reason = f"no scenario is called {quoted(name)}"
            reason += f"; did you mean {' or '.join(near)}?" if near else ""
            raise RefusedError(404, "unknown-scenario", reason, near=near, all=list(self.scenarios))
        return found

    def chosen(self, intake: Intake) -> Scenario | Broken:
        """What the input asks for: by ``forwardedProps.wirelab.scenario``, by a scenario's name in
        the last user message, or the default. Raises RefusedError."""
        asked = asked_for(intake.run_input, "scenario")
        if asked is not None:
            if not isinstance(asked, str):
                raise malformed("scenario", "the scenario must be given by its name")
            return self.scenario(asked)
        said = Scene(intake.run_input, self.version).user_texts[-1:]
        return self.scenario(_first_named(said[0] if said else "", self.scenarios))

    def play(self, scenario: Scenario | Broken, intake: Intake) -> RunResponse:
        """The stream of a run."""
        run_input = intake.run_input
        seed = randrange(1_000_000) if self.seed is None else self.seed
        asked = (*self.faults, *faults_asked_for(run_input))
        run = f"{scenario.name}, run {quoted(run_input.run_id or '')}"
        if (instead := played_instead(asked, seed)) is not None:
            self.note(f"{run}: {instead.name} instead")
            scenario = instead
        scene = Scene(run_input, self.version, scenario.interrupts, scenario.waits, seed)
        for what, names in (
            ("stripped from the input, not known here", intake.stripped),
            ("entries of resume for no interrupt of this scenario", scene.strange_entries),
        ):
            if names:
                self.note(f"{run}: {what}: {_listed(names)}")

        def ended(curtain: Curtain, written: int) -> None:
            if curtain is not Curtain.COMPLETE:
                self.note(f"{run}: stopped after {written} writes, {curtain}")

        performance = scenario.performance(scene)
        performance.beats = self.start.given(performance.beats)
        if asked:
            performance.seed = seed
            struck = ", ".join(each.fault.name for each in asked)
            self.note(f"{run}: {struck} (seed {seed})")
        return RunResponse(strike(performance, asked), self.speed, ended)


def _of_gallery(name: str) -> Broken:
    found = broken(name.removeprefix(PREFIX).upper())
    if found is None:
        codes = {each.split("-", 1)[0] for each in case_names()}
        asked = name[len(PREFIX) : 100].upper()
        near = [PREFIX + code for code in get_close_matches(asked, codes, n=3) if broken(code)]
        reason = f"no rule that a stream can break alone is called {quoted(name)}"
        reason += f"; did you mean {' or '.join(near)}?" if near else ""
        reason += "; GET /broken/ lists them"
        raise RefusedError(404, "unknown-scenario", reason, near=near)
    return found


def _first_named(text: str, names: Mapping[str, Any]) -> str:
    """The scenario whose name stands first in a text; the default where there is none."""
    known = "|".join((*map(re.escape, names), rf"{PREFIX}\w+"))
    pattern = rf"(?<![\w/-])({known})(?![\w/-])"
    found = re.search(pattern, text[:_LOOKED_THROUGH].lower())
    return found[1] if found else DEFAULT_SCENARIO


def quoted(text: str) -> str:
    """Text from the wire, bounded, with nothing in it that a terminal obeys."""
    return json.dumps(text if len(text) <= 80 else text[:79] + "…")


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(map(quoted, names[:5]))
    return f"{shown} and {len(names) - 5} more" if len(names) > 5 else shown
