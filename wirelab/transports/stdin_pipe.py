"""Standard input as a source: ``curl -N ... | wirelab validate -``."""

from __future__ import annotations

import sys
from typing import BinaryIO

from wirelab.errors import SourceError
from wirelab.transports.source import Source, stream_source


def open_stdin(stream: BinaryIO | None = None) -> Source:
    """The source that arrives on ``stream`` (standard input); it can be read once.

    Returns once its format is known. Raises SourceError where it is empty or of no known format.
    """
    if stream is None and sys.stdin is None:
        raise SourceError("there is no standard input")
    return stream_source(stream or sys.stdin.buffer, "standard input")
