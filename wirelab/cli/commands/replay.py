"""``wirelab replay``: a recording shown as it happened, at its recorded intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from wirelab.cli.choices import speed_of
from wirelab.cli.diagnostics import ExitCode
from wirelab.cli.filtering import FilterOption, filter_of
from wirelab.cli.output import Output
from wirelab.cli.theming import ThemeOption, wear
from wirelab.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wirelab.cli.showing import Show
    from wirelab.cli.starting_point import StartingPoint
    from wirelab.cli.watching import Watch
    from wirelab.session.session import Session
    from wirelab.transports.source import Source
    from wirelab.views.filters import Filter
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Traffic


def replay(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A file, -, or a name.")],
    speed: Annotated[str, typer.Option(metavar="X|max", help="2 is twice as fast.")] = "1",
    start: Annotated[
        str | None,
        typer.Option("--from", metavar="SEQ|TIME", help="An event's number, or 1.5s, or 800ms."),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="A line an event.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line.")] = False,
    follow: Annotated[
        bool,
        typer.Option("--follow", help="Go on as the file grows, until Ctrl-C (not in the TUI)."),
    ] = False,
    only: FilterOption = None,
    theme: ThemeOption = None,
) -> ExitCode:
    """Watch a recording at its own intervals.

    In the TUI on a terminal, else a line an event.
    """
    from wirelab.cli.examining import open_named
    from wirelab.cli.starting_point import StartingPoint

    if plain and as_json:
        raise UsageError("--plain and --json exclude each other")
    wear(theme)
    pace, point, wanted = speed_of(speed), StartingPoint.read(start), filter_of(only)
    output = Output()
    if follow:
        _check_followed(output, source, pace, chosen=plain or as_json)
        return _follow(output, source, point, as_json=as_json, wanted=wanted)
    opened = open_named(source)
    if output.takes_a_screen and not plain and not as_json:
        return _replay_in_tui(opened, pace, point, wanted)
    return _replay_here(output, opened, pace, point, as_json=as_json, wanted=wanted)


def _check_followed(output: Output, name: str, pace: float | None, *, chosen: bool) -> None:
    """Raises UsageError for what goes not together with ``--follow``."""
    if name == "-":
        raise UsageError("a pipe is followed as it is: leave out --follow")
    if pace not in (1.0, None):
        raise UsageError("--follow shows what there is at once; it excludes --speed")
    if output.takes_a_screen and not chosen:
        raise UsageError("--follow has no place in the TUI: give --plain or --json with it")


def _follow(
    output: Output, name: str, start: StartingPoint, *, as_json: bool, wanted: Filter | None
) -> ExitCode:
    from wirelab.cli.following import Following

    return Following(name, start, _shown_on(output, as_json=as_json, wanted=wanted)).run()


def _shown_on(
    output: Output, *, as_json: bool, wanted: Filter | None
) -> Callable[[Session, Source], Show]:
    from wirelab.cli.showing import JsonShow, PlainShow

    def show(session: Session, source: Source) -> Show:
        if as_json:
            return JsonShow(output, session, source.name, source.format, wanted)
        return PlainShow(output, session, wanted)

    return show


def _replay_here(
    output: Output,
    source: Source,
    speed: float | None,
    start: StartingPoint,
    *,
    as_json: bool,
    wanted: Filter | None,
) -> ExitCode:
    from wirelab.cli.watching import Watch
    from wirelab.session.inspection import Inspection

    inspection = Inspection()
    session = inspection.session
    show = _shown_on(output, as_json=as_json, wanted=wanted)(session, source)
    items, start_at_ms = start.locate(source)
    watch = Watch(inspection, show, wanted=start.reached(session))
    interrupted = _play(watch, items, speed, start_at_ms)
    watch.finish()
    code = _exit_code(session, source)
    return ExitCode.INTERRUPTED if interrupted else code


def _exit_code(session: Session, source: Source) -> ExitCode:
    """Says which lines were not read on its way."""
    from wirelab.cli.examining import findings_code
    from wirelab.cli.unread import say_unread
    from wirelab.rules.finding import Severity

    if say_unread(source) is ExitCode.FAILED:
        return ExitCode.FAILED
    return findings_code(session.ledger.counts, Severity.ERROR)


def _play(
    watch: Watch, items: Iterable[Traffic | Frame], speed: float | None, start_at_ms: float
) -> bool:
    """Play to the end; whether Ctrl-C cut it short."""
    import asyncio

    from wirelab.transports.playback import play
    from wirelab.wire.traffic import End, Ending

    async def show_all() -> None:
        async for item in play(items, speed=speed, start_at_ms=start_at_ms):
            watch.take(item)

    try:
        asyncio.run(show_all())
    except KeyboardInterrupt:
        watch.take(End(Ending.CANCELLED))
        return True
    return False


def _replay_in_tui(
    source: Source, speed: float | None, start: StartingPoint, wanted: Filter | None = None
) -> ExitCode:
    from wirelab.cli.leaving import said_on_leaving
    from wirelab.session.inspection import Inspection
    from wirelab.tui.app import run_replay

    items, begins = start.follow(source)
    inspection = Inspection()
    with said_on_leaving(inspection.session):
        session = run_replay(
            source.name,
            items,
            speed=speed,
            start_at_ms=start.at_ms,
            begins=begins,
            progress=lambda: source.progress,
            inspection=inspection,
            wanted=wanted,
        )
    return _exit_code(session, source)
