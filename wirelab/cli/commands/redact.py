"""``wirelab redact``: a recording that can be shown around, and the proof that it says the same."""

from __future__ import annotations

from typing import Annotated

import typer

from wirelab.cli.diagnostics import ExitCode


def redact(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file, or a name.")],
    out: Annotated[str, typer.Argument(metavar="OUT", help="A .jsonl or .jsonl.gz file.")],
    also: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GROUPS",
            help="Contents too: text,reasoning,toolArgs,toolResults,state,input or all.",
        ),
    ] = None,
    env: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Take the value of this environment variable out too."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
) -> ExitCode:
    """Take secrets out of a recording, and contents where asked.

    Always gone are credentials in headers and URLs, and the values of environment variables named
    like secrets. Contents are masked letter by letter: sizes, reads, times, types, ids, keys and
    patch paths stay. OUT is judged and compared with IN; it is written only where it gets the same
    findings, else the exit code is 1.
    """
    from wirelab.cli.redacting import Redaction, asked_groups, secret_values

    redaction = Redaction(source, out, asked_groups(also or []), secret_values(env or []))
    return redaction.run(force=force)
