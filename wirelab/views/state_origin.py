"""What the shared state at a moment is made of, and whether the agent's copy is another by now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.views.safe_text import safe
from wirelab.views.signs import counted
from wirelab.views.state_history import refusal_of

if TYPE_CHECKING:
    from wirelab.projections.world import World
    from wirelab.views.transcript import Moment


def made_of(world: World) -> str:
    """``snapshot of event 3 + 2 deltas``, ``the input's state``, ``empty start``."""
    state = world.state
    if state.snapshot is not None:
        origin = f"snapshot of event {state.snapshot}"
    else:
        given = world.input is not None and world.input.has_state
        origin = "the input's state" if given else "empty start"
    return f"{origin} + {counted(state.deltas, 'delta')}"


def divergence(moment: Moment) -> str:
    """``DIVERGED since 5: why``; empty while every delta could be applied."""
    diverged = moment.world.state.diverged
    if diverged is None:
        return ""
    refusal = refusal_of(moment.session.events[diverged])
    why = f": {safe(refusal.subject, 200)}" if refusal is not None else ""
    return f"DIVERGED since {diverged}{why}"
