"""``wirelab proxy``: stand between a client and an agent, and see what passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from wirelab.cli.commands.serve_synthetic import say_if_open
from wirelab.cli.diagnostics import ExitCode, complain
from wirelab.cli.filtering import FilterOption, filter_of
from wirelab.cli.output import Output
from wirelab.errors import UsageError

if TYPE_CHECKING:
    from wirelab.cli.proxying import Standing
    from wirelab.views.filters import Filter


def proxy(
    upstream: Annotated[
        str | None, typer.Argument(metavar="UPSTREAM", help="The agent's URL.")
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Loopback unless you say otherwise.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", help="0 picks a free one.")] = 8790,
    record: Annotated[
        str | None, typer.Option(metavar="DIR", help="A recording for each thread, as it happens.")
    ] = None,
    keep_secrets: Annotated[
        bool, typer.Option("--keep-secrets", help="Record credentials as they are.")
    ] = False,
    fault: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=N]", help="Strike what passes with it; repeatable."),
    ] = None,
    list_faults: Annotated[
        bool, typer.Option("--list-faults", help="List those that can strike here, and leave.")
    ] = False,
    insecure: Annotated[
        bool, typer.Option("--insecure", help="Do not check the agent's certificate.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="A line an event.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line.")] = False,
    only: FilterOption = None,
) -> ExitCode:
    """Stand between any client and an agent: judge and record what passes, untouched.

    In the TUI on a terminal, else a line an event. Point the client at the URL that is printed;
    every path leads to the same path below UPSTREAM. Ctrl-C stops it.
    """
    from wirelab.cli.proxying import Standing, list_passing_faults, passing_faults

    if list_faults:
        return list_passing_faults(Output())
    if upstream is None:
        raise UsageError("UPSTREAM is missing: the URL of the agent to stand before")
    if plain and as_json:
        raise UsageError("--plain and --json exclude each other")
    if keep_secrets and record is None:
        raise UsageError("--keep-secrets is about recordings: it needs --record DIR")
    wanted, faults = filter_of(only), passing_faults(fault or [])
    standing = Standing(
        upstream,
        host,
        port,
        insecure=insecure,
        faults=faults,
        record=record,
        keep_secrets=keep_secrets,
    )
    say_if_open(host)
    if Output().takes_a_screen and not plain and not as_json:
        return _in_tui(standing, wanted)
    return _here(standing, as_json=as_json, wanted=wanted)


def _here(standing: Standing, *, as_json: bool, wanted: Filter | None) -> ExitCode:
    """Show what passes on stdout, until Ctrl-C."""
    from wirelab.cli.proxy_show import NumberedOutput, ProxyShow
    from wirelab.cli.stopping import stopped_by_signals
    from wirelab.transports.proxy.backlog import Backlog

    output, backlog = NumberedOutput(), Backlog()
    show = ProxyShow(output, as_json=as_json, wanted=wanted)
    with stopped_by_signals(backlog.stop) as stopping:
        with standing.open(backlog.put, complain, backlog.room) as base:
            standing.announce(base, as_json=as_json)
            while (news := backlog.take()) is not None:
                show.take(news)
        for news in backlog.rest():
            show.take(news)
    standing.say_what_was_recorded()
    stopping.raise_again()
    return ExitCode.INTERRUPTED


def _in_tui(standing: Standing, wanted: Filter | None) -> ExitCode:
    from wirelab.tui.proxy.app import run_proxy

    failures: list[str] = []
    try:
        run_proxy(
            standing.upstream.url,
            lambda tell: standing.open(tell, failures.append),
            note=lambda: standing.note,
            wanted=wanted,
        )
    finally:
        for sentence in failures:
            complain(sentence)
        standing.say_what_was_recorded()
    return ExitCode.FAILED if standing.recording_failed else ExitCode.ACCEPTED
