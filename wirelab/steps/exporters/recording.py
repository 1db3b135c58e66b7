"""Our own format: every read, with its time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelab.steps.exporters.exporter import PARTS, Export, Exporter, Item
from wirelab.steps.step_writer import StepWriter


def _write(traffic: Iterable[Item], export: Export) -> Iterator[bytes]:
    writer = StepWriter(keep_secrets=True)  # what is a secret was taken out before
    yield writer.header(export.title)
    yield from map(writer.take, traffic)


RECORDING = Exporter(
    "recording",
    (".jsonl",),
    "Wire Lab's own: all there is, with times",
    frozenset(PARTS),
    _write,
    takes_protobuf=True,
)
