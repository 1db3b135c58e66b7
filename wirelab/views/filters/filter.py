"""A filter that was read: asks one frame at a time, keeps nothing of the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.views.event_rows import EventRows
from wirelab.views.filters.candidate import Candidate
from wirelab.views.filters.tree import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.session.event import Event
    from wirelab.session.session import Session
    from wirelab.views.filters.tree import Node
    from wirelab.wire.frame import Frame


class Filter:
    """What ``parse_filter`` returns; equal to another that asks the same in the same order.

    words: texts to mark in what matches. ``str()`` is the filter in its shortest form.
    """

    def __init__(self, tree: Node) -> None:
        self._tree = tree
        self.words = tuple(dict.fromkeys(words_of(tree)))

    def matches(self, rows: EventRows, position: int) -> bool:
        """Whether the frame at a position of a session's rows matches."""
        return self._tree.matches(Candidate(rows, position))

    def frames(self, session: Session) -> list[Frame]:
        """The frames of a session that match, in order: events, comments, whatever arrived."""
        return [session.frames[position] for position in self._positions(EventRows(session))]

    def events(self, session: Session) -> list[Event]:
        """The events of a session that match, in order."""
        rows = EventRows(session)
        found = (rows.event_at(position) for position in self._positions(rows))
        return [event for event in found if event is not None]

    def _positions(self, rows: EventRows) -> Iterator[int]:
        return (position for position in range(len(rows)) if self.matches(rows, position))

    def __str__(self) -> str:
        return str(self._tree)

    def __repr__(self) -> str:
        return f"parse_filter({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self._tree == other._tree if isinstance(other, Filter) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._tree)
