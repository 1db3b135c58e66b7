"""A scenario: what the synthetic agent does in which scene, as a script of timed writes.

A scenario is complete once it is made: one of its sections holds in every scene, and everything in
it can be filled. Making one from a file is ``scenario_reader``'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.synthetic.conditions import CONDITIONS
from wirelab.synthetic.performance import Beat, Performance
from wirelab.synthetic.sources import ABSENT, Expression
from wirelab.wire.sse_encoder import canonical_json

if TYPE_CHECKING:
    from wirelab.synthetic.scene import Scene
    from wirelab.synthetic.stretch import Stretch
    from wirelab.synthetic.writing import Writing

VERDICTS = ("clean", "accepted", "rejected")


@dataclass(slots=True, frozen=True)
class Cue:
    """One step of a section.

    writing: what it writes. pause_ms: how long to wait before each write.
    jitter_ms: how much earlier or later than its pause each write may come, as the seed decides.
    repeat: how often each write is made.
    """

    pause_ms: float
    writing: Writing
    jitter_ms: float = 0.0
    repeat: int = 1

    def beats(self, scene: Scene) -> Iterable[Beat]:
        """What it writes in a scene."""
        if self.repeat > 1 or self.jitter_ms:
            return self._repeated(scene)
        return [Beat(self.pause_ms, data) for data in self.writing.writes(scene)]

    def _repeated(self, scene: Scene) -> Iterator[Beat]:
        for data in self.writing.writes(scene):
            for _ in range(self.repeat):
                yield Beat(self._pause(scene), data)

    def _pause(self, scene: Scene) -> float:
        if not self.jitter_ms:
            return self.pause_ms
        return max(self.pause_ms + scene.random.uniform(-self.jitter_ms, self.jitter_ms), 0.0)


@dataclass(slots=True, frozen=True)
class Section:
    """One alternative of a scenario.

    when: names of conditions, of which one must hold. given: expressions that must be there.
    equal: expressions, and the values they must have.
    """

    when: tuple[str, ...] = ("always",)
    given: tuple[Expression, ...] = ()
    equal: tuple[tuple[Expression, Any], ...] = ()
    cues: tuple[Cue | Stretch, ...] = ()

    @property
    def always_holds(self) -> bool:
        """Whether it is for every scene."""
        return "always" in self.when and not self.given and not self.equal

    def holds(self, scene: Scene) -> bool:
        """Whether it is for this scene."""
        return (
            any(CONDITIONS[name](scene) for name in self.when)
            and all(expression.read(scene) is not ABSENT for expression in self.given)
            and all(_is(expression.read(scene), value) for expression, value in self.equal)
        )


@dataclass(slots=True, frozen=True)
class Scenario:
    """One scenario.

    about: what it shows, in a line. verdict: what a judge must say of its runs, one of
        ``VERDICTS``. findings: the codes of the errors and warnings a run must get, in order.
    interrupts, waits: names under which it makes ids of interrupts, and of calls they hold up.
    capabilities: what the scenario says of itself beside what its events show.
    """

    name: str
    title: str
    about: str
    verdict: str
    findings: tuple[str, ...]
    sections: tuple[Section, ...]
    interrupts: frozenset[str]
    waits: frozenset[str]
    capabilities: dict[str, Any]

    def performance(self, scene: Scene) -> Performance:
        """A run as it is to be written."""
        return Performance(self.beats(scene))

    def beats(self, scene: Scene) -> Iterator[Beat]:
        """The writes of a run: those of the first section that holds."""
        section = next(section for section in self.sections if section.holds(scene))
        for cue in section.cues:
            yield from cue.beats(scene)


def _is(found: Any, wanted: Any) -> bool:
    return found is not ABSENT and canonical_json(found) == canonical_json(wanted)
