"""What was found about some sources, written out: one format a file, and the table of formats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from importlib import import_module
from typing import TypeAlias

from wirelab.exports.outcome import Outcome

__all__ = ["FORMATS", "INCLUDING", "Outcome", "Write"]

Write: TypeAlias = Callable[[Iterable[Outcome], bool, Collection[str]], Iterator[tuple[str, str]]]
"""Outcomes as they come, whether there are several, and what to include (see session.report);
yields pieces of text, each with a tone (see views.verdict_text)."""


def _written_by(module: str) -> Write:
    """The ``write`` of a module of this package, imported when it is first asked for."""

    def write(
        outcomes: Iterable[Outcome], several: bool, included: Collection[str]
    ) -> Iterator[tuple[str, str]]:
        written: Write = import_module(f"wirelab.exports.{module}").write
        return written(outcomes, several, included)

    return write


FORMATS: Mapping[str, Write] = {
    "text": _written_by("text_report"),
    "json": _written_by("json_report"),
    "junit": _written_by("junit"),
    "sarif": _written_by("sarif"),
    "github": _written_by("github"),
    "markdown": _written_by("markdown"),
}

INCLUDING = ("text", "json")
"""The formats that can hold what a report may include."""
