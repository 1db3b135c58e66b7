"""All there is to say about one finding: its message, its place, the event, the rule's page."""

from __future__ import annotations

from inspect import cleandoc
from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.protocol.json_pointer import nearest
from wirelab.rules.catalog import find_rule
from wirelab.tui.paint import ACCENT, ERROR, FAINT, SEVERITY_STYLES, STRONG, line, severity_sign
from wirelab.tui.widgets.json_rows import json_lines
from wirelab.tui.widgets.text_pane import Block
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.finding_rows import finding_row
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session
    from wirelab.views.finding_order import Group

_MOST_JSON_LINES = 60
_OPINIONS = (
    "What some client does with such a stream, where that is not what the protocol says or where "
    "the protocol leaves room. It counts in no verdict."
)


def finding_blocks(finding: Finding, session: Session) -> list[Block]:
    """The page of a finding, as blocks."""
    subject = (finding.code, finding.exchange, finding.event, finding.message)
    turns = len(session.exchanges)
    return [
        Block(("head", subject), (finding.more, turns), lambda width: _head(finding, turns, width)),
        Block(("rule", finding.code), None, lambda width: rule_lines(finding.code, width)),
        Block(("event", subject), None, lambda width: _event(finding, session, width)),
    ]


def group_blocks(group: Group) -> list[Block]:
    """The page of a heading: how many findings it stands for, and its rule's page."""
    return [
        Block(
            ("group", group.title),
            (group.words, group.is_open),
            lambda width: _group_head(group, width),
        ),
        Block(("rule", group.code), None, lambda width: rule_lines(group.code, width)),
    ]


def _group_head(group: Group, width: int) -> list[Content]:
    verb = "closes" if group.is_open else "opens"
    lines = [Content.styled(group.words, STRONG), Content.styled(f"enter {verb} the group", FAINT)]
    if group.opinion:
        lines.append(Content(_OPINIONS))
    return [*wrap_lines(lines, width, rest=Content("")), Content("")]


def _head(finding: Finding, turns: int, width: int) -> list[Content]:
    row = finding_row(finding)
    style = SEVERITY_STYLES[row.severity]
    fatal = line((" · a conforming client stops here", ERROR)) if row.fatal else Content("")
    lines = [line(severity_sign(row.severity), (f" {row.word}", style), fatal)]
    if row.opinion:
        lines = [line((f"{row.sign} second opinion", style), (" · counts in no verdict", FAINT))]
    lines += [Content.styled(row.message, STRONG)]
    turn = f"turn {finding.exchange + 1}" if turns > 1 else ""
    where = [turn, row.place, f"at {row.pointer}" if row.pointer else ""]
    lines.append(Content.styled(" · ".join(filter(None, [*where, "enter jumps"])), FAINT))
    if finding.related is not None:
        lines.append(line(("explained by event ", FAINT), (str(finding.related), ACCENT), "  (o)"))
    return [*wrap_lines(lines, width, rest=Content("")), Content("")]


def rule_lines(code: str, width: int) -> list[Content]:
    """A rule's page: headings stand out, paragraphs are filled to the width."""
    rule = find_rule(code)
    if rule is None:
        return []
    lines = []
    for paragraph in _paragraphs(cleandoc(rule.page)):
        if paragraph.startswith(" "):
            lines += wrap_text(" ".join(paragraph.split()), width, first=Content("  "))
        else:
            heading = line((" ".join(paragraph.split()), ACCENT))
            lines += wrap_lines([heading], width)
    return [*lines, *wrap_text(rule.spec, width, style=FAINT), Content("")]


def _paragraphs(page: str) -> list[str]:
    """Runs of lines of one kind: a heading, or indented text up to a blank line."""
    found: list[str] = []
    begun = False
    for row in page.splitlines():
        if not row.strip():
            begun = False
            continue
        indented = row.startswith(" ")
        if begun and indented and found[-1].startswith(" "):
            found[-1] += " " + row.strip()
        else:
            found.append(row)
        begun = True
    return found


def _event(finding: Finding, session: Session, width: int) -> list[Content]:
    """The event itself, with the place of the fault marked."""
    if finding.event is None or finding.event >= len(session.events):
        return []
    event = session.events[finding.event]
    heading = line((f"Event {event.seq}", ACCENT))
    if not event.payload:
        text = session.frames[event.frame].data
        return [heading, *wrap_text(text, width, first=Content("  "), most=2000)]
    marks = None
    if finding.pointer:
        marks = {nearest(event.payload, finding.pointer): safe(finding.code)}
    lines = json_lines(event.payload, width - 2, _MOST_JSON_LINES, marks)
    return [heading, *(line("  ", each) for each in lines)]
