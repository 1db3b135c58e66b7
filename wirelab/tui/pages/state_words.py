"""The line above the state: what it is made of, and whether it diverged; or which points differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.tui.paint import ACCENT, ERROR, FAINT, STRONG, line
from wirelab.views.json_changes import ChangeKind, JsonChanges
from wirelab.views.state_origin import divergence, made_of

if TYPE_CHECKING:
    from textual.content import Content

    from wirelab.tui.cursor import Moment


def state_words(moment: Moment) -> Content:
    """What the document at the cursor is made of."""
    where = f"as of event {moment.event}" if moment.event >= 0 else "before the first event"
    said = line(f"{where} · {made_of(moment.world)}")
    diverged = divergence(moment)
    return line(said, (f" · ▲ {diverged}", ERROR)) if diverged else said


def difference_words(marked: int, event: int, changes: JsonChanges) -> Content:
    """Between which points, and how many places differ: ``A event 5 → event 12 · ~ 3 changed``."""
    counts = [
        f"{kind.value} {changes.counts[kind]} {kind.word}"
        for kind in (ChangeKind.CHANGED, ChangeKind.ADDED, ChangeKind.REMOVED)
        if changes.counts[kind]
    ]
    said = " · ".join(counts) or "no difference"
    points = f"{_point(marked)} → {_point(event)}"
    return line(("A ", ACCENT), (points, STRONG), f" · {said}", (" · m ends", FAINT))


def _point(event: int) -> str:
    return f"event {event}" if event >= 0 else "start"
