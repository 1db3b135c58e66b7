"""``wirelab serve-synthetic``: the synthetic agent in the foreground."""

from __future__ import annotations

from typing import Annotated

import typer

from wirelab.cli.choices import speed_of
from wirelab.cli.diagnostics import ExitCode, say
from wirelab.cli.output import Output

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve_synthetic(
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Loopback unless you say otherwise.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", help="0 picks a free one.")] = 8787,
    speed: Annotated[str, typer.Option(metavar="X|max", help="2 is twice as fast.")] = "1",
    cors: Annotated[
        list[str] | None, typer.Option(metavar="ORIGIN", help="Pages that may read the answers.")
    ] = None,
) -> ExitCode:
    """Serve the synthetic agent over HTTP.

    Its URL is printed on standard output; Ctrl-C stops it.
    """
    from wirelab.synthetic.serving import serve

    pace = speed_of(speed)
    if host not in _LOOPBACK:
        say(f"LISTENING BEYOND THIS MACHINE: everybody who reaches {host} can use this agent")
    serve(host, port, bound=_announce, speed=pace, cors=cors or (), note=say)
    return ExitCode.ACCEPTED


def _announce(base: str) -> None:
    """The URL is data: a script reads it from stdout to know the port."""
    output = Output()
    output.line(base)
    output.flush()
    say(f"try wirelab observe {base}/tool-call; Ctrl-C stops the agent")
