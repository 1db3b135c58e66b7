"""What ``convert`` makes of a session, where traffic alone does not say it: the table of them.

Exporters of traffic are in ``steps.exporters``; ``convert`` offers both in one list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from wirelab.exports.outcome import Outcome
    from wirelab.steps.exporters.exporter import Export

Write: TypeAlias = "Callable[[Outcome, Export], Iterator[bytes]]"


@dataclass(slots=True, frozen=True)
class Document:
    """One format; ``format``, ``suffixes`` and ``about`` as an Exporter has them.

    write: an outcome with a session that keeps its events, to the bytes of a file.
    """

    format: str
    suffixes: tuple[str, ...]
    about: str
    write: Write


def _html(outcome: Outcome, export: Export) -> Iterator[bytes]:
    write: Write = import_module("wirelab.exports.html_page.page_text").write
    return write(outcome, export)


def _markdown(outcome: Outcome, export: Export) -> Iterator[bytes]:
    from wirelab.exports import FORMATS

    for text, _ in FORMATS["markdown"]((outcome,), False, ()):
        yield text.encode()


DOCUMENTS: dict[str, Document] = {
    document.format: document
    for document in (
        Document(
            "html", (".html", ".htm"), "a page that replays it in a browser, all in one", _html
        ),
        Document("markdown", (".md",), "a report: verdict, runs, findings", _markdown),
    )
}
