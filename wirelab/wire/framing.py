"""Traffic to arrivals: requests and responses as they are, reads as the frames they complete.

Invariant: frames count through all exchanges, and each exchange's bodies join back from its
frames. The response picks the decoder: a refusal's body (status not 2xx) is one STRAY frame,
protobuf is told by its content type, and anything else is read as SSE, in which a body that is no
event stream shows as stray lines. Content encodings are the transport's business.
"""

from __future__ import annotations

from typing import TypeAlias

from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.protobuf_decoder import ProtobufDecoder
from wirelab.wire.sse_decoder import SseDecoder
from wirelab.wire.stream_decoder import StreamDecoder
from wirelab.wire.traffic import End, Read, Request, Response, Traffic

PROTOBUF = "application/vnd.ag-ui.event+proto"

Arrival: TypeAlias = Request | Response | Frame


class Framing:
    """Takes traffic in the order it happened; several exchanges may follow each other.

    Bytes that end no frame wait for an End, or for the next exchange to begin.
    """

    def __init__(self, first_seq: int = 0) -> None:
        self._decoder: StreamDecoder = SseDecoder(first_seq)

    @property
    def next_seq(self) -> int:
        """The number of the next frame."""
        return self._decoder.next_seq

    @property
    def held(self) -> list[Read]:
        """The bytes that end no frame yet, as a read."""
        data, at_ms = self._decoder.held
        return [Read(data, at_ms)] if data else []

    def take(self, traffic: Traffic | Frame) -> list[Arrival]:
        """What this piece of traffic completes. A Frame, from a source without bytes, is numbered
        and passes."""
        if isinstance(traffic, Read):
            return [*self._decoder.feed(traffic.data, traffic.at_ms)]
        match traffic:
            case Frame():
                rest = self._rest() if self._decoder.under_way else []
                traffic.seq = self._number()
                return [*rest, traffic]
            case End():
                return [*self._rest(), self._closed(traffic)]
            case Request():
                return [*self._rest(), traffic]
            case Response():
                arrivals: list[Arrival] = [*self._rest(), traffic]
                self._decoder = _decoder_for(traffic, self.next_seq)
                return arrivals

    def _rest(self) -> list[Frame]:
        """The exchange before is over, and so is the choice of its decoder."""
        rest = self._decoder.finish()
        if not isinstance(self._decoder, SseDecoder):
            self._decoder = SseDecoder(self.next_seq)
        return rest

    def _number(self) -> int:
        seq = self._decoder.next_seq
        self._decoder.next_seq += 1
        return seq

    def _closed(self, end: End) -> Frame:
        fields = (("how", end.how.value), ("detail", end.detail))
        kept = fields if end.detail else fields[:1]
        return Frame(self._number(), end.at_ms, FrameKind.CLOSED, b"", end.how.value, kept)


class _RefusalBody(StreamDecoder):
    """A body that was never meant to be a stream: one STRAY frame of its text."""

    def feed(self, data: bytes, at_ms: float | None) -> list[Frame]:
        frames: list[Frame] = []
        if data:
            self._begin_read(at_ms)
            self._hold(data, 0, len(data), at_ms, frames)
        return frames

    def finish(self) -> list[Frame]:
        frames: list[Frame] = []
        if self._raw:
            self._overflow(frames)
        return frames

    def _overflow(self, frames: list[Frame]) -> None:
        frames.append(self._release(FrameKind.STRAY, self._text(0, len(self._raw))))


def _decoder_for(response: Response, first_seq: int) -> StreamDecoder:
    if not 200 <= response.status < 300:
        return _RefusalBody(first_seq)
    if response.content_type == PROTOBUF:
        return ProtobufDecoder(first_seq)
    return SseDecoder(first_seq)
