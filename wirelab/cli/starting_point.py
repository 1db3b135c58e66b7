"""``--from``: an event's number or a time, and what it means for a source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from wirelab.errors import UsageError
from wirelab.wire.frame import Frame, FrameKind

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.transports.source import Source
    from wirelab.wire.framing import Arrival
    from wirelab.wire.traffic import Traffic

Items: TypeAlias = "Iterable[Traffic | Frame]"

_EVENT = re.compile(r"#?(\d{1,15})")
_TIME = re.compile(r"(\d{1,12}(?:\.\d{1,6})?)(ms|s)|(\d{1,12}\.\d{1,6})")


@dataclass(slots=True, frozen=True)
class StartingPoint:
    """event: the first one wanted, by number; else ``at_ms``: the first moment wanted."""

    event: int | None = None
    at_ms: float = 0.0

    @classmethod
    def read(cls, text: str | None, option: str = "--from") -> StartingPoint:
        """``42`` and ``#42`` are an event, ``1.5``, ``1.5s`` and ``800ms`` a time. Raises
        UsageError, which names the option."""
        if text is None:
            return cls()
        if match := _EVENT.fullmatch(text):
            return cls(event=int(match[1]))
        if match := _TIME.fullmatch(text):
            number, unit, seconds = match.groups()
            return cls(at_ms=float(number or seconds) * (1 if unit == "ms" else 1000))
        raise UsageError(f"{option} {text} is neither an event's number nor a time such as 1.5s")

    def locate(self, source: Source) -> tuple[Items, float]:
        """What to play, and from which moment (ms) on at its pace."""
        if self.event is None:
            return source.traffic(), self.at_ms
        items = list(source.traffic())
        reached = EventReached(self.event)
        for _ in reached.passed(items):
            if reached.moment_ms is not None:
                break
        return items, reached.moment_ms or 0.0

    def follow(self, source: Source) -> tuple[Items, Callable[[], float | None] | None]:
        """What to play, read as it is asked for; and what says, once the event wanted is among it,
        the moment (ms) from which on to play at its pace."""
        if self.event is None:
            return source.traffic(), None
        reached = EventReached(self.event)
        return reached.passed(source.traffic()), lambda: reached.moment_ms

    def reached(self, session: Session) -> Callable[[Arrival], bool]:
        """Whether an arrival that was just taken in is to be shown; requests always are."""

        def is_wanted(arrival: Arrival) -> bool:
            if not isinstance(arrival, Frame):
                return True
            if self.event is not None:
                return session.event_count > self.event
            return arrival.at_ms is None or arrival.at_ms >= self.at_ms

        return is_wanted


class EventReached:
    """Watches traffic go by for an event of a number; ``moment_ms`` is its time once it came."""

    def __init__(self, event: int) -> None:
        self._event = event
        self.moment_ms: float | None = None

    def passed(self, items: Items) -> Iterator[Traffic | Frame]:
        """The items as they are. Raises UsageError behind the last where it was not among them."""
        from wirelab.wire.framing import Framing

        framing, events = Framing(), 0
        for item in items:
            for arrival in framing.take(item) if self.moment_ms is None else ():
                if isinstance(arrival, Frame) and arrival.kind is FrameKind.EVENT:
                    if events == self._event:
                        self.moment_ms = arrival.at_ms or 0.0
                    events += 1
            yield item
        if self.moment_ms is None:
            raise UsageError(f"--from {self._event}: the recording holds only {events} events")
