"""Faults of what is said: events lost, doubled, out of order, or with members they should not have.

``N`` counts the run's events from 0; without it the seed picks one that is neither first nor last.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from wirelab.synthetic.faults.fault import Fault, Stage
from wirelab.synthetic.performance import Beat, Performance
from wirelab.wire.sse_encoder import encode_event

_TERMINAL = ("RUN_FINISHED", "RUN_ERROR")
_PREFIX, _END = b"data: ", b"\n\n"


def payload_of(beat: Beat) -> dict[str, Any] | None:
    """The event a write carries; None for comments, several events and whatever else."""
    data = beat.data
    if not data.startswith(_PREFIX) or data.find(b"\n") != len(data) - len(_END):
        return None
    try:
        payload = json.loads(data[len(_PREFIX) :])
    except ValueError:
        return None
    return payload if isinstance(payload, dict) else None


def _place(performance: Performance, number: float | None) -> float:
    """Which event the fault is about; -1 where there is none such."""
    if number is not None:
        return number
    beats = list(performance.beats)
    performance.beats = beats
    inner = range(1, sum(payload_of(beat) is not None for beat in beats) - 1)
    return performance.random.choice(inner) if inner else -1


def _counted(beats: Iterable[Beat]) -> Iterator[tuple[int, Beat]]:
    """Each write with the number of the event it carries; -1 where it carries none."""
    count = -1
    for beat in beats:
        carries = payload_of(beat) is not None
        count += carries
        yield count if carries else -1, beat


def _duplicate(performance: Performance, number: float | None) -> None:
    performance.beats = _with_twice(_place(performance, number), performance.beats)


def _with_twice(which: float, beats: Iterable[Beat]) -> Iterator[Beat]:
    for at, beat in _counted(beats):
        yield beat
        if at == which and at >= 0:
            yield Beat(0.0, beat.data)


def _drop(performance: Performance, number: float | None) -> None:
    which = _place(performance, number)
    beats = performance.beats
    performance.beats = (beat for at, beat in _counted(beats) if at != which or at < 0)


def _swap(performance: Performance, number: float | None) -> None:
    performance.beats = _swapped(_place(performance, number), performance.beats)


def _swapped(which: float, beats: Iterable[Beat]) -> Iterator[Beat]:
    held: Beat | None = None
    for at, beat in _counted(beats):
        if held is not None:
            yield Beat(held.pause_ms, beat.data)
            yield Beat(beat.pause_ms, held.data)
            held = None
        elif at == which and at >= 0:
            held = beat
        else:
            yield beat
    if held is not None:
        yield held


def _no_terminal(performance: Performance, _: float | None) -> None:
    performance.beats = _changed(
        performance.beats, lambda payload: None if payload.get("type") in _TERMINAL else payload
    )


def _null(performance: Performance, _: float | None) -> None:
    absent = {"timestamp": None, "rawEvent": None}
    performance.beats = _changed(
        performance.beats, lambda payload: absent | payload | {"type": payload.get("type")}
    )


def _unknown_field(performance: Performance, _: float | None) -> None:
    performance.beats = _changed(
        performance.beats, lambda payload: payload | {"createdAt": "2026-01-01"}
    )


def _big(performance: Performance, megabytes: float | None) -> None:
    performance.beats = _with_filler(performance.beats, int((megabytes or 0) * 1024**2))


def _with_filler(beats: Iterable[Beat], size: int) -> Iterator[Beat]:
    """A large event behind the first one, or alone where there is none."""
    filler = {"type": "CUSTOM", "name": "wirelab:big", "value": "x" * size}
    came = False
    for at, beat in _counted(beats):
        yield beat
        if at == 0:
            came = True
            yield Beat(0.0, encode_event(filler))
    if not came:
        yield Beat(0.0, encode_event(filler))


def _changed(
    beats: Iterable[Beat], change: Callable[[dict[str, Any]], dict[str, Any] | None]
) -> Iterator[Beat]:
    """The same writes with every event changed; those that become None are left out."""
    for beat in beats:
        payload = payload_of(beat)
        if payload is None:
            yield beat
        elif (changed := change(payload)) is not None:
            yield Beat(beat.pause_ms, encode_event(changed))


_WHICH = "the event's number"
EVENT_FAULTS = (
    Fault("duplicate", Stage.EVENTS, "one event comes twice", _duplicate, _WHICH),
    Fault("drop", Stage.EVENTS, "one event never comes", _drop, _WHICH),
    Fault("swap", Stage.EVENTS, "one event and the next change places", _swap, _WHICH),
    Fault(
        "no-terminal",
        Stage.EVENTS,
        "the stream closes without RUN_FINISHED or RUN_ERROR",
        _no_terminal,
    ),
    Fault("null", Stage.EVENTS, "null for absent members, as serializers write it", _null),
    Fault(
        "unknown-field",
        Stage.EVENTS,
        "a member that AG-UI does not know on every event",
        _unknown_field,
    ),
    Fault(
        "big", Stage.EVENTS, "a CUSTOM event of many megabytes", _big, "megabytes", 11.0, most=100
    ),
)
