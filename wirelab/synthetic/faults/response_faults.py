"""Faults of the answer as HTTP: status, headers, encoding, and a stream that never begins."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from wirelab.synthetic.faults.fault import Fault, Stage
from wirelab.synthetic.performance import Beat, Close, Performance
from wirelab.wire.sse_encoder import canonical_json

_REASONS = {401: "no token, or one that is not valid", 429: "too many requests", 500: "it failed"}


def _answer(performance: Performance, status: int, content_type: str, body: bytes) -> None:
    """Another answer in place of the stream."""
    performance.status = status
    performance.headers = {"content-type": content_type}
    performance.beats = [Beat(0.0, body)]


def _status(performance: Performance, number: float | None) -> None:
    status = min(max(int(number or 0), 400), 599)
    reason = {"error": _REASONS.get(status, "refused")}
    _answer(performance, status, "application/json", canonical_json(reason).encode())


def _redirect(performance: Performance, _: float | None) -> None:
    _answer(performance, 307, "text/plain", b"moved")
    performance.headers["location"] = "/moved/"


def _html(performance: Performance, _: float | None) -> None:
    page = b"<!doctype html><title>Welcome</title><h1>It works</h1>\n"
    _answer(performance, 200, "text/html", page)


def _content_type(performance: Performance, _: float | None) -> None:
    performance.headers["content-type"] = "application/json"


def _slow_headers(performance: Performance, seconds: float | None) -> None:
    performance.head_pause_ms += (seconds or 0.0) * 1000


def _fails_late(performance: Performance, _: float | None) -> None:
    performance.beats = [Beat(0.0, b"Internal Server Error")]
    performance.close = Close.CUT


def _gzip(performance: Performance, _: float | None) -> None:
    performance.headers["content-encoding"] = "gzip"
    performance.beats = _compressed(performance.beats)


def _compressed(beats: Iterable[Beat]) -> Iterator[Beat]:
    packer = zlib.compressobj(wbits=31)
    for beat in beats:
        packed = packer.compress(beat.data) + packer.flush(zlib.Z_SYNC_FLUSH)
        yield Beat(beat.pause_ms, packed)
    yield Beat(0.0, packer.flush())


RESPONSE_FAULTS = (
    Fault("status", Stage.RESPONSE, "refused with a JSON reason", _status, "status", 401.0),
    Fault("redirect", Stage.RESPONSE, "307 to another path", _redirect),
    Fault("html", Stage.RESPONSE, "200 with a web page instead of a stream", _html),
    Fault("content-type", Stage.RESPONSE, "the stream is called application/json", _content_type),
    Fault(
        "slow-headers",
        Stage.RESPONSE,
        "status and headers come late",
        _slow_headers,
        "seconds",
        5.0,
    ),
    Fault(
        "fails-late",
        Stage.RESPONSE,
        "200 and the headers, then an error text and a cut",
        _fails_late,
    ),
    Fault("gzip", Stage.RESPONSE, "compressed, flushed with every write", _gzip),
)
