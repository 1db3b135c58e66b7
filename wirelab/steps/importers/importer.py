"""What an importer is, and what it may look at to recognise its format.

An importer turns a file's chunks into traffic, or into frames where the file did not keep the
bytes on the wire. What the file did not keep is None, empty or ``unknown``; it is never invented.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from wirelab.steps.step import BadLine, Header
from wirelab.wire.frame import Frame
from wirelab.wire.traffic import Traffic

HEAD = 64 * 1024
"""Bytes of a file's beginning that are enough to recognise it."""

Imported: TypeAlias = Traffic | Frame | BadLine | Header
Reader: TypeAlias = Callable[[Iterable[bytes], str], Iterator[Imported]]


class Head:
    """The beginning of a file, as recognisers look at it: up to ``HEAD`` bytes, no BOM."""

    def __init__(self, data: bytes) -> None:
        self.data = data.removeprefix(b"\xef\xbb\xbf").lstrip()
        self.text = self.data.decode("utf-8", "replace")

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def first(self) -> dict[str, Any] | None:
        """The first line if it is a JSON object, else None."""
        return json_object(self.lines[0])

    @property
    def is_document(self) -> bool:
        """Whether it begins like one JSON object that is no event."""
        if not self.text.startswith("{") or _TYPE_FIRST.match(self.text):
            return False
        return self.first is None or "type" not in self.first


_TYPE_FIRST = re.compile(r'\{\s*"type"\s*:')


@dataclass(slots=True, frozen=True)
class Importer:
    """One format.

    format: its name in reports.
    recognises: whether a file that begins so is of this format.
    read: chunks of the file and the name to call it by in errors, to what it holds. Frames are
        numbered 0. Raises SourceError where the file as a whole cannot be taken.
    examine: raises that SourceError as far as the beginning shows it already.
    """

    format: str
    recognises: Callable[[Head], bool]
    read: Reader
    examine: Callable[[Head, str], None] = lambda head, name: None


def json_object(text: str) -> dict[str, Any] | None:
    """``text`` if it is a JSON object, else None."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
