"""Whether an exchange is a run of an agent, which is judged, or anything else, which is not.

A run is a POST that asks for an event stream, whose body looks like a RunAgentInput, or whose
answer is an event stream; JSON-RPC, which MCP speaks over the same headers, is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from wirelab.protocol import json_text
from wirelab.protocol.run_input import read_run_input
from wirelab.transports.content_encoding import EncodingError, decoder_for
from wirelab.wire.traffic import Headers, Response

STREAMS = ("text/event-stream", "application/vnd.ag-ui.event+proto")
_MEMBERS = ("threadId", "runId", "messages")
_TELLING = 2
"""Members of a RunAgentInput that make a body look like one."""
_READABLE = frozenset({"", "identity", "gzip", "x-gzip", "deflate"})


class Kind(Enum):
    RUN = "run"
    OTHER = "other"
    OPEN = "open"
    """The answer will tell."""


@dataclass(slots=True, frozen=True)
class Asked:
    """What a request asks for. body: without its content encoding."""

    kind: Kind
    body: bytes
    thread_id: str | None = None


def asked(method: str, headers: Headers, body: bytes, most: int) -> Asked:
    """What a request asks for; its body may have ``most`` bytes when it is unpacked."""
    if method != "POST":
        return Asked(Kind.OTHER, b"")
    body = _unpacked(body, value_of(headers, "content-encoding"), most)
    payload = _object(body)
    if "jsonrpc" in payload:
        return Asked(Kind.OTHER, b"")
    wanted = value_of(headers, "accept").lower()
    if any(each in wanted for each in STREAMS) or _looks_like_input(payload):
        return Asked(Kind.RUN, body, read_run_input(payload).thread_id)
    return Asked(Kind.OPEN, body, read_run_input(payload).thread_id)


def answers_run(response: Response) -> bool:
    """Whether an answer is an event stream."""
    return 200 <= response.status < 300 and response.content_type in STREAMS


def unreadable(response: Response) -> str:
    """The content encoding for which a body cannot be read here; empty where it can."""
    encoding = (response.header("content-encoding") or "").strip().lower()
    return "" if encoding in _READABLE else encoding


def may_be_unreadable(headers: Headers) -> bool:
    """Whether a client takes encodings that are not read here."""
    wanted = value_of(headers, "accept-encoding").split(",")
    return any(each.split(";")[0].strip().lower() not in _READABLE for each in wanted)


def value_of(headers: Headers, name: str) -> str:
    """The values of a header, joined."""
    return ", ".join(value for key, value in headers if key.lower() == name)


def _looks_like_input(payload: dict[str, Any]) -> bool:
    return sum(name in payload for name in _MEMBERS) >= _TELLING


def _object(body: bytes) -> dict[str, Any]:
    try:
        payload = json_text.parse(body).value
    except (json_text.NotJson, json_text.TooDeep):
        return {}
    return payload if isinstance(payload, dict) else {}


def _unpacked(body: bytes, encoding: str, most: int) -> bytes:
    """The body without its encoding, as it is where that fails or is too much."""
    if not encoding:
        return body
    unpacked = bytearray()
    try:
        for piece in decoder_for(encoding)(body):
            unpacked += piece
            if len(unpacked) > most:
                return body
    except EncodingError:
        return body
    return bytes(unpacked)
