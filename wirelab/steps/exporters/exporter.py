"""What an exporter is, and what an export may tell of itself.

An exporter turns traffic into the bytes of a file. What its format has no place for is counted in
the ``Export``, so that whoever asked can be told; nothing is dropped without a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from wirelab.wire.frame import Frame
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

Item: TypeAlias = Traffic | Frame

PARTS = ("bytes", "times", "request", "response", "end")
"""What a format may keep of traffic beside the data of its events."""

_WORDS = {
    "bytes": "the bytes as they came",
    "times": "times",
    "request": "requests",
    "response": "heads of responses",
    "end": "how it ended",
}


@dataclass(slots=True)
class Export:
    """One export.

    name: what to call the source. title: what its header says of it.
    missing: parts that the source has and the format does not keep. left_out: nouns of single
        things that found no place, with their counts. notes: further sentences.
    """

    name: str
    title: str = ""
    missing: set[str] = field(default_factory=set)
    left_out: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def note(self, sentence: str) -> None:
        """Say it once."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def sentences(self, format_: str) -> list[str]:
        """What is to be said once everything is written."""
        parts = [_WORDS[part] for part in PARTS if part in self.missing]
        counts = [f"{count} {noun}{'s' * (count > 1)}" for noun, count in self.left_out.items()]
        lost = parts + counts
        return ([f"{format_} does not hold: {', '.join(lost)}"] if lost else []) + self.notes


Write: TypeAlias = Callable[[Iterable[Item], Export], Iterator[bytes]]


@dataclass(slots=True, frozen=True)
class Exporter:
    """One format.

    format: its name. suffixes: endings of file names that ask for it. about: a line about it.
    keeps: those of ``PARTS`` that it has a place for.
    write: traffic to the bytes of a file. Raises WirelabError for what it cannot take at all.
    holds_one: it has a place for one exchange only.
    beside: the format of a second file that the first one names; else empty.
    takes_protobuf: a stream of protobuf has a place in it; else it is refused.
    """

    format: str
    suffixes: tuple[str, ...]
    about: str
    keeps: frozenset[str]
    write: Write
    holds_one: bool = False
    beside: str = ""
    takes_protobuf: bool = False


def parts_of(item: Item) -> Iterator[str]:
    """What of ``PARTS`` a piece of traffic has."""
    if item.at_ms is not None:
        yield "times"
    match item:
        case Request():
            yield "request"
        case Response():
            yield "response"
        case Read():
            yield "bytes"
        case End(how=how) if how is not Ending.UNKNOWN:
            yield "end"
