"""``wirelab serve-recording``: a recording as an endpoint, for a client to be tried on."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Annotated

import typer

from wirelab.cli.choices import speed_of
from wirelab.cli.commands.serve_synthetic import read_faults, say_if_open
from wirelab.cli.diagnostics import ExitCode, say
from wirelab.cli.output import Output
from wirelab.errors import SourceError

if TYPE_CHECKING:
    from wirelab.synthetic.player import Gate


def serve_recording(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A file, -, or a name.")],
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Loopback unless you say otherwise.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", help="0 picks a free one.")] = 8787,
    speed: Annotated[str, typer.Option(metavar="X|max", help="2 is twice as fast.")] = "1",
    step: Annotated[
        bool, typer.Option("--step", help="A write for each Enter, or each POST /_next.")
    ] = False,
    verbatim: Annotated[
        bool, typer.Option("--verbatim", help="Leave thread and run ids as they were.")
    ] = False,
    fault: Annotated[
        list[str] | None, typer.Option(metavar="NAME[=N]", help="As serve-synthetic has them.")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option("--from", metavar="SEQ|TIME", help="What comes before it is sent at once."),
    ] = None,
    grace: Annotated[
        int, typer.Option(metavar="SECONDS", help="For runs to finish when it is stopped.", min=0)
    ] = 0,
    cors: Annotated[
        list[str] | None, typer.Option(metavar="ORIGIN", help="Pages that may read the answers.")
    ] = None,
) -> ExitCode:
    """Serve a recording over HTTP: same bytes, same writes, same intervals.

    Every POST gets the next exchange; behind the last comes the first again. Its URL is printed on
    standard output; Ctrl-C stops it.
    """
    from wirelab.cli.examining import open_named
    from wirelab.cli.starting_point import StartingPoint
    from wirelab.cli.unread import say_unread
    from wirelab.synthetic.player import Gate
    from wirelab.synthetic.recorded_run import recorded_runs
    from wirelab.synthetic.recording_app import Recorded, create_recording_app
    from wirelab.synthetic.serving import serve_app

    pace, faults = speed_of(speed), tuple(read_faults(fault or []))
    opened = open_named(source)
    items, from_ms = StartingPoint.read(start).locate(opened)
    runs = list(recorded_runs(items, from_ms))
    say_unread(opened)
    if not runs:
        raise SourceError(f"{source} holds no answer that could be served")
    gate = Gate() if step else None
    first = sum(run.over_ms is not None and run.over_ms < from_ms for run in runs)
    recorded = Recorded(runs, pace, verbatim, faults, gate, say, first)
    say_if_open(host)
    if gate is not None:
        _step_by_keys(gate)
    serve_app(
        create_recording_app(recorded, cors or ()), host, port, bound=_announce, grace_s=grace
    )
    return ExitCode.ACCEPTED


def _step_by_keys(gate: Gate) -> None:
    """Every line on standard input, where it is a terminal, lets one write through."""
    if sys.stdin is None or not sys.stdin.isatty():
        return

    def read() -> None:
        for _ in sys.stdin:
            gate.let_one_through()

    threading.Thread(target=read, name="wirelab-step", daemon=True).start()


def _announce(base: str) -> None:
    output = Output()
    output.line(base)
    output.flush()
    say(f"try wirelab observe {base}/; Ctrl-C stops it")
