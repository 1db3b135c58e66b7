"""Findings in an order to read them in: by gravity, by rule, or in time; second opinions apart.

``FindingOrder`` follows a ledger that grows at the cost of what is new; any row is found in a few
steps, however many findings there are.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from wirelab.views.signs import SEVERITY_ORDER, counted

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding, Severity

OPINIONS = "second opinions"
_OPENED_UP_TO = 8
"""Findings of one rule that are listed without asking."""


class Order(Enum):
    """The orders, in the order one key goes through them; the values are the words for them."""

    GRAVITY = "gravest first"
    RULE = "by rule"
    TIME = "in time"

    @property
    def next(self) -> Order:
        orders = list(Order)
        return orders[(orders.index(self) + 1) % len(orders)]


@dataclass(slots=True, eq=False)
class Group:
    """Some findings that stand together.

    title: what its heading says; empty where it has none. code: the rule, where it is of one.
    severity: the gravest among them. opened: as a person wants it; None is as its size has it.
    """

    title: str
    code: str
    severity: Severity
    opinion: bool
    findings: list[Finding] = field(default_factory=list)
    opened: bool | None = None

    @property
    def is_open(self) -> bool:
        if not self.title:
            return True
        return len(self.findings) <= _OPENED_UP_TO if self.opened is None else self.opened

    @property
    def words(self) -> str:
        """``second opinions · 3 findings``."""
        return f"{self.title} · {counted(len(self.findings), 'finding')}"

    @property
    def row_count(self) -> int:
        return bool(self.title) + (len(self.findings) if self.is_open else 0)


Row: TypeAlias = "Group | Finding"


class FindingOrder:
    """The findings of a ledger as rows, in one order; headings are rows."""

    def __init__(self, findings: list[Finding], order: Order = Order.GRAVITY) -> None:
        self.order = order
        self._all = findings
        self._read = 0
        self._groups: list[Group] = []
        self._group_of: dict[tuple[str, bool], Group] = {}
        self._found: tuple[Finding, int] | None = None
        self._starts: list[int] = []
        self._count = 0
        self.update()

    def update(self) -> None:
        """Take in the findings that are new."""
        known = len(self._groups)
        for finding in islice(self._all, self._read, None):
            group = self._group_of.get(self._key(finding)) or self._new_group(finding)
            group.findings.append(finding)
            if group.severity is not finding.severity:
                group.severity = min(group.severity, finding.severity, key=SEVERITY_ORDER.index)
        self._read = len(self._all)
        if len(self._groups) > known:
            self._groups.sort(key=self._rank)  # the sort is stable
        self._count_rows()

    def toggle(self, group: Group) -> None:
        """Open a group, or close it."""
        group.opened = not group.is_open
        self._count_rows()

    def __len__(self) -> int:
        return self._count

    def row(self, index: int) -> Row:
        at = bisect_right(self._starts, index) - 1
        group = self._groups[at]
        offset = index - self._starts[at] - bool(group.title)
        return group if offset < 0 else group.findings[offset]

    def position_of(self, row: Row) -> int:
        """Where a row stands; of a finding in a closed group, where its heading does."""
        if isinstance(row, Group):
            return self._start_of(row)
        group = self._group_of[self._key(row)]
        offset = bool(group.title) + self._index_in(group, row) if group.is_open else 0
        return self._start_of(group) + offset

    def _index_in(self, group: Group, finding: Finding) -> int:
        """Searched for once: groups only grow at their end."""
        if self._found is None or self._found[0] is not finding:
            places = (at for at, each in enumerate(group.findings) if each is finding)
            self._found = finding, next(places)
        return self._found[1]

    def _start_of(self, group: Group) -> int:
        return self._starts[self._groups.index(group)] if group in self._groups else -1

    def _key(self, finding: Finding) -> tuple[str, bool]:
        if self.order is Order.RULE:
            return finding.code, finding.opinion
        apart = finding.opinion or self.order is Order.TIME
        return "" if apart else finding.severity, finding.opinion

    def _new_group(self, finding: Finding) -> Group:
        code = finding.code if self.order is Order.RULE else ""
        title = f"{finding.code} {finding.slug}" if code else ""
        if finding.opinion:
            title = f"second opinion {title}" if code else OPINIONS
        group = Group(title, code, finding.severity, finding.opinion, opened=None if code else True)
        self._group_of[self._key(finding)] = group
        self._groups.append(group)
        return group

    def _rank(self, group: Group) -> tuple[bool, int]:
        """Second opinions last; the others by gravity, and as they were first met."""
        gravity = 0 if self.order is Order.TIME else SEVERITY_ORDER.index(group.severity)
        return group.opinion, gravity

    def _count_rows(self) -> None:
        self._starts, self._count = [], 0
        for group in self._groups:
            self._starts.append(self._count)
            self._count += group.row_count
