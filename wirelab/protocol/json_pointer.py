"""JSON Pointer (RFC 6901): where in a document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class PointerError(ValueError):
    """Not a JSON Pointer, or it leads nowhere; ``str()`` says which and why."""


def parse(pointer: str) -> tuple[str, ...]:
    """The reference tokens, unescaped; () is the whole document. Raises PointerError."""
    if not pointer:
        return ()
    if pointer[0] != "/":
        raise PointerError('a JSON Pointer is "" or begins with "/"')
    if "~" not in pointer:
        return tuple(pointer[1:].split("/"))
    return tuple(_unescape(token) for token in pointer[1:].split("/"))


def format(tokens: Iterable[str | int]) -> str:
    """The pointer that names these members and indices."""
    return "".join(f"/{_escape(str(token))}" for token in tokens)


def resolve(document: Any, pointer: str) -> Any:
    """The value a pointer names. Raises PointerError where there is none."""
    value = document
    for token in parse(pointer):
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and (index := array_index(token)) is not None:
            if index >= len(value):
                raise PointerError(f"the array has {len(value)} items, none at {index}")
            value = value[index]
        else:
            raise PointerError("there is nothing at this place")
    return value


def nearest(document: Any, pointer: str) -> str:
    """The deepest place on the way that is there: of a missing member, what it is missing from."""
    while pointer:
        try:
            resolve(document, pointer)
        except PointerError:
            pointer = pointer.rpartition("/")[0]
        else:
            break
    return pointer


def array_index(token: str) -> int | None:
    """The index a token names; None unless it is digits without a leading zero."""
    if not (token.isascii() and token.isdigit()) or (token[0] == "0" and token != "0"):
        return None
    # Beyond any array; int() itself refuses very long texts.
    return int(token) if len(token) <= 18 else 10**18


def _unescape(token: str) -> str:
    for part in token.split("~")[1:]:
        if part[:1] not in ("0", "1"):
            raise PointerError('"~" stands before "0" or "1" only')
    return token.replace("~1", "/").replace("~0", "~")


def _escape(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")
