"""The fault that plays a stream of the broken gallery in place of the run: one rule is broken.

The run keeps the request's ids; other faults act on what is played.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING

from wirelab.synthetic.faults.fault import AskedFault, Fault, Stage, UnknownFaultError

if TYPE_CHECKING:
    from wirelab.synthetic.gallery import Broken
    from wirelab.synthetic.performance import Performance


def known_code(word: str) -> str:
    """The code of a rule that the gallery breaks. Raises UnknownFaultError."""
    from wirelab.synthetic.gallery import broken

    code = word.upper()
    if broken(code) is None:
        raise UnknownFaultError(
            f"break={word[:60]}: no rule that a stream can break alone is called so"
        )
    return code


def played_instead(asked: Iterable[AskedFault], seed: int) -> Broken | None:
    """The stream that faults put in place of a run, chosen by the seed where none is named."""
    from wirelab.steps.bundled import case_names
    from wirelab.synthetic.gallery import broken

    wanted = [each for each in asked if each.fault is BREAK]
    if not wanted:
        return None
    codes = sorted({name.split("-", 1)[0] for name in case_names()})
    Random(seed).shuffle(codes)
    candidates = [wanted[-1].word] if wanted[-1].word else codes
    return next(found for code in candidates if (found := broken(code)) is not None)


def _nothing_more(performance: Performance, _: float | None) -> None:
    """The run has been replaced before it was a performance."""


BREAK = Fault(
    "break",
    Stage.RUN,
    "a stream that breaks one rule alone plays instead, one of the gallery",
    _nothing_more,
    word="the rule's code",
)
