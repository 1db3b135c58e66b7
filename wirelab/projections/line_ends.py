"""Which frames of the exchange end lines with CR or CRLF, where AG-UI asks for LF alone.

Source: basic/transports/http-sse. Kept because CR on comments is a fault of its own only in a body
whose events do without.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wirelab.wire.frame import FrameKind

if TYPE_CHECKING:
    from wirelab.wire.frame import Frame


@dataclass(slots=True)
class LineEnds:
    """cr_event, cr_comment: the first frame with CR on a data line or frame end, on a comment.

    unsplit: how many events had come, it included, with the first one that holds no LF LF; a reader
        that looks for those takes it and what follows for one block.
    """

    cr_event: int | None = None
    cr_comment: int | None = None
    unsplit: int | None = None

    def note(self, frame: Frame, events: int) -> None:
        """A frame arrived, after so many events (itself included, where it is one)."""
        if b"\r" not in frame.raw:
            return
        if cr_on_event(frame):
            if self.cr_event is None:
                self.cr_event = frame.seq
            if self.unsplit is None and b"\n\n" not in frame.raw.lstrip(b"\r\n"):
                self.unsplit = events
        elif self.cr_comment is None and frame.kind in (FrameKind.EVENT, FrameKind.COMMENT):
            self.cr_comment = frame.seq

    def copy(self) -> LineEnds:
        return replace(self)


def cr_on_event(frame: Frame) -> bool:
    """Whether a line of an event frame that is no comment ends with CR or CRLF."""
    return frame.kind is FrameKind.EVENT and any(
        line.endswith((b"\r", b"\r\n")) and not line.startswith(b":")
        for line in frame.raw.splitlines(keepends=True)
    )
