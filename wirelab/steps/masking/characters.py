"""Characters that say something, replaced one by one by some that do not, of the same size.

Letters and digits go; white space and ASCII punctuation stay, for they show the shape. Whatever is
replaced has as many bytes of UTF-8 and units of UTF-16 as before, escaped or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = b"0123456789"
_TABLE = bytes.maketrans(_LETTERS + _DIGITS, b"x" * len(_LETTERS) + b"1" * len(_DIGITS))
_NUMBER = bytes.maketrans(_DIGITS[1:], b"1" * 9)
_OF_SIZE = {1: "x", 2: "é", 3: "文", 4: "😀"}
_UNIT = re.compile(rb"\\u[0-9a-fA-F]{4}|\\.|[\xc2-\xf4][\x80-\xbf]{1,3}|.", re.DOTALL)
_PLAIN = re.compile(rb"[^\\\x80-\xff]*")

MaskCharacter = Callable[[str], str]
"""A character to the one that stands for it: itself, or one of as many bytes."""


def mask_character(character: str) -> str:
    """The character that stands for one of a text."""
    if character.isascii():
        return character.translate(_TEXT_TABLE)
    return _OF_SIZE[len(character.encode("utf-8", "surrogatepass"))]


_TEXT_TABLE = {code: chr(_TABLE[code]) for code in range(128)}


def mask_number(literal: bytes) -> bytes:
    """A JSON number of the same length, sign and zeros."""
    return literal.translate(_NUMBER)


def mask_plain(data: bytes) -> bytes:
    """Bytes that may be any text; those that are no UTF-8 stay."""
    if data.isascii():
        return data.translate(_TABLE)
    return b"".join(_plain_unit(unit[0]) for unit in _UNIT_OF_TEXT.finditer(data))


_UNIT_OF_TEXT = re.compile(rb"[\xc2-\xf4][\x80-\xbf]{1,3}|[\x00-\x7f]+|.", re.DOTALL)


def _plain_unit(unit: bytes) -> bytes:
    if unit.isascii():
        return unit.translate(_TABLE)
    try:
        return mask_character(unit.decode()).encode()
    except (UnicodeDecodeError, TypeError):
        return unit


def mask_string(inside: bytes, mask: MaskCharacter = mask_character) -> bytes:
    """The inside of a JSON string as it is on the wire, escapes and all."""
    if mask is mask_character and _PLAIN.fullmatch(inside):
        return inside.translate(_TABLE)
    return b"".join(_masked_unit(unit[0], mask) for unit in _UNIT.finditer(inside))


def _masked_unit(unit: bytes, mask: MaskCharacter) -> bytes:
    character = _decoded(unit)
    if character is None:
        return unit
    masked = mask(character)
    if masked == character:
        return unit
    return b"\\u%04x" % ord(_OF_SIZE[1]) if unit[:1] == b"\\" else masked.encode()


_SHORT = {b"n": "\n", b"t": "\t", b"r": "\r", b"b": "\b", b"f": "\f"}


def _decoded(unit: bytes) -> str | None:
    if unit.startswith(b"\\u") and len(unit) == 6:
        return chr(int(unit[2:], 16))
    if unit.startswith(b"\\"):
        return _SHORT.get(unit[1:]) or unit[1:].decode("latin-1")
    try:
        return unit.decode()
    except UnicodeDecodeError:
        return None
