"""``wirelab rules``: the catalogue, or one rule's page with examples from its cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from wirelab.cli.diagnostics import ExitCode
from wirelab.cli.output import Output
from wirelab.cli.rule_choice import the_rule

if TYPE_CHECKING:
    from wirelab.rules.rule import Rule
    from wirelab.steps.cases import Case

_FORMATS = ("text", "json", "markdown")
_TITLES = ("A stream where it fires", "A stream where it is silent")


def rules(
    code: Annotated[str | None, typer.Argument(help="A code or slug: MSG002.")] = None,
    format: Annotated[str, typer.Option(metavar="text|json|markdown")] = "text",
) -> ExitCode:
    """The rule catalogue; or one rule's page, with a stream where it fires and one where not."""
    from wirelab.cli.choices import one_of
    from wirelab.rules.catalog import all_rules

    one_of("--format", format, _FORMATS)
    output = Output()
    if code is not None:
        _ONE[format](output, the_rule(code))
    else:
        _ALL[format](output, all_rules())
    return ExitCode.ACCEPTED


def _print_table(output: Output, rules: tuple[Rule, ...]) -> None:
    from wirelab.exports.rule_page import summary

    for rule in rules:
        severity = rule.severity.value + ("!" if rule.fatal else "~" if rule.opinion else "")
        output.line(f"{rule.code:<8} {severity:<8} {rule.slug:<36} {summary(rule)}")
    output.line()
    output.line(f"{len(rules)} rules. !: fatal, a client stops there. ~: what some client does.")
    output.line("wirelab rules CODE: one rule's page, with examples.")


def _print_catalogue(output: Output, rules: tuple[Rule, ...]) -> None:
    from wirelab.exports.rule_catalogue import catalogue_markdown

    for piece in catalogue_markdown(rules):
        output.write(piece)


def _print_all_json(output: Output, rules: tuple[Rule, ...]) -> None:
    from wirelab.exports.json_report import json_text
    from wirelab.exports.rule_catalogue import rule_json

    output.line(json_text([rule_json(rule) for rule in rules]))


def _print_page(output: Output, rule: Rule) -> None:
    from wirelab.exports.rule_catalogue import severity_words, version_words
    from wirelab.views.example_lines import example_lines

    fatal = ": a conforming client rejects the stream there" if rule.fatal else ""
    opinion = ": never counts for --fail-on" if rule.opinion else ""
    output.line(f"{rule.code} {rule.slug}", "strong")
    output.line(f"{severity_words(rule)}{fatal}{opinion} · {version_words(rule)}")
    output.line()
    output.line(rule.page.strip())
    for title, case in _examples(rule):
        output.line()
        output.line(f"{title}: {case.head.name}", "strong")
        for text, tone in example_lines(case, rule):
            output.line(text, tone)
    output.line()
    output.line(rule.spec, "faint")


def _print_markdown(output: Output, rule: Rule) -> None:
    from wirelab.exports.rule_catalogue import rule_markdown
    from wirelab.views.example_lines import example_lines

    output.write(rule_markdown(rule))
    for title, case in _examples(rule):
        lines = "\n".join(text for text, _ in example_lines(case, rule))
        output.write(f"\n#### {title}: {case.head.name}\n\n~~~text\n{lines}\n~~~\n")


def _print_one_json(output: Output, rule: Rule) -> None:
    from wirelab.exports.json_report import json_text
    from wirelab.exports.rule_catalogue import rule_json

    keys = dict(zip(_TITLES, ("failing", "passing"), strict=True))
    found = {keys[title]: _example_json(case, rule) for title, case in _examples(rule)}
    output.line(json_text(rule_json(rule) | {"examples": found}))


def _example_json(case: Case, rule: Rule) -> dict[str, Any]:
    from wirelab.steps.step_codec import write_step
    from wirelab.views.example_lines import messages_at

    return {
        "name": case.head.name,
        "input": case.head.input,
        "steps": [write_step(step).decode().rstrip("\n") for step in case.steps],
        "messages": [message for step in case.steps for message in messages_at(step, rule)],
    }


def _examples(rule: Rule) -> list[tuple[str, Case]]:
    """What the rule's case file has to show, each under its title."""
    from wirelab.steps.bundled import cases_path
    from wirelab.steps.cases import examples, read_cases

    path = cases_path(rule.code)
    if path is None:
        return []
    with path.open("rb") as file:
        chosen = examples(read_cases(file, path.name), rule.code)
    return [(title, case) for title, case in zip(_TITLES, chosen, strict=True) if case is not None]


_ONE = {"text": _print_page, "json": _print_one_json, "markdown": _print_markdown}
_ALL = {"text": _print_table, "json": _print_all_json, "markdown": _print_catalogue}
