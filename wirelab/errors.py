"""What can go wrong with an operation of Wire Lab itself, never with a stream under test.

A broken stream is findings, and a peer that cannot be reached is how an exchange ended; these are
for a file that cannot be read, a scenario that does not load, a word that is off. Each carries one
sentence a person can act on.

    WirelabError
    ├── UsageError        the command's words are off             exit 2
    │   └── FilterError   a filter is (``views.filters``)         exit 2
    ├── SourceError       a source cannot be read                 exit 3
    └── ScenarioError     a scenario does not load (line, reason) exit 3
"""

from __future__ import annotations

from collections.abc import Sequence


class WirelabError(Exception):
    """An operation failed; ``str()`` is the sentence to show.

    picture: lines that show the place, safe to print; under the sentence, where there are any.
    """

    exit_code = 3

    def __init__(self, *sentence: object, picture: Sequence[str] = ()) -> None:
        super().__init__(*sentence)
        self.picture = picture


class UsageError(WirelabError):
    """The caller's words are off: an option, a name, a value."""

    exit_code = 2


class SourceError(WirelabError):
    """A source (file, folder, pipe) cannot be read as anything Wire Lab knows."""


class ScenarioError(WirelabError):
    """A scenario does not load; the message names the file, the line and the reason."""
