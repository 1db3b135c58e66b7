"""``wirelab serve-synthetic``: the synthetic agent in the foreground."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wirelab.cli.choices import one_of, speed_of
from wirelab.cli.diagnostics import ExitCode, say
from wirelab.cli.output import Output
from wirelab.errors import UsageError

if TYPE_CHECKING:
    from wirelab.synthetic.faults import AskedFault
    from wirelab.synthetic.faults.fault import Fault

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve_synthetic(
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Loopback unless you say otherwise.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", help="0 picks a free one.")] = 8787,
    speed: Annotated[str, typer.Option(metavar="X|max", help="2 is twice as fast.")] = "1",
    scenarios: Annotated[
        str | None, typer.Option(metavar="DIR", help="Your own, read again when they change.")
    ] = None,
    speak: Annotated[
        str | None, typer.Option(metavar="1.0|1.1", help="The protocol version to answer with.")
    ] = None,
    fault: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=N]", help="Strike every run with it; repeatable."),
    ] = None,
    list_faults: Annotated[
        bool, typer.Option("--list-faults", help="List them and leave.")
    ] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Where faults strike.")] = None,
    start: Annotated[
        str | None,
        typer.Option("--from", metavar="SEQ|TIME", help="What comes before it is sent at once."),
    ] = None,
    max_body: Annotated[
        int,
        typer.Option("--max-body", metavar="BYTES", help="Refuse a larger request (413).", min=1),
    ] = 8 * 1024 * 1024,
    grace: Annotated[
        int, typer.Option(metavar="SECONDS", help="For runs to finish when it is stopped.", min=0)
    ] = 0,
    cors: Annotated[
        list[str] | None, typer.Option(metavar="ORIGIN", help="Pages that may read the answers.")
    ] = None,
) -> ExitCode:
    """Serve the synthetic agent over HTTP.

    Its URL is printed on standard output; Ctrl-C stops it, and cuts the runs under way once they
    had their --grace.
    """
    from wirelab.cli.starting_point import StartingPoint
    from wirelab.protocol.versions import KNOWN, NEWEST
    from wirelab.synthetic.head_start import HeadStart
    from wirelab.synthetic.scenario_folder import ScenarioFolder
    from wirelab.synthetic.serving import serve

    if list_faults:
        return _list_faults()
    pace, faults = speed_of(speed), read_faults(fault or [])
    version = one_of("--speak", speak, KNOWN) if speak is not None else NEWEST
    point = StartingPoint.read(start)
    own = ScenarioFolder(Path(scenarios), say) if scenarios is not None else None
    say_if_open(host)
    serve(
        host,
        port,
        bound=_announce,
        scenarios=own,
        version=version,
        speed=pace,
        cors=cors or (),
        faults=faults,
        seed=seed,
        advice=_advice,
        note=say,
        start=HeadStart(point.event, point.at_ms),
        most_body_bytes=max_body,
        grace_s=grace,
    )
    return ExitCode.ACCEPTED


def _advice(code: str) -> str:
    """What a client should do where the rule is broken."""
    from wirelab.rules.catalog import all_rules
    from wirelab.rules.finding import Severity

    rule = next((each for each in all_rules() if each.code == code), None)
    if rule is None or rule.opinion:
        return ""
    if rule.fatal:
        return "refuse the stream there, and say so: nothing behind it is delivered"
    if rule.severity is Severity.ERROR:
        return "carry on; the fault is the producer's"
    return "carry on without what is lost" if rule.severity is Severity.WARNING else "carry on"


def say_if_open(host: str) -> None:
    """An agent that others than this machine can reach is said loudly."""
    if host not in LOOPBACK:
        say(f"LISTENING BEYOND THIS MACHINE: everybody who reaches {host} can use this agent")


def read_faults(asked: list[str]) -> list[AskedFault]:
    """The faults of ``--fault``. Raises UsageError."""
    from wirelab.synthetic.faults import UnknownFaultError, read_fault

    try:
        return [read_fault(each) for each in asked]
    except UnknownFaultError as error:
        raise UsageError(f"--fault: {error}; --list-faults lists them") from None


def _list_faults() -> ExitCode:
    from wirelab.synthetic.faults import FAULTS

    output = Output()
    for text in fault_lines(FAULTS.values()):
        output.line(text)
    return ExitCode.ACCEPTED


def fault_lines(faults: Iterable[Fault], need_number: Collection[str] = ()) -> Iterator[str]:
    """A line for each fault. need_number: those that cannot do without theirs."""
    for fault in faults:
        asked = fault.name
        if fault.number:
            asked += "=N" if fault.default is None else f"={fault.default:g}"
        asked += f"[={fault.word.rsplit(' ', 1)[-1].upper()}]" if fault.word else ""
        needed = ", needed" if fault.name in need_number else ""
        number = f" (N: {fault.number}{needed})" if fault.number else ""
        yield f"{asked:<18} {fault.about}{number}"


def _announce(base: str) -> None:
    """The URL is data: a script reads it from stdout to know the port."""
    output = Output()
    output.line(base)
    output.flush()
    say(f"try wirelab observe {base}/tool-call; Ctrl-C stops the agent")
