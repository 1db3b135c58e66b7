"""What is said about the lines of a source that could not be read, and the exit code they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.cli.diagnostics import ExitCode, complain

if TYPE_CHECKING:
    from wirelab.transports.source import Source

_MOST = 10


def say_unread(source: Source) -> ExitCode:
    """Says which lines were not read, the first few one by one: 3 where one is damaged, else 0."""
    for bad in source.bad_lines[:_MOST]:
        where = f", line {bad.line}" if bad.line else ""
        complain(f"{source.name}{where}: {bad.reason}")
    more = source.bad_line_count - _MOST
    if more > 0:
        complain(f"{source.name}: {more} more could not be read")
    damaged = any(not bad.cut_off for bad in source.bad_lines)
    return ExitCode.FAILED if damaged else ExitCode.ACCEPTED
