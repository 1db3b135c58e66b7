"""A recorded exchange as something to serve: the same bytes in the same writes at the same times.

Written for another request, its thread and run ids become those of that request, wherever they
stand as whole JSON strings; all else stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from wirelab.protocol import json_text
from wirelab.synthetic.performance import EVENT_STREAM_HEADERS, Beat, Close, Performance
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.sse_encoder import canonical_json, encode_comment, encode_data
from wirelab.wire.traffic import End, Ending, Headers, Read, Request, Response

if TYPE_CHECKING:
    from wirelab.wire.traffic import Traffic

Ids: TypeAlias = dict[str, str]
_NAMES = ("threadId", "runId")
_ID = {name: re.compile(rf'"{name}"\s*:\s*("(?:[^"\\]|\\.)*")') for name in _NAMES}
_LEFT_TO_THE_SERVER = ("content-length", "transfer-encoding", "connection", "date", "server")
_CLOSES = {Ending.RESET: Close.RESET, Ending.TIMEOUT: Close.CUT, Ending.CANCELLED: Close.CUT}


@dataclass(slots=True)
class RecordedRun:
    """One exchange; one whose response is not known is an event stream.

    ids: its thread and run, as it names them. over_ms: when the last of it came, if that is known.
    """

    status: int = 200
    headers: dict[str, str] = field(default_factory=EVENT_STREAM_HEADERS.copy)
    head_pause_ms: float = 0.0
    beats: list[Beat] = field(default_factory=list)
    close: Close = Close.PROPER
    ids: Ids = field(default_factory=dict)
    over_ms: float | None = None

    def performance(self, ids: Ids) -> Performance:
        """It, for a request with those ids; none of them, and it is served as it was."""
        made = Performance((), self.status, dict(self.headers), self.head_pause_ms, self.close)
        pairs = [
            (_quoted(self.ids[name]), _quoted(ids[name]))
            for name in _NAMES
            if name in ids and name in self.ids
        ]
        made.beats = [Beat(beat.pause_ms, _replaced(beat.data, pairs)) for beat in self.beats]
        return made


def ids_in(body: bytes) -> Ids:
    """The ids a request's body names; none where it is no RunAgentInput."""
    try:
        value = json_text.parse(body).value
    except (json_text.NotJson, json_text.TooDeep):
        return {}
    given: dict[str, Any] = value if isinstance(value, dict) else {}
    return {name: given[name] for name in _NAMES if isinstance(given.get(name), str)}


def recorded_runs(
    traffic: Iterable[Traffic | Frame], from_ms: float = 0.0
) -> Iterator[RecordedRun]:
    """The exchanges of a source, in order; an exchange without a response is left out.

    from_ms: what came before that moment of the source is written without pauses.
    """
    run, before_ms, answered = RecordedRun(), None, False
    for item in traffic:
        if isinstance(item, Request) or (answered and isinstance(item, Response)):
            if answered:
                yield run
            run, before_ms, answered = RecordedRun(), item.at_ms, False
        pause_ms = _pause(before_ms, item.at_ms, from_ms)
        before_ms = run.over_ms = item.at_ms if item.at_ms is not None else before_ms
        match item:
            case Response():
                run.status, run.headers = item.status, _sendable(item.headers)
                run.head_pause_ms, answered = pause_ms, True
            case Read() | Frame():
                data = item.data if isinstance(item, Read) else _bytes_of(item)
                run.beats.append(Beat(pause_ms, data))
                run.ids = _more_ids(run.ids, data)
                answered = True
            case End():
                run.beats.append(Beat(pause_ms, b""))
                run.close = _CLOSES.get(item.how, Close.PROPER)
    if answered:
        yield run


def _pause(before_ms: float | None, at_ms: float | None, from_ms: float) -> float:
    if before_ms is None or at_ms is None:
        return 0.0
    return max(at_ms - max(before_ms, from_ms), 0.0)


def _sendable(headers: Headers) -> dict[str, str]:
    return {name: value for name, value in headers if name.lower() not in _LEFT_TO_THE_SERVER}


def _bytes_of(frame: Frame) -> bytes:
    if frame.raw:
        return frame.raw
    return (
        encode_comment(frame.data) if frame.kind is FrameKind.COMMENT else encode_data(frame.data)
    )


def _more_ids(known: Ids, data: bytes) -> Ids:
    """The first of each id that a stream names."""
    if len(known) == len(_NAMES) or b"Id" not in data:
        return known
    text = data.decode("utf-8", "replace")
    found = {name: match[1] for name in _NAMES if (match := _ID[name].search(text))}
    return {name: json_text.parse(quoted).value for name, quoted in found.items()} | known


def _quoted(text: str) -> bytes:
    return canonical_json(text).encode()


def _replaced(data: bytes, pairs: list[tuple[bytes, bytes]]) -> bytes:
    for old, new in pairs:
        data = data.replace(old, new)
    return data
