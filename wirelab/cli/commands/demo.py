"""``wirelab demo``: the synthetic agent, observed, with nothing set up."""

from __future__ import annotations

from typing import Annotated

import typer

from wirelab.cli.commands.observe import observe_on
from wirelab.cli.diagnostics import ExitCode, say
from wirelab.cli.output import Output
from wirelab.cli.sending import Sending
from wirelab.cli.theming import ThemeOption, wear
from wirelab.errors import UsageError

_QUESTION = "What is the weather in Lisbon?"
_TOOLS = {
    "frontend-tool": """[{"name": "get_location", "description": "Where the user is now.",
        "parameters": {"type": "object", "properties":
            {"precision": {"type": "string", "enum": ["city", "street"]}}}}]"""
}
"""What the client of a scenario has to offer, for the scenario to show anything."""


def demo(
    scenario: Annotated[str, typer.Argument(help="See: wirelab scenarios.")] = "tool-call",
    answers: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Answers to the agent's interrupts and client tools."),
    ] = None,
    theme: ThemeOption = None,
) -> ExitCode:
    """Observe the synthetic agent: no set-up.

    It listens on a free loopback port for as long as the demo lasts.
    """
    from wirelab.steps.bundled import about_scenarios, near, scenario_names
    from wirelab.synthetic.serving import running_agent

    wear(theme)
    if scenario not in scenario_names():
        proposed = near(scenario, scenario_names()) or "; wirelab scenarios lists them"
        raise UsageError(f"no scenario is called {scenario}{proposed}")
    with running_agent() as base:
        url = f"{base}/{scenario}"
        scenes = [
            (name, about, f"{base}/{name}", _sending(name)) for name, about in about_scenarios()
        ]
        code = observe_on(Output(), url, _sending(scenario, answers), demo=scenes)
    say(f"the demo served the scenario {scenario} at {url} and observed it; both have ended")
    return code


def _sending(scenario: str, answers: str | None = None) -> Sending:
    return Sending(message=[_QUESTION], tools=_TOOLS.get(scenario), answers=answers)
