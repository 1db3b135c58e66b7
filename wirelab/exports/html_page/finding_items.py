"""The findings and the pages of their rules, as the page lists them: the gravest first."""

from __future__ import annotations

from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from wirelab.exports.rule_page import summary
from wirelab.rules.catalog import find_rule
from wirelab.views.finding_place import frame_of
from wirelab.views.finding_rows import by_gravity, finding_row

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session


def finding_items(session: Session) -> list[dict[str, Any]]:
    return [_item(each, session) for each in by_gravity(session.findings)]


def _item(finding: Finding, session: Session) -> dict[str, Any]:
    row = finding_row(finding)
    related = finding.related
    return {
        "sign": row.sign,
        "word": "second opinion" if row.opinion else row.word,
        "severity": row.severity.value,
        "opinion": row.opinion,
        "fatal": row.fatal,
        "code": row.code,
        "slug": row.slug,
        "place": row.place,
        "type": row.type,
        "message": row.message,
        "pointer": row.pointer,
        "related": related,
        "relatedFrame": session.events.frame_of(related) if related is not None else None,
        "frame": frame_of(finding, session),
        "at": finding.pointer,
    }


def rule_pages(session: Session) -> dict[str, dict[str, Any]]:
    """By code: the first line, the sections as ``[heading, paragraphs]``, and where to read on."""
    found = {each.code: find_rule(each.code) for each in session.findings}
    return {
        code: {"summary": summary(rule), "sections": _sections(rule.page), "spec": rule.spec}
        for code, rule in found.items()
        if rule is not None
    }


def _sections(page: str) -> list[list[Any]]:
    """Lines that are not indented are headings; blank lines part paragraphs below them."""
    sections: list[list[Any]] = []
    for line in cleandoc(page).splitlines()[1:]:
        if line[:1].strip():
            sections.append([line.strip(), [""]])
        elif sections and not line.strip():
            sections[-1][1].append("")
        elif sections:
            paragraphs = sections[-1][1]
            paragraphs[-1] = f"{paragraphs[-1]} {line.strip()}".strip()
    return [[heading, [each for each in texts if each]] for heading, texts in sections]
