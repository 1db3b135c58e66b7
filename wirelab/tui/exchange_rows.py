"""The rows of the Wire tab: each exchange's request and response head, then its frames.

Positions are computed, not stored: two rows stand before the first frame of each exchange that
kept its request or response.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wirelab.session.session import Exchange, Session
    from wirelab.wire.frame import Frame


class Part(Enum):
    REQUEST = "request"
    RESPONSE = "response"
    FRAME = "frame"


@dataclass(slots=True, frozen=True)
class WireRow:
    """One row: of an exchange its request or response head, or a frame."""

    part: Part
    exchange: Exchange
    index: int
    frame: Frame | None = None


class ExchangeRows:
    """The rows of a session as it stands, up to a number of frames."""

    def __init__(self, session: Session, frames: int) -> None:
        self._session = session
        self._frames = frames
        self._exchanges = [each for each in session.exchanges if each.first_frame <= frames]
        self._starts: list[int] = []
        heads = 0
        for exchange in self._exchanges:
            self._starts.append(exchange.first_frame + heads)
            heads += len(_heads(exchange))
        self._heads = heads

    def __len__(self) -> int:
        return self._frames + self._heads

    def row(self, position: int) -> WireRow:
        index = max(bisect_right(self._starts, position) - 1, 0)
        exchange = self._exchanges[index]
        heads = _heads(exchange)
        offset = position - self._starts[index]
        if offset < len(heads):
            return WireRow(heads[offset], exchange, index)
        frame = self._session.frames[exchange.first_frame + offset - len(heads)]
        return WireRow(Part.FRAME, exchange, index, frame)

    def position_of(self, frame: int) -> int:
        """The row of a frame."""
        firsts = [exchange.first_frame for exchange in self._exchanges]
        index = bisect_right(firsts, frame) - 1
        if index < 0:
            return frame
        exchange = self._exchanges[index]
        return self._starts[index] + len(_heads(exchange)) + frame - exchange.first_frame


def _heads(exchange: Exchange) -> list[Part]:
    request = [Part.REQUEST] if exchange.request is not None else []
    return [*request, Part.RESPONSE] if exchange.response is not None else request
