"""``wirelab convert``: a recording in the format of another tool, or of ours."""

from __future__ import annotations

from typing import Annotated

import typer

from wirelab.cli.diagnostics import ExitCode
from wirelab.errors import UsageError


def convert(
    source: Annotated[
        str | None, typer.Argument(metavar="IN", help="A file, -, or a name.", show_default=False)
    ] = None,
    out: Annotated[
        str | None, typer.Argument(metavar="OUT", help="A file, or -.", show_default=False)
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="Default: by the ending of OUT.")
    ] = None,
    exchange: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Only the Nth request and its answer.")
    ] = None,
    keep_secrets: Annotated[
        bool, typer.Option("--keep-secrets", help="Leave credentials in headers and URLs.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
    show: Annotated[bool, typer.Option("--list", help="List the formats.")] = False,
) -> ExitCode:
    """Write a recording in another format.

    The formats are recordings, events, SSE text, HAR, those of other AG-UI tools, curl commands,
    a pytest test, a page that replays it in a browser and a Markdown report. OUT.gz is compressed.
    What a format cannot hold is said on standard error.
    """
    from wirelab.cli.converting import Conversion, list_formats, target_of

    if show:
        list_formats()
        return ExitCode.ACCEPTED
    if source is None or out is None:
        raise UsageError("convert takes IN and OUT, two files; --list shows the formats")
    target = target_of(out, to)
    return Conversion(source, target, exchange, keep_secrets=keep_secrets, force=force).run()
