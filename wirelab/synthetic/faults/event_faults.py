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


def _struck(performance: Performance, number: float | None) -> tuple[list[Beat], int]:
    """All writes, and which of them the fault is about; -1 where there is no such event."""
    beats = list(performance.beats)
    events = [at for at, beat in enumerate(beats) if payload_of(beat) is not None]
    if number is not None:
        return beats, events[int(number)] if 0 <= number < len(events) else -1
    inner = events[1:-1]
    return beats, performance.random.choice(inner) if inner else -1


def _duplicate(performance: Performance, number: float | None) -> None:
    beats, at = _struck(performance, number)
    performance.beats = (
        beats if at < 0 else [*beats[: at + 1], Beat(0.0, beats[at].data), *beats[at + 1 :]]
    )


def _drop(performance: Performance, number: float | None) -> None:
    beats, at = _struck(performance, number)
    performance.beats = beats if at < 0 else beats[:at] + beats[at + 1 :]


def _swap(performance: Performance, number: float | None) -> None:
    beats, at = _struck(performance, number)
    if 0 <= at < len(beats) - 1:
        first, second = beats[at], beats[at + 1]
        beats[at : at + 2] = [Beat(first.pause_ms, second.data), Beat(second.pause_ms, first.data)]
    performance.beats = beats


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
    filler = {
        "type": "CUSTOM",
        "name": "wirelab:big",
        "value": "x" * int((megabytes or 0) * 1024**2),
    }
    beats = list(performance.beats)
    at = next((at for at, beat in enumerate(beats) if payload_of(beat) is not None), -1) + 1
    performance.beats = [*beats[:at], Beat(0.0, encode_event(filler)), *beats[at:]]


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
