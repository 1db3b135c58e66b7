"""Where the cursor stands and whether the session still moves, in the words beside the scrubber."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.tui.speeds import speed_words

if TYPE_CHECKING:
    from wirelab.transports.playback import Playback
    from wirelab.tui.cursor import Cursor


def position_words(
    cursor: Cursor, event_count: int, playback: Playback | None, *, running: bool
) -> str:
    """``#6 of 31 · ▶ live · held``: the event, how many there are, and what the source does."""
    where = f"#{cursor.event}" if cursor.event >= 0 else "start"
    held = "" if cursor.following else " · held"
    return f"{where} of {event_count} · {_source_words(playback, running)}{held}"


def _source_words(playback: Playback | None, running: bool) -> str:
    if not running:
        return "■ ended"
    if playback is None:
        return "▶ live"
    return "‖ paused" if playback.paused else f"▶ {speed_words(playback.speed)}"
