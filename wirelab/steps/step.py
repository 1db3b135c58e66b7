"""The steps of a Wire Lab file: what one line says, whatever kind of file it is in.

A recording, a scenario and a case file hold the same steps; they differ in their header and in
which optional members they use (``at`` in recordings, ``pause`` and ``run`` in scenarios,
``case`` and ``expect`` in case files). Payloads stay plain JSON, bytes stay bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from wirelab.wire.frame import FrameKind
from wirelab.wire.traffic import Traffic

LONGEST_MS = 1e12
"""The largest time a step may have, about thirty years; beyond it a number is a slip, no time."""


class FileKind(StrEnum):
    RECORDING = "recording"
    SCENARIO = "scenario"
    CASES = "cases"


@dataclass(slots=True)
class Header:
    """Line 1: what the file is, and the version of the format it is written in.

    extra: members this version does not know, kept as they are.
    """

    kind: FileKind
    version: int
    title: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Step:
    """What every step may carry.

    line: its line in the file, from 1; 0 for a step that was not read from a file.
    pause_ms: milliseconds to wait before it (scenarios).
    expect: codes of the findings a case expects at it.
    extra: members this version does not know, kept as they are.
    """

    line: int = field(default=0, compare=False)
    pause_ms: float | None = None
    expect: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class TrafficStep(Step):
    """A request, a response head, a read kept as bytes, an end: as the transport saw it."""

    traffic: Traffic


@dataclass(slots=True)
class EventStep(Step):
    """One read that is exactly ``data: ``, the payload in canonical JSON, and a blank line."""

    payload: dict[str, Any]
    at_ms: float | None = None


@dataclass(slots=True)
class CommentStep(Step):
    """One read that is exactly one SSE comment and a blank line."""

    text: str
    at_ms: float | None = None


@dataclass(slots=True)
class FrameStep(Step):
    """A frame whose bytes on the wire the source did not keep.

    data: its data, or the text of a comment.
    raw: the bytes of ``data`` where they are not UTF-8; else empty.
    too_long: the bound within which it did not end, so that it was let go unread; else empty.
    """

    data: str
    at_ms: float | None = None
    kind: FrameKind = FrameKind.EVENT
    raw: bytes = b""
    too_long: str = ""


@dataclass(slots=True)
class CaseStep(Step):
    """The start of a case: the steps up to the next one are its stream.

    kill: which change of the code the case catches.
    input: the RunAgentInput of its request, or None.
    spec: the protocol version to judge by, or None for the stream's own.
    """

    name: str
    kill: str = ""
    input: dict[str, Any] | None = None
    spec: str | None = None


@dataclass(slots=True)
class RunStep(Step):
    """The start of an alternative of a scenario; ``settings`` is its whole object."""

    settings: dict[str, Any]

    @property
    def when(self) -> Any:
        """The condition under which the scenario plays it; None always."""
        return self.settings.get("when")


@dataclass(slots=True, frozen=True)
class BadLine:
    """A line that could not be read; the lines around it were.

    line: its number, from 1.
    cut_off: it is the last line and has no end, as a writer that was killed leaves it.
    """

    line: int
    reason: str
    cut_off: bool = False


Line: TypeAlias = Header | Step | BadLine
