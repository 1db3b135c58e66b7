"""What is said about the lines of a source that could not be read, and the exit code they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.cli.diagnostics import ExitCode, complain

if TYPE_CHECKING:
    from wirelab.transports.source import Source

_MOST = 10


class Unread:
    """Says the first few of a source's unreadable lines, as they become known."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._said = 0

    def say(self) -> None:
        """Those that were not said yet."""
        for bad in self._source.bad_lines[self._said : _MOST]:
            where = f", line {bad.line}" if bad.line else ""
            complain(f"{self._source.name}{where}: {bad.reason}")
            self._said += 1

    def say_how_many_more(self) -> None:
        """How many there are beyond the few; nothing where there are none."""
        more = self._source.bad_line_count - _MOST
        if more > 0:
            complain(f"{self._source.name}: {more} more could not be read")


def say_unread(source: Source) -> ExitCode:
    """Says which lines were not read, the first few one by one: 3 where one is damaged, else 0."""
    unread = Unread(source)
    unread.say()
    unread.say_how_many_more()
    damaged = any(not bad.cut_off for bad in source.bad_lines)
    return ExitCode.FAILED if damaged else ExitCode.ACCEPTED
