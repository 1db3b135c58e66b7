"""When things arrived: times to first event and text, gaps, clocks. Milliseconds throughout."""

from __future__ import annotations

from dataclasses import dataclass, replace

SILENCE_MS = 30_000.0
"""Proxies commonly cut connections idle for longer than this."""


@dataclass(slots=True)
class Timing:
    """Times of the current exchange.

    requested_ms, answered_ms: when the request was sent and the response head came.
    last_stamp: the last ``timestamp`` an event of the exchange carried, first_stamp the first.
    longest_gap_ms: the longest silence between two arrivals (frames of any kind).
    """

    requested_ms: float | None = None
    answered_ms: float | None = None
    first_event_ms: float | None = None
    first_text_ms: float | None = None
    last_event_ms: float | None = None
    last_arrival_ms: float | None = None
    longest_gap_ms: float = 0.0
    first_stamp: float | None = None
    last_stamp: float | None = None

    def begin_exchange(self, at_ms: float | None) -> None:
        self.requested_ms = self.last_arrival_ms = at_ms
        self.answered_ms = self.first_event_ms = self.first_text_ms = None
        self.last_event_ms = self.first_stamp = self.last_stamp = None
        self.longest_gap_ms = 0.0

    def is_silence_before(self, at_ms: float) -> bool:
        """Whether something that arrives now ends a silence worth a finding."""
        last = self.last_arrival_ms
        return last is not None and at_ms - last > SILENCE_MS

    def note_arrival(self, at_ms: float) -> None:
        """Any frame arrived."""
        last = self.last_arrival_ms
        if last is not None and at_ms - last > self.longest_gap_ms:
            self.longest_gap_ms = at_ms - last
        self.last_arrival_ms = at_ms

    def note_event(self, at_ms: float, type_: str) -> None:
        """An event is about to be applied."""
        if self.first_event_ms is None:
            self.first_event_ms = at_ms
        if self.first_text_ms is None and type_ == "TEXT_MESSAGE_CONTENT":
            self.first_text_ms = at_ms
        self.last_event_ms = at_ms

    def note_stamp(self, stamp: float) -> None:
        """An event carries a ``timestamp``."""
        if self.first_stamp is None:
            self.first_stamp = stamp
        self.last_stamp = stamp

    def copy(self) -> Timing:
        return replace(self)
