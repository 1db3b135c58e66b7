"""``validate --format sarif``: SARIF 2.1.0, one run over all sources (OASIS, errata 01).

A result is at a line of the source's file where that is known, else at the file as a whole; which
event it is about is its logical location. Rules bring their page as help. What could not be read
is a notification of the invocation, since it is about the tool's work and not about a stream.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from wirelab.exports.json_report import json_text
from wirelab.exports.rule_page import page_markdown, page_text, summary
from wirelab.exports.unread_lines import unread_lines
from wirelab.rules.catalog import find_rule
from wirelab.views.finding_rows import finding_row
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from wirelab.exports.outcome import Outcome
    from wirelab.rules.finding import Finding

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def write(
    outcomes: Iterable[Outcome], several: bool, include: Collection[str]
) -> Iterator[tuple[str, str]]:
    """The log, once the last outcome is there."""
    yield json_text(_log(outcomes)) + "\n", ""


def _log(outcomes: Iterable[Outcome]) -> dict[str, Any]:
    artifacts: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    notifications: list[dict[str, Any]] = []
    rules: dict[str, int] = {}
    failed = False
    for outcome in outcomes:
        failed = failed or outcome.error is not None or outcome.damaged
        artifacts.append(_artifact(outcome))
        notifications.extend(_notifications(outcome))
        for finding in outcome.listed:
            index = rules.setdefault(finding.code, len(rules))
            results.append(_result(outcome, finding, index))
    invocation = {
        "executionSuccessful": not failed,
        "toolExecutionNotifications": notifications,
    }
    run = {
        "tool": {"driver": _driver(list(rules))},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "artifacts": artifacts,
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _driver(codes: list[str]) -> dict[str, Any]:
    from wirelab import __version__

    return {
        "name": "Wire Lab",
        "fullName": "AG-UI Wire Lab",
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes],
    }


def _rule(code: str) -> dict[str, Any]:
    rule = find_rule(code)
    if rule is None:
        return {"id": code}
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in rule.slug.split("-")),
        "shortDescription": {"text": summary(rule)},
        "help": {"text": page_text(rule), "markdown": page_markdown(rule)},
        "helpUri": rule.spec,
        "defaultConfiguration": {"level": rule.severity.value},
        "properties": {"tags": ["ag-ui", rule.group], "fatal": rule.fatal},
    }


def _artifact(outcome: Outcome) -> dict[str, Any]:
    session = outcome.session
    counts = session.ledger.counts if session is not None else {}
    properties: dict[str, Any] = {
        "verdict": outcome.verdict,
        "format": outcome.format,
        "counts": {severity.value: count for severity, count in counts.items()},
        "findingsOmitted": outcome.omitted,
    }
    return {
        "location": {"uri": _uri(outcome)},
        "roles": ["analysisTarget"],
        "properties": properties,
    }


def _result(outcome: Outcome, finding: Finding, rule_index: int) -> dict[str, Any]:
    row = finding_row(finding)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": finding.severity.value,
        "message": {"text": _plain(row.message)},
        "locations": [_location(outcome, outcome.line_of(finding), finding)],
    }
    if finding.related is not None:
        related = _location(outcome, outcome.line_of_event(finding.related), None)
        result["relatedLocations"] = [
            related | {"id": 0, "message": {"text": f"event {finding.related}"}}
        ]
    members = finding.to_json()
    result["properties"] = {
        name: members[name]
        for name in (
            "place",
            "exchange",
            "event",
            "frame",
            "type",
            "pointer",
            "fatal",
            "more",
            "opinion",
        )
    }
    return result


def _location(outcome: Outcome, line: int | None, finding: Finding | None) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(outcome)}}
    if line is not None:
        physical["region"] = {"startLine": line}
    location: dict[str, Any] = {"physicalLocation": physical}
    if finding is not None:
        place = finding_row(finding).place
        name = " ".join(part for part in (place, finding.type, finding.pointer) if part)
        location["logicalLocations"] = [{"fullyQualifiedName": safe(name, 200)}]
    return location


def _notifications(outcome: Outcome) -> Iterator[dict[str, Any]]:
    if outcome.failure is not None:
        yield _notification(outcome, "error", safe(outcome.failure, 1000), 0)
    for number, text in unread_lines(outcome):
        yield _notification(outcome, "warning", text, number)


def _notification(outcome: Outcome, level: str, text: str, line: int) -> dict[str, Any]:
    location = _location(outcome, line or None, None)
    return {"level": level, "message": {"text": _plain(text)}, "locations": [location]}


def _uri(outcome: Outcome) -> str:
    """The file as a URI reference; the URL of an endpoint without its credentials."""
    if outcome.file is None:
        return quote(_bytes(outcome.name), safe=":/?#[]@!$&'()*+,;=%~")
    path = quote(_bytes(outcome.file), safe="/~")
    return f"file://{path}" if path.startswith("/") else path


def _bytes(name: str) -> bytes:
    """A name as the file system has it: Python keeps what is not UTF-8 as lone surrogates."""
    try:
        return name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return name.encode("utf-8", "replace")


def _plain(text: str) -> str:
    """Text in which no link of SARIF's (section 3.11.6) is seen: ``[words](target)``."""
    return text.replace("](", "] (")
