"""``validate --format junit``: JUnit XML as Jenkins and GitLab read it, a test case a source.

A source fails by the findings that fail the command, all of them in one ``failure`` (GitLab shows
one); what is less grave is in ``system-out``. The elements and attributes are those of the schema
of Jenkins' xUnit plugin (junit-10.xsd). The text is ASCII, so that it is right in any encoding.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from wirelab.exports.unread_lines import unread_lines
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted
from wirelab.views.verdict_text import counts_line, finding_lines, run_line, verdict_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from wirelab.exports.outcome import Outcome
    from wirelab.rules.finding import Finding

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ATTACHMENT = "[[ATTACHMENT|"
"""In a test's output GitLab takes it for the path of a file to show."""


def write(
    outcomes: Iterable[Outcome], several: bool, include: Collection[str]
) -> Iterator[tuple[str, str]]:
    """The whole document, once the last outcome is there: its head counts them."""
    names: Counter[str] = Counter()
    cases: list[str] = []
    failures = errors = 0
    for outcome in outcomes:
        names[outcome.name] += 1
        again = names[outcome.name]
        kind, element = _what_went_wrong(outcome)
        failures += kind == "failure"
        errors += kind == "error"
        cases.append(_case(outcome.name if again == 1 else f"{outcome.name} ({again})", element))
        cases[-1] += _output(outcome) + "</testcase>\n"
    counts = f'tests="{len(cases)}" failures="{failures}" errors="{errors}"'
    yield '<?xml version="1.0" encoding="UTF-8"?>\n', ""
    yield f'<testsuites name="wirelab" {counts}>\n', ""
    yield f'<testsuite name="wirelab" {counts} skipped="0">\n', ""
    for case in cases:
        yield case, ""
    yield "</testsuite>\n</testsuites>\n", ""


def _case(name: str, element: str) -> str:
    return f'<testcase classname="wirelab" name={_attribute(safe(name, 500))}>{element}'


def _what_went_wrong(outcome: Outcome) -> tuple[str, str]:
    """``error`` where the source could not be read or started, ``failure`` for its findings."""
    if outcome.failure is not None:
        return "error", _element("error", "not judged", safe(outcome.failure, 1000), [])
    if outcome.damaged:
        said = f"{counted(outcome.bad_line_count, 'line')} could not be read"
        return "error", _element("error", "damaged", said, _findings(outcome, failing=True))
    if not outcome.failing_count:
        return "", ""
    headline = _headline(outcome)
    return "failure", _element(
        "failure", "findings", headline, [headline, *_findings(outcome, failing=True)]
    )


def _element(name: str, kind: str, message: str, lines: list[str]) -> str:
    return (
        f"\n<{name} type={_attribute(kind)} message={_attribute(message)}>"
        f"{_text(lines or [message])}</{name}>"
    )


def _output(outcome: Outcome) -> str:
    """The verdict, the runs, what is less grave, what was not read."""
    session = outcome.session
    if session is None:
        return "\n"
    lines = [_headline(outcome), *(run_line(run) for run in session.runs)]
    lines += _findings(outcome, failing=False)
    lines += [f"and {counted(outcome.omitted, 'more finding')}"] if outcome.omitted else []
    lines += [text for _, text in unread_lines(outcome)]
    return f"\n<system-out>{_text([*lines, counts_line(session)])}</system-out>\n"


def _headline(outcome: Outcome) -> str:
    session = outcome.session
    return "" if session is None else next(verdict_lines(session, outcome.name))[0]


def _findings(outcome: Outcome, *, failing: bool) -> list[str]:
    return [
        line
        for finding in outcome.listed
        if outcome.fails(finding) is failing
        for line in _finding(outcome, finding)
    ]


def _finding(outcome: Outcome, finding: Finding) -> Iterator[str]:
    yield from (text[2:] for text, _ in finding_lines(finding))
    line = outcome.line_of(finding)
    if line is not None:
        yield f"    {safe(outcome.name, 200)}:{line}"


def _attribute(text: str) -> str:
    return _ascii(quoteattr(_xml(text)))


def _text(lines: list[str]) -> str:
    text = _xml("\n".join(lines)).replace(_ATTACHMENT, "[[ATTACHMENT ")
    return _ascii(escape(text))


def _xml(text: str) -> str:
    """Without what XML 1.0 has no way to write, not even as a reference."""
    return _NOT_XML.sub(lambda found: f"‹U+{ord(found[0]):04X}›", text)


def _ascii(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")
