"""The exchange's bytes from its first odd frame on, for readers whose view of them may differ.

Odd is what SSE decoders are known to read in more than one way: a CR, a BOM, fields beside
``data``, a charset that is not UTF-8. A stream without any of it costs nothing, and what is kept
of another is bounded. The frames before the first odd one leave no decoder in any state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wirelab.wire.frame import FrameKind
from wirelab.wire.stream_decoder import BOM

if TYPE_CHECKING:
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Response

MOST_KEPT = 256 * 1024
"""Bytes; what comes behind them is not kept."""
_UTF8 = ("utf-8", "utf8")


@dataclass(slots=True)
class OddBytes:
    """frames: the first odd one and those that followed; empty where none was odd.

    alert: any frame that comes now is of interest, even a plain one.
    """

    frames: list[Frame] = field(default_factory=list)
    kept: int = 0
    charset: str = ""
    alert: bool = False

    def expect(self, response: Response) -> None:
        """The response head came: its charset may be odd."""
        _, _, parameter = (response.header("content-type") or "").lower().partition("charset=")
        charset = parameter.split(";", 1)[0].strip(" \"'")
        self.charset = "" if charset in _UTF8 else charset
        self.alert = bool(self.charset)

    def note(self, frame: Frame) -> None:
        """A frame arrived that is not plain, or came while on alert."""
        if self.kept > MOST_KEPT or not frame.raw:
            return
        if self.frames or self.charset or is_odd(frame):
            self.frames.append(frame)
            self.kept += len(frame.raw)
        if self.kept > MOST_KEPT:
            self.frames.pop()
        self.alert = bool(self.frames) and self.kept <= MOST_KEPT

    def copy(self) -> OddBytes:
        return OddBytes(self.frames.copy(), self.kept, self.charset, self.alert)


def is_odd(frame: Frame) -> bool:
    """Whether decoders are known to differ about a frame like this."""
    fields = frame.fields if frame.kind in (FrameKind.EVENT, FrameKind.COMMENT) else ()
    return b"\r" in frame.raw or frame.raw.startswith(BOM) or any(name for name, _ in fields)
