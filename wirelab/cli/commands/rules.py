"""``wirelab rules``: the catalogue, or one rule's page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from wirelab.cli.diagnostics import ExitCode
from wirelab.cli.output import Output
from wirelab.cli.rule_choice import the_rule

if TYPE_CHECKING:
    from wirelab.rules.rule import Rule


def rules(
    code: Annotated[str | None, typer.Argument(help="A code or slug: MSG002.")] = None,
    format: Annotated[str, typer.Option(metavar="text|json")] = "text",
) -> ExitCode:
    """The rule catalogue, or one rule's page."""
    from wirelab.cli.choices import one_of
    from wirelab.rules.catalog import all_rules

    one_of("--format", format, ("text", "json"))
    output = Output()
    chosen = all_rules() if code is None else (the_rule(code),)
    if format == "json":
        _print_json(output, chosen, code is None)
    elif code is None:
        _print_table(output, chosen)
    else:
        _print_page(output, chosen[0])
    return ExitCode.ACCEPTED


def _print_table(output: Output, rules: tuple[Rule, ...]) -> None:
    for rule in rules:
        severity = f"{rule.severity.value}{'!' if rule.fatal else ''}"
        output.line(f"{rule.code:<8} {severity:<8} {rule.slug:<36} {_first_line(rule)}")
    output.line()
    output.line(f"{len(rules)} rules; ! is fatal: a client stops there. wirelab rules CODE: more.")


def _print_page(output: Output, rule: Rule) -> None:
    fatal = ", fatal: a conforming client rejects the stream there" if rule.fatal else ""
    until = f" to {rule.until}" if rule.until is not None else ""
    output.line(f"{rule.code} {rule.slug}", "strong")
    output.line(f"{rule.severity.value}{fatal} · AG-UI {rule.since}{until or ' and later'}")
    output.line()
    output.line(rule.page.strip())
    output.line()
    output.line(rule.spec, "faint")


def _print_json(output: Output, rules: tuple[Rule, ...], several: bool) -> None:
    from wirelab.exports.json_report import json_text

    documents = [_document(rule) for rule in rules]
    output.line(json_text(documents if several else documents[0]))


def _document(rule: Rule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "slug": rule.slug,
        "group": rule.group,
        "severity": rule.severity.value,
        "fatal": rule.fatal,
        "since": rule.since,
        "until": rule.until,
        "summary": _first_line(rule),
        "page": rule.page.strip(),
        "spec": rule.spec,
    }


def _first_line(rule: Rule) -> str:
    return rule.page.strip().split("\n", 1)[0]
