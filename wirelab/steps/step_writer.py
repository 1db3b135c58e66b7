"""Traffic to the lines of a recording: pure, so that whatever owns the file only appends.

Secrets are taken out before anything becomes a line, unless the caller keeps them.
"""

from __future__ import annotations

from typing import Any

from wirelab.steps.record_writer import write_step
from wirelab.steps.redaction import redact
from wirelab.steps.step import FileKind, FrameStep, Header
from wirelab.steps.step_upgrades import CURRENT
from wirelab.wire.frame import Frame
from wirelab.wire.traffic import Traffic


class StepWriter:
    """Turns traffic into lines, each complete and ended, in the order in which it is given."""

    def __init__(self, *, keep_secrets: bool = False) -> None:
        self._keep_secrets = keep_secrets

    def header(self, title: str = "", **extra: Any) -> bytes:
        """Line 1; ``extra`` members (JSON values) are kept by every reader and read by none."""
        return write_step(Header(FileKind.RECORDING, CURRENT, title, extra))

    def take(self, traffic: Traffic | Frame) -> bytes:
        """The line of one piece of traffic, or of a frame whose bytes the source did not keep."""
        if isinstance(traffic, Frame):
            return write_step(_frame_step(traffic))
        return write_step(traffic if self._keep_secrets else redact(traffic))


def _frame_step(frame: Frame) -> FrameStep:
    too_long = frame.field("too-long") or ""
    return FrameStep(frame.data, frame.at_ms, frame.kind, frame.raw, too_long)
