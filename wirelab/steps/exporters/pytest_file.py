"""A test for pytest: the recording, which lies beside it, has no findings that count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wirelab.steps.exporters.exchanges import arrivals
from wirelab.steps.exporters.exporter import PARTS, Export, Exporter, Item
from wirelab.wire.frame import Frame, FrameKind

_TEST = '''\
"""What a recorded AG-UI stream is worth; the recording lies beside this file."""

from pathlib import Path

from wirelab.pytest_plugin import assert_agui

RECORDING = Path(__file__).with_suffix(".jsonl")


def test_{slug}_has_no_errors() -> None:
    session = assert_agui(RECORDING)
    assert session.event_count == {events}
'''


def _write(traffic: Iterable[Item], export: Export) -> Iterator[bytes]:
    events = sum(
        isinstance(each, Frame) and each.kind is FrameKind.EVENT for each in arrivals(traffic)
    )
    yield _TEST.format(slug=_slug(export.name), events=events).encode()


def _slug(name: str) -> str:
    stem = re.split(r"[/\\]", name)[-1].split(".")[0]
    return re.sub(r"[^a-z0-9]+", "_", stem.lower()).strip("_") or "recording"


PYTEST = Exporter(
    "pytest",
    (".py",),
    "a test, with the recording it reads beside it",
    frozenset(PARTS),
    _write,
    beside="recording",
    takes_protobuf=True,
)
