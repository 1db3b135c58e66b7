"""``--filter``: which rows of a session are shown; findings and the verdict always are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from wirelab.errors import UsageError

if TYPE_CHECKING:
    from wirelab.views.filters import Filter

FilterOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--filter",
        metavar="EXPR",
        help="Show only what matches, such as 'type:TOOL_* or sev:warning'. With --plain and "
        "--json rows that do not match are left out, findings and the verdict never; "
        "docs/filter.md has the language.",
    ),
]


def filter_of(text: str | None) -> Filter | None:
    """The filter the option says; None where it was not given. Raises UsageError."""
    from wirelab.views.filters import FilterError, parse_filter

    if text is None:
        return None
    try:
        return parse_filter(text)
    except FilterError as error:
        raise UsageError(f"--filter, {error}", picture=error.picture) from None
