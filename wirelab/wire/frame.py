"""The frame: one thing that arrived on the wire, kept exactly as it came.

Invariant: joining ``raw`` over all frames of an exchange gives the body back, byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class FrameKind(StrEnum):
    EVENT = "event"
    """A dispatched SSE event, or one line of a JSON Lines body."""
    COMMENT = "comment"
    """An SSE block that holds nothing but comments (``: keep-alive``) or ignored fields. Blank
    lines at the end of the body are an empty one."""
    STRAY = "stray"
    """Text that is neither field, comment nor blank; SSE clients drop it without a word. Among the
    other lines of a block it has no ``raw``: its bytes stay in the block's frame, which follows.
    Also a piece of a frame that is too long; ``fields`` say ``too-long`` then."""
    CUT_OFF = "cut_off"
    """Bytes after the last frame's end when the body ended: never dispatched."""
    CLOSED = "closed"
    """The exchange ended; ``fields`` says ``how`` and, where there is more to say, ``detail``."""
    BINARY = "binary"
    """A length-prefixed protobuf frame."""


@dataclass(slots=True)
class Frame:
    """One frame.

    seq: counts from 0 over the whole session, in order of arrival.
    at_ms: arrival of its last byte, milliseconds since the session began; None where unknown.
    raw: its bytes, line ends and terminating blank line included.
    data: the joined ``data`` of an event, the text of a comment, stray or cut-off frame. Bytes
        that are not UTF-8 read as U+FFFD here and stay what they are in ``raw``.
    fields: every SSE field in order (``data`` excluded for events), comments as ``("", text)``.
    cuts: offsets in ``raw`` at which a new network read began; none where ``at_ms`` is unknown.
    plain: an event that is known to be one ``data`` line of UTF-8 with LF line ends, or a bare
        JSON text: nothing about the frame itself is worth a look. False says nothing.
    """

    seq: int
    at_ms: float | None
    kind: FrameKind
    raw: bytes
    data: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    cuts: tuple[int, ...] = ()
    plain: bool = field(default=False, compare=False, repr=False)

    def field(self, name: str) -> str | None:
        """The last value of a field, or None."""
        return next((value for key, value in reversed(self.fields) if key == name), None)
