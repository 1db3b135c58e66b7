"""The line above the state: what it is made of, and whether it diverged; or which points differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.tui.paint import ACCENT, ERROR, FAINT, STRONG, line
from wirelab.views.json_changes import ChangeKind, JsonChanges
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted
from wirelab.views.state_history import refusal_of

if TYPE_CHECKING:
    from textual.content import Content

    from wirelab.tui.cursor import Moment


def state_words(moment: Moment) -> Content:
    """What the document at the cursor is made of."""
    state = moment.world.state
    if state.snapshot is not None:
        origin = f"snapshot of event {state.snapshot}"
    else:
        given = moment.world.input is not None and moment.world.input.has_state
        origin = "the input's state" if given else "empty start"
    where = f"as of event {moment.event}" if moment.event >= 0 else "before the first event"
    said = line(f"{where} · {origin}", f" + {counted(state.deltas, 'delta')}")
    if state.diverged is None:
        return said
    refusal = refusal_of(moment.session.events[state.diverged])
    why = f": {safe(refusal.subject, 200)}" if refusal is not None else ""
    return line(said, (f" · ▲ DIVERGED since {state.diverged}{why}", ERROR))


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
