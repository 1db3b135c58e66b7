"""Faults of how the text is cut into writes, and when: the same bytes, unless the end is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wirelab.synthetic.faults.fault import Apply, Fault, Stage
from wirelab.synthetic.performance import Beat, Close, Performance

_APART_MS = 30.0
"""Long enough that two writes are two reads on most machines."""


def _cut_utf8(performance: Performance, _: float | None) -> None:
    performance.beats = _cut(performance.beats, _inside_character)


def _inside_character(data: bytes) -> int:
    return next((at + 1 for at, byte in enumerate(data) if byte >= 0xC0), 0)


def _cut_crlf(performance: Performance, _: float | None) -> None:
    ends = (Beat(beat.pause_ms, _crlf(beat.data)) for beat in performance.beats)
    performance.beats = _cut(ends, lambda data: data.find(b"\r\n") + 1)


def _crlf(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def _cut(beats: Iterable[Beat], where: Callable[[bytes], int]) -> Iterator[Beat]:
    """Each write cut in two at an offset; at 0 it is left whole."""
    for beat in beats:
        at = where(beat.data)
        yield Beat(beat.pause_ms, beat.data[:at] if at else beat.data)
        if at:
            yield Beat(_APART_MS, beat.data[at:])


def _byte_by_byte(performance: Performance, _: float | None) -> None:
    performance.beats = (
        Beat(0.0 if at else beat.pause_ms, beat.data[at : at + 1])
        for beat in performance.beats
        for at in range(len(beat.data))
    )


def _one_write(performance: Performance, _: float | None) -> None:
    performance.beats = _joined(performance.beats, waiting=False)


def _held(performance: Performance, _: float | None) -> None:
    performance.beats = _joined(performance.beats, waiting=True)


def _joined(beats: Iterable[Beat], *, waiting: bool) -> Iterator[Beat]:
    collected = list(beats)
    waited = sum(beat.pause_ms for beat in collected) if waiting else 0.0
    yield Beat(waited, b"".join(beat.data for beat in collected))


def _stall(performance: Performance, seconds: float | None) -> None:
    beats = list(performance.beats)
    if beats:
        at = len(beats) // 2
        beats[at] = Beat(beats[at].pause_ms + (seconds or 0.0) * 1000, beats[at].data)
    performance.beats = beats


def _heartbeat(performance: Performance, seconds: float | None) -> None:
    performance.beats = _with_heartbeats(performance.beats, max((seconds or 0.0) * 1000, 10.0))


def _with_heartbeats(beats: Iterable[Beat], every_ms: float) -> Iterator[Beat]:
    since = 0.0
    for beat in beats:
        pause_ms = beat.pause_ms
        while since + pause_ms > every_ms:
            yield Beat(every_ms - since, b": heartbeat\n\n")
            pause_ms -= every_ms - since
            since = 0.0
        since += pause_ms
        yield Beat(pause_ms, beat.data)


def _broken_off(close: Close) -> Apply:
    def apply(performance: Performance, number: float | None) -> None:
        beats = performance.beats
        if number is None:
            beats = list(beats)
            number = len(beats) // 2
        performance.beats, performance.close = _up_to_half(beats, int(number)), close

    return apply


def _up_to_half(beats: Iterable[Beat], which: int) -> Iterator[Beat]:
    """The writes up to the middle of one, or of them all where there are not so many."""
    for at, beat in enumerate(beats):
        if at == which:
            yield Beat(beat.pause_ms, beat.data[: max(len(beat.data) // 2, 1)])
            break
        yield beat
    yield Beat(_APART_MS, b"")


_WHICH = "the write's number"
WRITE_FAULTS = (
    Fault("cut-utf8", Stage.WRITES, "writes end inside characters of several bytes", _cut_utf8),
    Fault(
        "cut-crlf", Stage.WRITES, "lines end in CRLF, and writes end between CR and LF", _cut_crlf
    ),
    Fault("byte-by-byte", Stage.WRITES, "every byte is a write", _byte_by_byte),
    Fault("one-write", Stage.WRITES, "everything at once, without any pause", _one_write),
    Fault("held", Stage.WRITES, "held back by a buffer and flushed at the end", _held),
    Fault("stall", Stage.WRITES, "silence in the middle of the run", _stall, "seconds", 35.0),
    Fault(
        "heartbeat",
        Stage.WRITES,
        "a comment whenever so long nothing came",
        _heartbeat,
        "seconds",
        1.0,
    ),
    Fault(
        "reset",
        Stage.WRITES,
        "a TCP reset in the middle of a frame",
        _broken_off(Close.RESET),
        _WHICH,
    ),
    Fault(
        "cut",
        Stage.WRITES,
        "the connection closed in the middle of a frame",
        _broken_off(Close.CUT),
        _WHICH,
    ),
)
