"""The state both sides share: snapshots replace it, deltas patch it [events/state].

Patches cost by their own size: containers that belong to this copy are changed in place, others
are copied along the path first, so payloads and checkpoints are never modified.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wirelab.protocol import json_patch
from wirelab.session.event import Departure, DepartureKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.projections.world import World
    from wirelab.session.event import Event


@dataclass(slots=True)
class SharedState:
    """The document now.

    snapshot: event of the last snapshot; None while it is the input's state or the empty start.
    deltas: patches applied since. diverged: event of the first patch since then that could not be
    applied; a client's copy and the agent's differ from there on.
    """

    document: Any = field(default_factory=dict)
    snapshot: int | None = None
    deltas: int = 0
    diverged: int | None = None
    owned: json_patch.Owned = field(default_factory=json_patch.Owned)

    def replace(self, document: Any, event: int | None) -> None:
        self.document, self.snapshot, self.deltas, self.diverged = document, event, 0, None
        self.owned.clear()

    def shared(self) -> Any:
        """The document, for somebody who keeps it: later patches leave it alone."""
        self.owned.clear()
        return self.document

    def copy(self) -> SharedState:
        """A copy that shares the document; both copy a container before changing it."""
        return SharedState(self.shared(), self.snapshot, self.deltas, self.diverged)


def _snapshot(world: World, event: Event) -> Iterable[Departure]:
    if "snapshot" in event.payload:
        world.state.replace(event.payload["snapshot"], event.seq)
    return ()


def _delta(world: World, event: Event) -> Iterable[Departure]:
    state = world.state
    try:
        state.document = json_patch.apply(
            state.document, event.payload.get("delta") or [], state.owned
        )
    except json_patch.PatchConflict as conflict:
        state.document = conflict.document
        if state.diverged is None:
            state.diverged = event.seq
        return (refused(DepartureKind.PATCH_REFUSED, "delta", conflict),)
    state.deltas += 1
    return ()


def refused(kind: DepartureKind, member: str, conflict: json_patch.PatchConflict) -> Departure:
    """The departure for a patch that does not apply; detail: operation, path, reason."""
    return Departure(
        kind,
        pointer=f"/{member}/{conflict.index}",
        subject=conflict.reason,
        detail={"operation": conflict.operation, "path": conflict.pointer},
    )


FOLDS = {"STATE_SNAPSHOT": _snapshot, "STATE_DELTA": _delta}
