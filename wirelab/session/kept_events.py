"""The events of a session, as a list that holds of most of them no more than where they came.

An event that is nothing but its frame's JSON object is made anew from the frame when somebody
reads it; the newest, and every event about which there is more to say, are held as they are.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from wirelab.protocol.json_text import plain_object
from wirelab.session.event import Event

if TYPE_CHECKING:
    from wirelab.session.kept_frames import KeptFrames

_RECENT = 512
_MOST_NAMES = 60_000
"""Different types that are told apart by number; an event of a further one is held as it is."""
_OTHER = 65_535


class KeptEvents(Sequence[Event]):
    """All events, in order; ``append`` is the only change there is."""

    def __init__(self, frames: KeptFrames) -> None:
        self._frames = frames
        self._frame_of = array("Q")
        self._types = array("H")
        self._names: list[str] = []
        self._code_of: dict[str, int] = {}
        self._whole: dict[int, Event] = {}
        self._recent: list[Event] = []
        self._first_recent = 0

    def append(self, event: Event, *, plain: bool) -> None:
        """plain: ``plain_object`` makes its payload of the data of the frame appended last."""
        code = self._code_of.get(event.type)
        if code is None:
            code = self._new_code(event.type)
        odd = event.departures or event.applied is not None or code == _OTHER
        if odd or not plain or event.frame != len(self._frames) - 1:
            self._whole[event.seq] = event
        self._frame_of.append(event.frame)
        self._types.append(code)
        self._recent.append(event)
        if len(self._recent) >= 2 * _RECENT:
            del self._recent[:_RECENT]
            self._first_recent += _RECENT

    def __len__(self) -> int:
        return len(self._types)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        if isinstance(index, slice):
            return [self[each] for each in range(len(self))[index]]
        seq = index if index >= 0 else index + len(self)
        if seq >= self._first_recent:
            return self._recent[seq - self._first_recent]
        if seq < 0:
            raise IndexError(index)
        event = self._whole.get(seq)
        return event if event is not None else self._made(seq)

    def __iter__(self) -> Iterator[Event]:
        return self.between(0, None)

    def between(self, first: int, stop: int | None) -> Iterator[Event]:
        """Events from ``first`` up to, not including, ``stop``; None goes on to the end."""
        whole, seq = self._whole, first
        while seq < (len(self) if stop is None else stop):
            made_anew = seq < self._first_recent and seq not in whole
            yield self._made(seq) if made_anew else self[seq]
            seq += 1

    def frame_of(self, seq: int) -> int:
        """The frame an event came in, without making the event."""
        return self._frame_of[seq]

    def type_of(self, seq: int) -> str:
        """An event's type, without making the event."""
        code = self._types[seq]
        return self._names[code] if code != _OTHER else self[seq].type

    def last_at(self, frame: int) -> int:
        """The last event at or before a frame; -1 before the first."""
        return bisect_right(self._frame_of, frame) - 1

    def at_frame(self, frame: int) -> int | None:
        """The event a frame carried, if any."""
        seq = self.last_at(frame)
        return seq if seq >= 0 and self._frame_of[seq] == frame else None

    def _made(self, seq: int) -> Event:
        frame = self._frame_of[seq]
        data, at_ms = self._frames.data_and_time(frame)
        payload = plain_object(data)
        assert payload is not None, "it was read so when it came"
        return Event(seq, self._names[self._types[seq]], payload, frame, at_ms)

    def _new_code(self, type_: str) -> int:
        if len(self._names) >= _MOST_NAMES:
            return _OTHER
        self._names.append(type_)
        code = self._code_of[type_] = len(self._names) - 1
        return code
