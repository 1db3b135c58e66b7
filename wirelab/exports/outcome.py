"""What became of one source: a session, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.steps.step import BadLine


@dataclass(slots=True)
class Outcome:
    """One source.

    source, format: its name as given, and what it turned out to be.
    session: None where the source could not be read, ``error`` then says why.
    error: a sentence that names the source; also set where a session is there and yet the
        operation failed: no run could be started, or the source broke off.
    times: arrival of the frames that have findings, in ms, by frame number.
    bad_lines, bad_line_count: lines of the file that were passed over, and how many in all.
    """

    source: str
    format: str | None = None
    session: Session | None = None
    error: str | None = None
    times: dict[int, float | None] = field(default_factory=dict)
    bad_lines: list[BadLine] = field(default_factory=list)
    bad_line_count: int = 0

    @property
    def damaged(self) -> bool:
        """Lines were lost that were not merely cut off by a writer that stopped."""
        return self.bad_line_count > len(self.bad_lines) or any(
            not line.cut_off for line in self.bad_lines
        )
