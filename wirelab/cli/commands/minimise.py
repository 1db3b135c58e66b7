"""``wirelab minimise``: the smallest stream that still shows a finding."""

from __future__ import annotations

from typing import Annotated

import typer

from wirelab.cli.diagnostics import ExitCode


def minimise(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file, or a name.")],
    out: Annotated[
        str,
        typer.Argument(
            metavar="OUT",
            help="x.jsonl: a recording; x.case.jsonl: a case; test_x.py: a test and recording.",
        ),
    ],
    code: Annotated[
        str | None, typer.Option("--code", metavar="CODE", help="Default: the gravest finding.")
    ] = None,
    event: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The finding at this event.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
) -> ExitCode:
    """Leave out of a recording whatever a finding does not need.

    What is left gets the finding, and no frame of it can be spared. The exit code is 1 where there
    is no such finding.
    """
    from wirelab.cli.minimising import Minimisation, form_of

    return Minimisation(source, form_of(out), code, event).run(force=force)
