"""``wirelab demo``: the synthetic agent, observed, with nothing set up."""

from __future__ import annotations

from wirelab.cli.commands.observe import observe_on
from wirelab.cli.diagnostics import ExitCode, say
from wirelab.cli.output import Output
from wirelab.cli.sending import Sending

_SCENARIO = "tool-call"
_QUESTION = "What is the weather in Lisbon?"


def demo() -> ExitCode:
    """Observe the synthetic agent: no set-up.

    It listens on a free loopback port for as long as the demo lasts.
    """
    from wirelab.synthetic.serving import running_agent

    with running_agent() as base:
        url = f"{base}/{_SCENARIO}"
        code = observe_on(Output(), url, Sending(message=[_QUESTION]), note="demo")
    say(f"the demo served the scenario {_SCENARIO} at {url} and observed it; both have ended")
    return code
