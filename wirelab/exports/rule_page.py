"""A rule's page, its module's docstring, as plain text and as Markdown."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.rules.rule import Rule


def summary(rule: Rule) -> str:
    """The page's first line: what the fault is."""
    return rule.page.strip().split("\n", 1)[0]


def page_text(rule: Rule) -> str:
    """The page as it stands."""
    return rule.page.strip()


def page_markdown(rule: Rule) -> str:
    """The page with its headings as headings, and the place in the specification as a link."""
    paragraphs = [summary(rule), *_sections(rule.page.strip().split("\n")[1:])]
    return "\n\n".join((*paragraphs, f"[Specification]({rule.spec})"))


def _sections(lines: list[str]) -> Iterator[str]:
    """Lines that are not indented are headings; what is indented below them is their text."""
    body: list[str] = []
    for line in lines:
        if line[:1].strip():
            yield from _paragraph(body)
            yield f"#### {line}"
            body = []
        else:
            body.append(line)
    yield from _paragraph(body)


def _paragraph(lines: list[str]) -> Iterator[str]:
    text = textwrap.dedent("\n".join(lines)).strip()
    if text:
        yield text
