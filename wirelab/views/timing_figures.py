"""What the arrivals of an exchange amount to: times, gaps, rates, what came together, tokens.

Figures take frames one by one, in order, at a constant cost and in bounded memory. Times are
milliseconds of the session's clock; where a source kept none, nothing is made up.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from wirelab.views.gap_histogram import Gap, GapHistogram
from wirelab.views.token_usage import TokenUsage

if TYPE_CHECKING:
    from wirelab.session.event import Event
    from wirelab.wire.frame import Frame

SILENCE_MS = 250.0
"""From here on a gap is a pause that a person notices."""


@dataclass(slots=True)
class Figures:
    """Figures of one exchange, or (``absorb``) of several.

    begun_ms: its request, else its first arrival. last_ms: the last arrival.
    text, arguments, reasoning: characters (code points) of the deltas, chunks included.
    together: frames that arrived in the same instant as the one before. burst: the most that
    arrived in one instant, and ``burst_event`` the last event of them.
    """

    begun_ms: float | None = None
    first_event_ms: float | None = None
    first_text_ms: float | None = None
    last_event_ms: float | None = None
    last_ms: float | None = None
    frames: int = 0
    events: int = 0
    text: int = 0
    arguments: int = 0
    reasoning: int = 0
    together: int = 0
    burst: int = 0
    burst_event: int = -1
    gaps: GapHistogram = field(default_factory=GapHistogram)
    usage: TokenUsage = field(default_factory=TokenUsage)
    _lasted_ms: float = 0.0
    _streamed_ms: float = 0.0
    _before_ms: float | None = None
    _instant: int = 0

    @property
    def lasted_ms(self) -> float | None:
        """From the request to the last arrival; of several exchanges, the sum."""
        if self.begun_ms is None or self.last_ms is None:
            return self._lasted_ms or None
        return self._lasted_ms + self.last_ms - self.begun_ms

    @property
    def streamed_ms(self) -> float | None:
        """From the first event to the last; of several exchanges, the sum."""
        if self.first_event_ms is None or self.last_event_ms is None:
            return self._streamed_ms or None
        return self._streamed_ms + self.last_event_ms - self.first_event_ms

    @property
    def silences(self) -> list[Gap]:
        """The longest gaps, the longest first, as far as they can be noticed."""
        return [gap for gap in self.gaps.longest if gap.ms >= SILENCE_MS]

    def rate(self, count: int) -> float | None:
        """So many a second, while events streamed; None where that is unknown or no time."""
        streamed = self.streamed_ms
        return count * 1000 / streamed if streamed else None

    def note(self, frame: Frame, event: Event | None, last_event: int) -> None:
        """The next frame and its event; ``last_event``: the number of the last event by now."""
        self.frames += 1
        at_ms = frame.at_ms
        if event is not None:
            self.events += 1
            for effect in event.effects:
                self._note_effect(effect)
            if at_ms is not None:
                self.last_event_ms = at_ms
                if self.first_event_ms is None:
                    self.first_event_ms = at_ms
        if at_ms is not None:
            if self._before_ms is not None:
                gap_ms = max(at_ms - self._before_ms, 0.0)
                self.gaps.note(gap_ms)
                if self.gaps.is_long(gap_ms):
                    by_event = event is not None
                    gap = Gap(gap_ms, self._before_ms, frame.seq, last_event, by_event)
                    self.gaps.keep(gap)
            self._note_time(at_ms, last_event)
        self._before_ms = at_ms

    def _note_time(self, at_ms: float, last_event: int) -> None:
        if self.begun_ms is None:
            self.begun_ms = at_ms
        same = at_ms == self._before_ms
        self._instant = self._instant + 1 if same else 1
        self.together += same
        if self._instant > self.burst:
            self.burst, self.burst_event = self._instant, last_event
        if self.last_ms is None or at_ms > self.last_ms:
            self.last_ms = at_ms

    def _note_effect(self, effect: Event) -> None:
        delta = effect.payload.get("delta")
        if type(delta) is str:
            if effect.type == "TEXT_MESSAGE_CONTENT":
                self.text += len(delta)
                if self.first_text_ms is None and delta:
                    self.first_text_ms = effect.at_ms
            elif effect.type == "TOOL_CALL_ARGS":
                self.arguments += len(delta)
            elif effect.type == "REASONING_MESSAGE_CONTENT":
                self.reasoning += len(delta)
        elif effect.type in ("RUN_FINISHED", "RUN_ERROR"):
            self.usage.note(effect.payload.get("usage"))

    def absorb(self, later: Figures) -> None:
        """Add an exchange that came later: counts and durations add up, first times stay."""
        self._lasted_ms = (self.lasted_ms or 0.0) + (later.lasted_ms or 0.0)
        self._streamed_ms = (self.streamed_ms or 0.0) + (later.streamed_ms or 0.0)
        self.begun_ms = self.last_ms = self.first_event_ms = self.last_event_ms = None
        self.frames += later.frames
        self.events += later.events
        self.text += later.text
        self.arguments += later.arguments
        self.reasoning += later.reasoning
        self.together += later.together
        if later.burst > self.burst:
            self.burst, self.burst_event = later.burst, later.burst_event
        self.gaps.add(later.gaps)
        self.usage.add(later.usage)

    def copy(self) -> Figures:
        return replace(self, gaps=self.gaps.copy(), usage=self.usage.copy())
