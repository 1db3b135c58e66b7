"""``wirelab observe``: post a run and show it as it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from wirelab.cli.diagnostics import ExitCode, complain, say, worst
from wirelab.cli.filtering import FilterOption, filter_of
from wirelab.cli.output import Output
from wirelab.cli.sending import Sending, sends_a_run
from wirelab.cli.theming import ThemeOption, wear
from wirelab.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wirelab.cli.conversing import Conversation
    from wirelab.cli.watching import Watch
    from wirelab.session.session import Session
    from wirelab.views.filters import Filter


Scenes: TypeAlias = "Sequence[tuple[str, str, str, Sending]]"
"""Scenarios by name: what each shows, its URL, what is sent there."""


@sends_a_run
def observe(
    sending: Sending,
    url: Annotated[str, typer.Argument(metavar="URL")],
    plain: Annotated[bool, typer.Option("--plain", help="A line an event.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line.")] = False,
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a recording as it happens.")
    ] = None,
    times: Annotated[
        int,
        typer.Option(
            "--repeat", metavar="N", min=1, help="Run it N times, each on a new thread; compare."
        ),
    ] = 1,
    only: FilterOption = None,
    theme: ThemeOption = None,
) -> ExitCode:
    """Post a run and watch it live.

    In the TUI on a terminal, else a line an event.
    """
    if plain and as_json:
        raise UsageError("--plain and --json exclude each other")
    wear(theme)
    wanted = filter_of(only)
    if times > 1:
        screen = Output().takes_a_screen and not plain and not as_json
        return _observe_times(
            times, url, sending, as_json=as_json, record=record, wanted=wanted, screen=screen
        )
    if plain or as_json:
        return observe_here(Output(), url, sending, as_json=as_json, record=record, wanted=wanted)
    return observe_on(Output(), url, sending, record=record, wanted=wanted)


def _observe_times(
    times: int,
    url: str,
    sending: Sending,
    *,
    as_json: bool,
    record: str | None,
    wanted: Filter | None,
    screen: bool,
) -> ExitCode:
    from wirelab.cli.repeating import Repeats, check_repeated, repeat

    if screen:
        raise UsageError("--repeat has no place in the TUI: give --plain or --json with it")
    check_repeated(sending)

    def observe_once(fresh: Sending, path: str | None, repeats: Repeats) -> ExitCode:
        return observe_here(
            Output(),
            url,
            fresh,
            as_json=as_json,
            record=path,
            wanted=wanted,
            done=repeats.note,
        )

    return repeat(times, sending, record, observe_once)


def observe_on(
    output: Output,
    url: str,
    sending: Sending,
    *,
    record: str | None = None,
    demo: Scenes = (),
    wanted: Filter | None = None,
) -> ExitCode:
    """Observe in the TUI where ``output`` is a terminal, else plain; a ``demo``, given by what else
    it can show, says so there, and is not kept among the recent endpoints."""
    if output.takes_a_screen:
        return _observe_in_tui(url, sending, record, demo=demo, wanted=wanted)
    return observe_here(output, url, sending, record=record, wanted=wanted)


def observe_here(
    output: Output,
    url: str,
    sending: Sending,
    *,
    as_json: bool = False,
    record: str | None = None,
    wanted: Filter | None = None,
    done: Callable[[Session], None] = lambda session: None,
) -> ExitCode:
    """Observe on stdout; ``done`` is told of the session, unless Ctrl-C cut it short.

    Raises UsageError, SourceError, WirelabError before anything is sent.
    """
    from contextlib import nullcontext

    from wirelab.cli.conversing import Conversation
    from wirelab.cli.showing import JsonShow, PlainShow
    from wirelab.cli.watching import Watch
    from wirelab.session.inspection import Inspection
    from wirelab.transports.recorder import Recorder

    inspection = Inspection()
    session = inspection.session
    conversation = Conversation(sending, url)
    show = (
        JsonShow(output, session, url, "http", wanted)
        if as_json
        else PlainShow(output, session, wanted)
    )
    with Recorder(record) if record is not None else nullcontext() as recorder:
        watch = Watch(inspection, show, recorder)
        interrupted = _converse(conversation, session, watch)
        watch.finish()
    if not interrupted:
        done(session)
    return _exit_code(session, interrupted=interrupted, recorded=not watch.recording_failed)


def _converse(conversation: Conversation, session: Session, watch: Watch) -> bool:
    """Hold the conversation; whether Ctrl-C cut it short."""
    import asyncio

    try:
        asyncio.run(conversation.hold(session, watch.take))
    except KeyboardInterrupt:
        return True
    return False


def _exit_code(session: Session, *, interrupted: bool, recorded: bool) -> ExitCode:
    from wirelab.cli.examining import findings_code, why_not_started
    from wirelab.rules.finding import Severity

    if interrupted:
        return ExitCode.INTERRUPTED
    codes = [findings_code(session.ledger.counts, Severity.ERROR)]
    reason = why_not_started(session)
    if reason is not None:
        complain(reason)
    if reason is not None or not recorded:
        codes.append(ExitCode.FAILED)
    return worst(codes)


def _observe_in_tui(
    url: str, sending: Sending, record: str | None, *, demo: Scenes, wanted: Filter | None = None
) -> ExitCode:
    from contextlib import nullcontext

    from wirelab.cli.conversing import Conversation
    from wirelab.cli.leaving import said_on_leaving
    from wirelab.session.inspection import Inspection
    from wirelab.transports.recorder import Recorder
    from wirelab.tui.app import run_observe
    from wirelab.tui.plays import Endpoint

    notes: list[str] = []
    conversation = Conversation(sending, url, notes.append)
    inspection = Inspection()
    recorder = Recorder(record) if record is not None else None
    with said_on_leaving(inspection.session, recorder), recorder or nullcontext():
        session = run_observe(
            conversation.target,
            conversation.next_body,
            turns=1 + len(sending.later_messages),
            raw=sending.raw_input,
            automatic=conversation.automatic,
            others=[
                Endpoint(name, about, each.target(where), each.first_body)
                for name, about, where, each in demo
            ],
            inspection=inspection,
            record=recorder.take if recorder is not None else None,
            remember=not demo,
            note="demo" if demo else f"recording to {record}" if record else "",
            wanted=wanted,
        )
        complete = recorder is None or not recorder.failed
    for sentence in notes:
        say(sentence)
    return _exit_code(session, interrupted=False, recorded=complete)
