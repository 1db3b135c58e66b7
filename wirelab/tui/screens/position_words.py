"""Where the cursor stands and whether the session still moves, in the words beside the scrubber."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.tui.speeds import speed_words
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.transports.playback import Playback
    from wirelab.tui.cursor import Cursor

_BAR_WIDTH = 8


def position_words(
    cursor: Cursor,
    event_count: int,
    playback: Playback | None,
    *,
    running: bool,
    again: str,
    room: int,
) -> str:
    """``#6 · 31 events · ▶ live · held``: the event, how many there are, what the source does.

    ``after #6`` is a frame that is no event. How many there are is left out where there is no
    room for it: the header says it too. again: how what arrived is played again, if it is.
    """
    where = "start"
    if cursor.event >= 0:
        where = f"{'after ' if cursor.is_after_event else ''}#{cursor.event}"
    held = [] if cursor.following or again.startswith("▶") else ["held"]
    source = again if again and not running else _source_words(playback, running)
    counts = counted(event_count, "event")
    said = " · ".join([where, counts, source, *held])
    return said if len(said) <= room else " · ".join([where, source, *held])


def _source_words(playback: Playback | None, running: bool) -> str:
    if not running:
        return "■ ended"
    if playback is None:
        return "▶ live"
    if playback.reading is not None:
        return _reading_words(playback.reading)
    speed = speed_words(playback.speed)
    return f"‖ paused · {speed}" if playback.paused else f"▶ {speed}"


def _reading_words(read: float) -> str:
    """A bar, and the share in figures."""
    full = int(read * _BAR_WIDTH)
    return f"{'▰' * full}{'▱' * (_BAR_WIDTH - full)} {read:.0%} read"
