"""What the rules about the official client share: how they begin, and what it gets to see.

Their facts were measured with @ag-ui/client 1.0.0 on streams of every kind; they say what that
release does, not what it should do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.projections.arrivals import Unfinished
from wirelab.rules.phrases import how_it_ended

if TYPE_CHECKING:
    from wirelab.projections.world import World
    from wirelab.wire.frame import Frame

CLIENT = "reference client"
"""How their messages begin."""


def gets_a_body(world: World) -> bool:
    """Whether the answer is one whose body the client reads as server-sent events."""
    response = world.response
    if response is None:
        return not world.unread_frames
    return 200 <= response.status < 300 and response.status not in (204, 205)


def reads_to_the_end(world: World, closed: Frame) -> bool:
    """Whether the client reads a body until it closes cleanly, and fails nowhere on the way."""
    return (
        how_it_ended(closed) == "eof"
        and not world.refused
        and gets_a_body(world)
        and not glues_frames(world)
        and world.arrivals.unfinished in (None, Unfinished.NOTHING)
    )


def glues_frames(world: World) -> bool:
    """Whether an event whose frame holds no LF LF runs into the next one, as the client reads it.

    It looks for LF LF only. What is left unfinished is a next one; a comment in between may hold
    an LF LF.
    """
    ends, arrivals = world.line_ends, world.arrivals
    events = arrivals.events + (arrivals.unfinished not in (None, Unfinished.NOTHING))
    if ends.unsplit is None or events <= ends.unsplit:
        return False
    return not arrivals.comments or ends.cr_comment is not None
