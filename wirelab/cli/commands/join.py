"""``wirelab join``: recordings one after the other, as one conversation."""

from __future__ import annotations

from typing import Annotated

import typer

from wirelab.cli.diagnostics import ExitCode, worst


def join(
    sources: Annotated[list[str], typer.Argument(metavar="IN... OUT", help="Files, or names.")],
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
) -> ExitCode:
    """Join recordings: the exchanges of each follow those of the one before.

    The turns of a thread that were recorded apart are then judged as the conversation they are.
    Times go on where the recording before ended.
    """
    from wirelab.cli.cutting import recording_path, write_recording
    from wirelab.cli.examining import open_named
    from wirelab.cli.unread import say_unread
    from wirelab.errors import UsageError
    from wirelab.steps.joining import joined

    if len(sources) < 3:
        raise UsageError("join takes two recordings or more, and the file to write")
    *names, out = sources
    path, opened = recording_path(out), [open_named(name) for name in names]
    title = ", ".join(source.name for source in opened)
    write_recording(joined(source.traffic() for source in opened), path, title, force=force)
    return worst([say_unread(source) for source in opened])
