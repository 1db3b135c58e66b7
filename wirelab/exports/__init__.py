"""What was found about some sources, written out: one format a file, and the table of formats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from wirelab.exports import github, json_report, junit, markdown, sarif, text_report
from wirelab.exports.outcome import Outcome

__all__ = ["FORMATS", "INCLUDING", "Outcome", "Write"]

Write: TypeAlias = Callable[[Iterable[Outcome], bool, Collection[str]], Iterator[tuple[str, str]]]
"""Outcomes as they come, whether there are several, and what to include (see session.report);
yields pieces of text, each with a tone (see views.verdict_text)."""

FORMATS: Mapping[str, Write] = {
    "text": text_report.write,
    "json": json_report.write,
    "junit": junit.write,
    "sarif": sarif.write,
    "github": github.write,
    "markdown": markdown.write,
}

INCLUDING = ("text", "json")
"""The formats that can hold what a report may include."""
