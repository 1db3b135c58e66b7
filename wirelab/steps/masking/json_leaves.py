"""Where in a JSON text its strings and numbers stand, each with the path that leads to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    rb'[ \t\r\n]+|"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|[{}\[\],:]', re.DOTALL
)


@dataclass(slots=True, frozen=True)
class Leaf:
    """A string (without its quotes) or a number: ``text[start:stop]``."""

    path: Path
    start: int
    stop: int
    is_string: bool


class NotJsonError(ValueError):
    """The text is not JSON."""


@dataclass(slots=True)
class _Container:
    """An object or array under way. step: the member's name, None before it, or the index."""

    is_object: bool
    step: str | int | None


def json_leaves(text: bytes) -> Iterator[Leaf]:
    """The leaves in order; names of members are none.

    Raises NotJsonError, perhaps late, where there are no tokens; a text that is made of tokens and
    no JSON all the same may pass.
    """
    containers: list[_Container] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise NotJsonError(f"no JSON at byte {at}")
        start, at = at, token.end()
        first = text[start : start + 1]
        inner = containers[-1] if containers else None
        if first == b'"' and inner is not None and inner.step is None:
            inner.step = _name(token[0])
        elif first == b'"':
            yield Leaf(_path(containers), start + 1, at - 1, is_string=True)
        elif first in b"-0123456789":
            yield Leaf(_path(containers), start, at, is_string=False)
        else:
            _take_mark(containers, first)


def _take_mark(containers: list[_Container], mark: bytes) -> None:
    inner = containers[-1] if containers else None
    if mark == b"{":
        containers.append(_Container(True, None))
    elif mark == b"[":
        containers.append(_Container(False, 0))
    elif inner is not None and mark in b"}]":
        containers.pop()
    elif inner is not None and mark == b",":
        inner.step = None if inner.is_object else int(inner.step or 0) + 1


def _path(containers: list[_Container]) -> Path:
    return tuple("" if each.step is None else each.step for each in containers)


def _name(token: bytes) -> str:
    try:
        name = json.loads(token)
    except ValueError:
        raise NotJsonError("a name is no string") from None
    return str(name)
