"""``wirelab cut``: part of a recording."""

from __future__ import annotations

from typing import Annotated

import typer

from wirelab.cli.diagnostics import ExitCode


def cut(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file, or a name.")],
    out: Annotated[str, typer.Argument(metavar="OUT", help="A .jsonl or .jsonl.gz file.")],
    events: Annotated[
        str | None, typer.Option(metavar="A..B", help="Events 5..12, 5.. or ..12.")
    ] = None,
    time: Annotated[
        str | None, typer.Option(metavar="A..B", help="0.5s..2s, 500ms.. or ..2s.")
    ] = None,
    run: Annotated[
        str | None, typer.Option(metavar="N|ID", help="One run, by number from 1 or by runId.")
    ] = None,
    expression: Annotated[
        str | None, typer.Option("--filter", metavar="EXPR", help="What matches, as in replay.")
    ] = None,
    close: Annotated[
        bool, typer.Option("--close", help="End what the part leaves open, and its run.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
) -> ExitCode:
    """Keep part of a recording: what all the options given have in common.

    Requests and response heads stay where anything of their exchange does; bytes, reads and times
    of what is kept are untouched. What the part leaves open stays open, unless --close is given.
    """
    from wirelab.cli.cutting import Part, closed, recording_path, write_recording
    from wirelab.cli.examining import open_named
    from wirelab.cli.unread import say_unread
    from wirelab.errors import UsageError
    from wirelab.steps.cutting import cut as cut_traffic

    path, part = recording_path(out), Part.asked(events, time, run, expression)
    if source == "-":
        raise UsageError("cut reads IN twice: name a file, not -")
    opened = open_named(source)
    kept = part.frames(opened)
    items = cut_traffic(opened.traffic(), kept.__contains__)
    title = f"part of {opened.name}"
    write_recording(closed(items) if close else items, path, title, force=force)
    return say_unread(opened)
