"""Every recorded stream of a third-party adapter loads and is judged, with no internal finding."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.shared_data import SHARED
from wirelab import inspect_stream
from wirelab.errors import SourceError

RECORDINGS = sorted(
    path
    for path in (SHARED / "recordings").rglob("*")
    if path.suffix in (".sse", ".jsonl") and not path.name.endswith(".chunks.jsonl")
)


@pytest.mark.skipif(not RECORDINGS, reason="the recordings are not here")
@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_recording_is_judged(path: Path) -> None:
    if not path.stat().st_size:  # of a request that was refused before any stream
        with pytest.raises(SourceError, match="is empty"):
            inspect_stream(path)
        return
    session = inspect_stream(path)
    assert session.events
    assert "INTERNAL" not in {finding.code for finding in session.findings}
    if path.suffix == ".sse":
        assert b"".join(frame.raw for frame in session.frames) == path.read_bytes()
        twin = path.with_suffix(".jsonl")
        payloads = [
            line["data"]
            for line in map(json.loads, twin.read_text(encoding="utf-8").rstrip("\n").split("\n"))
            if "data" in line
        ]
        assert [event.payload for event in session.events] == payloads
