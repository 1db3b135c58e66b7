"""``wirelab diff``: two streams compared by what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from wirelab.cli.diagnostics import ExitCode
from wirelab.cli.sending import Sending, sends_a_run

if TYPE_CHECKING:
    from wirelab.exports.diff_report import DiffReport


@sends_a_run
def diff(
    sending: Sending,
    first: Annotated[str, typer.Argument(metavar="A", help="A file, -, a name or a URL.")],
    second: Annotated[str, typer.Argument(metavar="B", help="What to compare with it.")],
    format: Annotated[
        str | None, typer.Option(metavar="text|json|markdown", help="Default: text.")
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="chunking,raw",
            help="Do not compare these either; ids and timestamps never are.",
        ),
    ] = None,
    exact: Annotated[
        list[str] | None,
        typer.Option(metavar="ids,timestamps,chunking", help="Compare these after all."),
    ] = None,
    timing: Annotated[
        str | None,
        typer.Option(metavar="TOLERANCE", help="Compare times, as far apart as 500ms or 20%."),
    ] = None,
    events: Annotated[bool, typer.Option("--events", help="Show the events as well.")] = False,
    golden: Annotated[
        bool, typer.Option("--golden", help="A is what is expected of B; chunking is ignored.")
    ] = False,
    update: Annotated[
        bool, typer.Option("--update", help="With --golden: write A where it differs.")
    ] = False,
    tui: Annotated[bool, typer.Option("--tui", help="Side by side, to look through.")] = False,
) -> ExitCode:
    """Compare two streams by what they mean.

    Says which runs, messages, tool calls and so on were added, removed, changed or moved, and
    which findings came or went. Exit codes: 0 no difference, 1 different, 3 not read.
    """
    from wirelab.cli.comparing import Comparing, ignored_words, tolerance_of

    comparing = Comparing(
        sending,
        format=format,
        ignored=ignored_words(ignore or (), exact or (), golden=golden),
        tolerance=tolerance_of(timing),
        with_events=events,
        golden=golden,
        update=update,
        look=_side_by_side if tui else None,
    )
    return comparing.run(first, second)


def _side_by_side(report: DiffReport) -> None:
    from wirelab.tui.side_by_side.app import show_side_by_side

    show_side_by_side(report)
