"""Converting one source: what is to be written where, and what is said about it afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from wirelab.cli.choices import one_of
from wirelab.cli.diagnostics import ExitCode, say
from wirelab.cli.examining import Judging, open_named
from wirelab.cli.output import Output
from wirelab.cli.unread import say_unread
from wirelab.errors import UsageError
from wirelab.exports.documents import DOCUMENTS, Document
from wirelab.session.inspection import Inspection
from wirelab.steps.exporters import EXPORTERS, Export, Exporter, by_suffix, without_secrets, written
from wirelab.steps.exporters.exchanges import only
from wirelab.transports.owned_file import whole_file
from wirelab.transports.source import Source
from wirelab.wire.frame import Frame
from wirelab.wire.traffic import Traffic


@dataclass(slots=True, frozen=True)
class Target:
    """A file in a format; path None is stdout."""

    exporter: Exporter | Document
    path: Path | None


FORMATS: dict[str, Exporter | Document] = {**EXPORTERS, **DOCUMENTS}
"""All that can be written: of the traffic, or of what it amounts to."""


def target_of(out: str, to: str | None) -> Target:
    """What OUT and ``--to`` ask for. Raises UsageError where they leave the format open."""
    path = None if out == "-" else Path(out)
    if to is not None:
        return Target(FORMATS[one_of("--to", to, FORMATS)], path)
    if path is None:
        raise UsageError(f"for - say which format: --to {'|'.join(FORMATS)}")
    exporter = by_suffix(out.removesuffix(".gz"), FORMATS.values())
    if exporter is None:
        raise UsageError(f"the ending of {out} says no format; say it: --to {'|'.join(FORMATS)}")
    return Target(exporter, path)


def list_formats() -> None:
    """Each format with its endings and a line about it."""
    output = Output()
    for exporter in FORMATS.values():
        endings = " ".join(exporter.suffixes)
        output.line(f"{exporter.format:14} {endings:22} {exporter.about}")


@dataclass(slots=True)
class Conversion:
    """One run of ``wirelab convert``."""

    source: str
    target: Target
    exchange: int | None
    keep_secrets: bool
    force: bool

    def run(self) -> ExitCode:
        source = open_named(self.source)
        exporter = self.target.exporter
        if isinstance(exporter, Exporter) and exporter.beside:
            self._write_beside(source, exporter)
        self._write(source, self.target)
        return say_unread(source)

    def _write_beside(self, source: Source, exporter: Exporter) -> None:
        """The file that the target names, unless there is no place beside it."""
        path = self.target.path
        if path is None:
            say(f"{exporter.format} names a recording beside it, which is not written")
            return
        if self.source == "-":
            raise UsageError(f"{exporter.format} reads IN twice: name a file, not -")
        beside = EXPORTERS[exporter.beside]
        self._write(source, Target(beside, path.with_suffix(beside.suffixes[0])))

    def _write(self, source: Source, target: Target) -> None:
        export = Export(source.name)
        pieces = self._pieces(source, target.exporter, export)
        with _opened(target.path, force=self.force) as write:
            for piece in pieces:
                write(piece)
        for sentence in export.sentences(target.exporter.format):
            say(sentence)

    def _pieces(
        self, source: Source, exporter: Exporter | Document, export: Export
    ) -> Iterator[bytes]:
        items = self._items(source, export)
        if isinstance(exporter, Exporter):
            return written(exporter, items, export, keep_secrets=self.keep_secrets)
        judging = Judging(Inspection(), self.source if self.source != "-" else source.name)
        judging.take_all(items if self.keep_secrets else without_secrets(items))
        judging.finish()
        outcome = judging.outcome
        outcome.bad_lines, outcome.bad_line_count = source.bad_lines, source.bad_line_count
        return exporter.write(outcome, export)

    def _items(self, source: Source, export: Export) -> Iterator[Traffic | Frame]:
        """What is to be written; the title is known as soon as there is any."""
        items: Iterable[Traffic | Frame] = source.traffic()
        if self.exchange is not None:
            items = only(items, self.exchange, source.name)
        rest = iter(items)
        first = list(islice(rest, 1))
        export.title = source.header.title if source.header is not None else ""
        return chain(first, rest)


def _opened(path: Path | None, *, force: bool) -> AbstractContextManager[Callable[[bytes], None]]:
    if path is None:
        return nullcontext(Output().write_bytes)
    return whole_file(path, overwrite=force)
