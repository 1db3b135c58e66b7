"""The formats that traffic can be written in; the table of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from wirelab.errors import SourceError
from wirelab.steps.exporters.ag_ui_validate import AG_UI_VALIDATE
from wirelab.steps.exporters.aimock import AIMOCK
from wirelab.steps.exporters.curl import CURL
from wirelab.steps.exporters.devtools import DEVTOOLS
from wirelab.steps.exporters.events import EVENTS
from wirelab.steps.exporters.exchanges import at_most_one, is_protobuf
from wirelab.steps.exporters.exporter import Export, Exporter, Item, parts_of
from wirelab.steps.exporters.gentui import GENTUI
from wirelab.steps.exporters.har import HAR
from wirelab.steps.exporters.pytest_file import PYTEST
from wirelab.steps.exporters.recording import RECORDING
from wirelab.steps.exporters.sse_text import SSE_TEXT
from wirelab.steps.redaction import redact
from wirelab.wire.frame import Frame

__all__ = ["EXPORTERS", "Export", "Exporter", "by_suffix", "without_secrets", "written"]

EXPORTERS: dict[str, Exporter] = {
    exporter.format: exporter
    for exporter in (
        RECORDING,
        EVENTS,
        SSE_TEXT,
        HAR,
        AG_UI_VALIDATE,
        DEVTOOLS,
        GENTUI,
        AIMOCK,
        CURL,
        PYTEST,
    )
}


class Format(Protocol):
    """Whatever files can be written in."""

    @property
    def suffixes(self) -> tuple[str, ...]: ...


_Format = TypeVar("_Format", bound=Format)


def by_suffix(name: str, formats: Iterable[_Format]) -> _Format | None:
    """The format whose ending a file's name has, the longest one; None where there is none."""
    lowered = name.lower()
    endings = (
        (len(suffix), exporter)
        for exporter in formats
        for suffix in exporter.suffixes
        if lowered.endswith(suffix)
    )
    return max(endings, key=lambda each: each[0], default=(0, None))[1]


def written(
    exporter: Exporter, traffic: Iterable[Item], export: Export, *, keep_secrets: bool = False
) -> Iterator[bytes]:
    """The bytes of a file; ``export`` knows afterwards what found no place in it.

    Secrets are taken out as they are of recordings, unless they are to be kept. Raises UsageError
    for several exchanges where the format has a place for one, SourceError for what it cannot take.
    """
    items = traffic if keep_secrets else without_secrets(traffic)
    if exporter.holds_one:
        items = at_most_one(items, exporter.format, export.name)
    return exporter.write(_watched(items, exporter, export), export)


def without_secrets(traffic: Iterable[Item]) -> Iterator[Item]:
    """The traffic as it may be written to a file."""
    return (item if isinstance(item, Frame) else redact(item) for item in traffic)


def _watched(items: Iterable[Item], exporter: Exporter, export: Export) -> Iterator[Item]:
    for item in items:
        if is_protobuf(item) and not exporter.takes_protobuf:
            raise SourceError(
                f"{export.name} is a protobuf stream, which has no place in {exporter.format}"
            )
        export.missing.update(part for part in parts_of(item) if part not in exporter.keeps)
        yield item
