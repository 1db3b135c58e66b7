"""``wirelab scenarios``: what the synthetic agent can play, and what verdict it must get."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wirelab.cli.choices import nearest, one_of
from wirelab.cli.diagnostics import ExitCode
from wirelab.cli.output import Output
from wirelab.errors import UsageError

if TYPE_CHECKING:
    from wirelab.synthetic.scenario import Scenario


def scenarios(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME | check FILE", help="One scenario: chat, or a file."),
    ] = None,
    format: Annotated[str, typer.Option(metavar="text|json")] = "text",
) -> ExitCode:
    """The scenarios of the synthetic agent.

    With a name: what that one shows, and what verdict it must get. With a file: the same, once it
    is checked. check: says what is wrong with files, and with those in folders, by line.
    """
    one_of("--format", format, ("text", "json"))
    first, *more = words or [""]
    if first == "check":
        from wirelab.cli.checking_scenarios import check_scenarios

        return check_scenarios(more, as_json=format == "json")
    if more:
        raise UsageError("only one scenario is shown; several files: wirelab scenarios check")
    return _show(first or None, format)


def _show(name: str | None, format: str) -> ExitCode:
    from wirelab.synthetic.scenario_reader import load_bundled, load_scenario

    from_file = name is not None and Path(name).suffix == ".jsonl"
    if name is not None and from_file:
        path, name = Path(name), Path(name).stem
        known = {name: load_scenario(name, path)}
    else:
        known = load_bundled()
    if name is not None and name not in known:
        near = nearest(name, list(known)) or "; wirelab scenarios lists them"
        raise UsageError(f"no scenario is called {name}{near}")
    output = Output()
    chosen = list(known.values()) if name is None else [known[name]]
    if format == "json":
        _print_json(output, chosen, several=name is None)
    elif name is None:
        _print_table(output, chosen)
    else:
        _print_one(output, chosen[0])
        if not from_file:
            output.line(f"play it: wirelab serve-synthetic, then POST to /{name}", "faint")
    return ExitCode.ACCEPTED


def _print_table(output: Output, chosen: list[Scenario]) -> None:
    for scenario in chosen:
        output.line(f"{scenario.name:<16} {_verdict(scenario)}", "strong")
        for line in textwrap.wrap(scenario.about, 76):
            output.line(f"    {line}")


def _print_one(output: Output, scenario: Scenario) -> None:
    output.line(f"{scenario.name}: {scenario.title}", "strong")
    for line in textwrap.wrap(scenario.about, 80):
        output.line(line)
    output.line(f"verdict: {_verdict(scenario)}")


def _print_json(output: Output, chosen: list[Scenario], *, several: bool) -> None:
    from wirelab.exports.json_report import json_text

    documents = [_document(scenario) for scenario in chosen]
    output.line(json_text(documents if several else documents[0]))


def _document(scenario: Scenario) -> dict[str, Any]:
    return {
        "name": scenario.name,
        "title": scenario.title,
        "about": scenario.about,
        "verdict": scenario.verdict,
        "findings": list(scenario.findings),
        "capabilities": scenario.capabilities,
    }


def _verdict(scenario: Scenario) -> str:
    found = f" ({', '.join(scenario.findings)})" if scenario.findings else ""
    return scenario.verdict + found
