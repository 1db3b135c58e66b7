"""Steps that follow each other plainly, filled in one go when a run reaches them.

Invariant: it writes what its cues would, one by one. A stretch is bounded, so that what a client
that went away never sees is hardly ever computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirelab.synthetic.performance import Beat
from wirelab.synthetic.writing import Fixed, Form, Templates

if TYPE_CHECKING:
    from wirelab.synthetic.scenario import Cue
    from wirelab.synthetic.scene import Scene

_MOST_WRITES = 256
_BETWEEN = b"\0"
"""JSON escapes it, so that it stands in no event."""


@dataclass(slots=True, frozen=True)
class Stretch:
    """Writes, and the milliseconds to wait before each. form: all of them, with a byte between."""

    pauses: tuple[float, ...]
    form: Form

    def beats(self, scene: Scene) -> Iterable[Beat]:
        """What it writes in a scene."""
        return map(Beat, self.pauses, self.form.filled(scene).split(_BETWEEN))


def joined(cues: Iterable[Cue]) -> Iterator[Cue | Stretch]:
    """The cues, with plain ones that follow each other joined to stretches."""
    pauses: list[float] = []
    forms: list[Form] = []
    for cue in cues:
        plain = _plain_forms(cue)
        if forms and (not plain or len(forms) + len(plain) > _MOST_WRITES):
            yield _stretch(pauses, forms)
            pauses, forms = [], []
        if not plain:
            yield cue
        pauses += [cue.pause_ms] * len(plain)
        forms += plain
    if forms:
        yield _stretch(pauses, forms)


def _plain_forms(cue: Cue) -> list[Form]:
    """A form for each write; none where it takes more than filling them."""
    if cue.repeat > 1 or cue.jitter_ms:
        return []
    match cue.writing:
        case Templates(events):
            return list(events)
        case Fixed(data) if not any(_BETWEEN in each for each in data):
            return [Form.of_bytes(each) for each in data]
    return []


def _stretch(pauses: list[float], forms: list[Form]) -> Stretch:
    holes = tuple(hole for form in forms for hole in form.holes)
    return Stretch(tuple(pauses), Form(_BETWEEN.join(form.text for form in forms), holes))
