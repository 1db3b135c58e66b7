"""Two sessions compared by meaning: their items, the states they leave, their findings.

What one gained is what the other lost. Times are no part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.rules.finding import Severity
from wirelab.session.item_comparison import Comparison, ItemPair, compare_items
from wirelab.session.meaning import traced_meaning

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session
    from wirelab.session.stream_items import Item

_COUNTS = frozenset({Severity.ERROR, Severity.WARNING})


@dataclass(slots=True)
class StreamDiff:
    """What differs between two sessions, which must keep their events.

    ignored: the words of ``meaning`` for what does not count.
    numbers: for each event of either meaning, the number of the one it is from.
    run_ends: of either, the number of the last event of each run.
    gained, lost: findings of the actual session alone, and of the expected one alone.
    """

    expected: Session
    actual: Session
    ignored: tuple[str, ...]
    comparison: Comparison
    numbers: tuple[list[int], list[int]]
    run_ends: tuple[dict[int, int], dict[int, int]]
    gained: list[Finding]
    lost: list[Finding]

    @property
    def same_meaning(self) -> bool:
        return self.comparison.same

    @property
    def same_verdict(self) -> bool:
        """Whether both have the same errors and warnings."""
        found = (*self.gained, *self.lost)
        return not any(each.severity in _COUNTS and not each.opinion for each in found)

    @property
    def differing(self) -> Iterator[ItemPair]:
        return (item for item in self.comparison.items if item.differs)

    def end_states(self, item: ItemPair) -> tuple[Any, Any]:
        """What the runs of a paired item leave as state, in the expected stream's ids."""
        assert item.expected is not None
        assert item.actual is not None
        before = _state_after(self.expected, self.run_ends[0][item.expected.run])
        after = _state_after(self.actual, self.run_ends[1][item.actual.run])
        return before, self.comparison.streams.translated({"state": after})["state"]


def stream_diff(expected: Session, actual: Session, ignore: Collection[str]) -> StreamDiff:
    """Compare two sessions. Raises ValueError for a word that ``meaning`` does not know."""
    ones = traced_meaning(expected.events, ignore)
    others = traced_meaning(actual.events, ignore)
    comparison = compare_items(
        [event for _, event in ones], [event for _, event in others], ignore_ids="ids" in ignore
    )
    numbers = [seq for seq, _ in ones], [seq for seq, _ in others]
    gained = _beyond(actual.findings, expected.findings)
    lost = _beyond(expected.findings, actual.findings)
    items = comparison.items
    ends = (
        _run_ends([pair.expected for pair in items], numbers[0]),
        _run_ends([pair.actual for pair in items], numbers[1]),
    )
    return StreamDiff(expected, actual, tuple(ignore), comparison, numbers, ends, gained, lost)


def _run_ends(items: Iterable[Item | None], numbers: list[int]) -> dict[int, int]:
    ends: dict[int, int] = {}
    for item in items:
        if item is not None:
            ends[item.run] = max(numbers[item.places[-1]], ends.get(item.run, -1))
    return ends


def _beyond(findings: Iterable[Finding], others: list[Finding]) -> list[Finding]:
    """Those that the others do not match: by their words first, else by their code."""
    words = Counter((each.code, each.message) for each in others)
    codes = Counter(each.code for each in others)
    reworded: list[Finding] = []
    for each in findings:
        if words[each.code, each.message] > 0:
            words[each.code, each.message] -= 1
            codes[each.code] -= 1
        else:
            reworded.append(each)
    beyond = []
    for each in reworded:
        codes[each.code] -= 1
        if codes[each.code] < 0:
            beyond.append(each)
    return beyond


def _state_after(session: Session, seq: int) -> Any:
    return session.world_at(seq).state.shared()
