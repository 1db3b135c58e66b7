"""The sources that the words of a command line name: folders and patterns become the files in them.

A pattern is expanded here as a shell would, for shells and configuration files that do not. What
exists under its literal name is taken literally, whatever characters it is made of.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wirelab.cli.sending import is_url

KNOWN_SUFFIXES = (".jsonl", ".ndjson", ".sse")
"""What a folder is searched for; any other file is read when it is named itself."""
_READ_INDEX = ".chunks.jsonl"


@dataclass(slots=True, frozen=True)
class Named:
    """One source, or a word that names none: ``error`` says why."""

    name: str
    error: str | None = None


def expand(words: Iterable[str]) -> Iterator[Named]:
    """Each source once, in order; folders and patterns sorted by path."""
    seen: set[str] = set()
    for word in words:
        for named in _named(word):
            is_file = not is_url(named.name) and named.name != "-" and named.error is None
            if not (is_file and named.name in seen):
                yield named
            seen.add(named.name)


def may_be_several(words: list[str]) -> bool:
    """Folders and patterns count as several, whatever is in them: their output keeps one shape."""
    return len(words) > 1 or _is_folder(words[0]) or _is_pattern(words[0])


def _named(word: str) -> Iterator[Named]:
    if _is_folder(word):
        yield from _in_folder(word)
    elif _is_pattern(word):
        yield from _matching(word)
    else:
        yield Named(word)


def _in_folder(folder: str) -> Iterator[Named]:
    found = sorted(filter(_is_known, Path(folder).rglob("*")))
    if not found:
        yield Named(folder, f"{folder} holds no {', '.join(KNOWN_SUFFIXES)} file")
    yield from (Named(str(path)) for path in found)


def _matching(pattern: str) -> Iterator[Named]:
    """The files that match; folders that do are searched, unless ``**`` did that already."""
    matches = sorted(glob.glob(pattern, recursive=True))
    found = [match for match in matches if os.path.isfile(match)]
    folders = [match for match in matches if os.path.isdir(match) and "**" not in pattern]
    if "**" in pattern:
        found = [match for match in found if not match.endswith(_READ_INDEX)]
    if not found and not folders:
        yield Named(pattern, f"{pattern} matches no file")
    yield from (Named(match) for match in found)
    for folder in folders:
        yield from _in_folder(folder)


def _is_folder(word: str) -> bool:
    # Unlike pathlib's, these functions take any text for an answer: no name, one far too long.
    return not is_url(word) and word != "-" and os.path.isdir(word)


def _is_pattern(word: str) -> bool:
    return not is_url(word) and glob.has_magic(word) and not os.path.lexists(word)


def _is_known(path: Path) -> bool:
    if path.suffix not in KNOWN_SUFFIXES or not path.is_file():
        return False
    return not path.name.endswith(_READ_INDEX)
