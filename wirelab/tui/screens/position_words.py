"""Where the cursor stands and whether the session still moves, in the words beside the scrubber."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.tui.speeds import speed_words
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.transports.playback import Playback
    from wirelab.tui.cursor import Cursor


def position_words(
    cursor: Cursor, event_count: int, playback: Playback | None, *, running: bool, room: int
) -> str:
    """``#6 · 31 events · ▶ live · held``: the event, how many there are, what the source does.

    ``after #6`` is a frame that is no event. How many there are is left out where there is no
    room for it: the header says it too.
    """
    where = "start"
    if cursor.event >= 0:
        where = f"{'after ' if cursor.is_after_event else ''}#{cursor.event}"
    held = [] if cursor.following else ["held"]
    counts, source = counted(event_count, "event"), _source_words(playback, running)
    said = " · ".join([where, counts, source, *held])
    return said if len(said) <= room else " · ".join([where, source, *held])


def _source_words(playback: Playback | None, running: bool) -> str:
    if not running:
        return "■ ended"
    if playback is None:
        return "▶ live"
    speed = speed_words(playback.speed)
    return f"‖ paused · {speed}" if playback.paused else f"▶ {speed}"
