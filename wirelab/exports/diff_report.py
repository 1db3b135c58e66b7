"""What two sources are to each other, as every format of ``wirelab diff`` takes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from wirelab.views.diff_rows import DiffRow, diff_rows
from wirelab.views.diff_words import Wording

if TYPE_CHECKING:
    from wirelab.exports.outcome import Outcome
    from wirelab.session.stream_diff import StreamDiff
    from wirelab.views.timing_shifts import Shift, Tolerance


@dataclass
class DiffReport:
    """expected, actual: the sources. golden: the one is what was expected of the other, and
    findings do not count. tolerance: how far times may be apart; None where they do not count.
    with_events: the events are to be shown as well.
    """

    expected: Outcome
    actual: Outcome
    diff: StreamDiff
    shifts: list[Shift] = field(default_factory=list)
    golden: bool = False
    tolerance: Tolerance | None = None
    with_events: bool = False

    @cached_property
    def rows(self) -> list[DiffRow]:
        return list(diff_rows(self.diff))

    @property
    def wording(self) -> Wording:
        return Wording(golden=self.golden)

    @property
    def late(self) -> list[Shift]:
        """The times that are further apart than they may be."""
        tolerance = self.tolerance
        return [] if tolerance is None else [s for s in self.shifts if not tolerance.allows(s)]

    @property
    def same(self) -> bool:
        same_verdict = self.golden or self.diff.same_verdict
        return self.diff.same_meaning and same_verdict and not self.late

    @property
    def not_compared(self) -> str:
        """``ids, timestamps not compared``; "" where everything is."""
        ignored = ", ".join(self.diff.ignored)
        return f"{ignored} not compared" if ignored else ""
