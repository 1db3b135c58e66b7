"""The frames as rows of the page: what the Events tab lists, and what came, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.wire.frame import FrameKind

if TYPE_CHECKING:
    from wirelab.session.event import Event
    from wirelab.views.event_rows import EventRows
    from wirelab.wire.frame import Frame

_MOST_RAW = 20_000
_MOST_BINARY = 512


def frame_row(rows: EventRows, position: int) -> list[Any]:
    """``[at, event, kind, type, item, owner, summary, mark, findings, size, data, raw, made]``.

    data: the text of an event, or of what is none. raw: the frame as it came, where it is more than
    one ``data`` line. made: the types of the events it stands for, where they are others.
    """
    row, event = rows.row(position), rows.event_at(position)
    frame = rows.session.frames[position]
    return [
        None if row.at_ms is None else round(row.at_ms, 3),
        row.seq,
        frame.kind.value,
        row.type,
        row.item_id,
        row.owner,
        row.summary,
        row.mark.value if row.mark is not None else "",
        row.findings,
        len(frame.raw),
        frame.data,
        _raw(frame),
        _made(event),
    ]


def _raw(frame: Frame) -> str:
    if frame.kind is FrameKind.BINARY:
        return frame.raw[:_MOST_BINARY].hex(" ")
    plain = not frame.raw or frame.raw == f"data: {frame.data}\n\n".encode("utf-8", "replace")
    return "" if plain else frame.raw[:_MOST_RAW].decode("utf-8", "replace")


def _made(event: Event | None) -> list[str]:
    if event is None or event.applied is None:
        return []
    return [each.type for each in event.applied if not each.salvaged]
