"""``wirelab schema``: the JSON Schema that events are held against."""

from __future__ import annotations

from typing import Annotated

import typer

from wirelab.cli.choices import one_of
from wirelab.cli.diagnostics import ExitCode
from wirelab.cli.output import Output


def schema(
    spec: Annotated[
        str | None, typer.Option(metavar="VERSION", help="Default: the newest known.")
    ] = None,
) -> ExitCode:
    """The JSON Schema (2020-12) in use."""
    import json

    from wirelab.protocol.versions import KNOWN, NEWEST
    from wirelab.protocol.versions import schema as schema_of

    version = one_of("--spec", NEWEST if spec is None else spec, KNOWN)
    Output().line(json.dumps(schema_of(version), indent=2, ensure_ascii=False))
    return ExitCode.ACCEPTED
