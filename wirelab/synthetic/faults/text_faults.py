"""Faults of how events are written down as text: line ends, fields, prefixes, formats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from wirelab.synthetic.faults.event_faults import payload_of
from wirelab.synthetic.faults.fault import Apply, Fault, Stage
from wirelab.synthetic.performance import Beat, Performance
from wirelab.wire.sse_encoder import encode_data


def _line_ends(end: bytes) -> Apply:
    def apply(performance: Performance, _: float | None) -> None:
        performance.beats = (
            Beat(beat.pause_ms, beat.data.replace(b"\n", end)) for beat in performance.beats
        )

    return apply


def _bom(performance: Performance, _: float | None) -> None:
    performance.beats = _with_first(performance.beats, b"\xef\xbb\xbf")


def _with_first(beats: Iterable[Beat], before: bytes) -> Iterator[Beat]:
    for at, beat in enumerate(beats):
        yield beat if at else Beat(beat.pause_ms, before + beat.data)


def _multi_line(performance: Performance, _: float | None) -> None:
    performance.beats = (
        beat
        if (payload := payload_of(beat)) is None
        else Beat(beat.pause_ms, encode_data(json.dumps(payload, indent=2)))
        for beat in performance.beats
    )


def _noise(performance: Performance, _: float | None) -> None:
    performance.beats = (
        Beat(beat.pause_ms, b"event: message\nid: %d\nretry: 3000\n" % at + beat.data)
        for at, beat in enumerate(performance.beats)
    )


def _done(performance: Performance, _: float | None) -> None:
    performance.beats = _with_last(performance.beats, b"data: [DONE]\n\n")


def _with_last(beats: Iterable[Beat], behind: bytes) -> Iterator[Beat]:
    yield from beats
    yield Beat(0.0, behind)


def _ndjson(performance: Performance, _: float | None) -> None:
    performance.headers["content-type"] = "application/x-ndjson"
    performance.beats = _lines_of_json(performance.beats)


def _lines_of_json(beats: Iterable[Beat]) -> Iterator[Beat]:
    for beat in beats:
        if payload_of(beat) is not None:
            yield Beat(beat.pause_ms, beat.data.removeprefix(b"data: ").removesuffix(b"\n"))


def _no_final_blank(performance: Performance, _: float | None) -> None:
    beats = list(performance.beats)
    if beats:
        beats[-1] = Beat(beats[-1].pause_ms, beats[-1].data.rstrip(b"\r\n") + b"\n")
    performance.beats = beats


TEXT_FAULTS = (
    Fault("crlf", Stage.TEXT, "lines end in CRLF", _line_ends(b"\r\n")),
    Fault("cr", Stage.TEXT, "lines end in a bare CR", _line_ends(b"\r")),
    Fault("bom", Stage.TEXT, "the body begins with a byte order mark", _bom),
    Fault("multi-line", Stage.TEXT, "an event's JSON over several data lines", _multi_line),
    Fault("noise", Stage.TEXT, "event, id and retry fields before every event", _noise),
    Fault("done", Stage.TEXT, "[DONE] behind the last event, as model APIs send it", _done),
    Fault("ndjson", Stage.TEXT, "a line of JSON an event, without data:", _ndjson),
    Fault(
        "no-final-blank",
        Stage.TEXT,
        "the blank line behind the last event is missing",
        _no_final_blank,
    ),
)
