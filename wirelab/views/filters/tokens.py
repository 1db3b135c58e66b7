"""A filter's text cut into tokens, each with its column; nothing is looked up here.

What could be misread is refused: a quotation mark inside a word, an operator without a key.
One pass, one character at a time: no text takes longer than its length.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from wirelab.views.filters.filter_error import FilterError

if TYPE_CHECKING:
    from collections.abc import Iterator

OPERATORS = (">=", "<=", ":", ">", "<", "=", "~")
_OPERATOR_SIGNS = ":<>=~"
_WORD_ENDS = '()"'


class Mark(Enum):
    """What a token is that is no term."""

    OPEN = "("
    CLOSE = ")"
    NOT = "not"
    AND = "and"
    OR = "or"
    END = "the end"


_QUOTES_INSIDE = "expected the quotes around the whole text"
_KEYWORDS = {"not": Mark.NOT, "and": Mark.AND, "or": Mark.OR}


@dataclass(slots=True, frozen=True)
class Written:
    """A value as written. quoted: its characters stand for themselves. column: its first one."""

    text: str
    quoted: bool
    column: int


@dataclass(slots=True, frozen=True)
class Token:
    """One token. mark: None where it is a term; then ``value``, behind ``key`` and ``operator``
    unless it is text alone. operand: quoted text right behind a value that ends in = or ~."""

    column: int
    mark: Mark | None
    key: str = ""
    operator: str = ""
    value: Written = Written("", False, 0)
    operand: Written | None = None


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a filter, then END. Raises FilterError."""
    at = 0
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        if at == len(text):
            yield Token(at + 1, Mark.END)
            return
        token, at = _token(text, at)
        yield token


def is_plain_word(text: str) -> bool:
    """Whether a text, written without quotes, is one word that stands for itself."""
    if not text or text[0] in f"-{_OPERATOR_SIGNS}" or text.casefold() in _KEYWORDS:
        return False
    return is_plain_value(text) and not _key_before_operator(text, 0)


def is_plain_value(text: str) -> bool:
    """Whether a text needs no quotes behind a key."""
    return bool(text) and not any(each.isspace() or each in _WORD_ENDS for each in text)


def _token(text: str, at: int) -> tuple[Token, int]:
    sign = text[at]
    if sign == "(":
        return Token(at + 1, Mark.OPEN), at + 1
    if sign == ")":
        return Token(at + 1, Mark.CLOSE), _behind(text, at + 1, ")")
    if sign == "-":
        if at + 1 == len(text) or text[at + 1].isspace():
            raise FilterError(text, at + 2, "expected a term right behind -")
        return Token(at + 1, Mark.NOT), at + 1
    if sign in _OPERATOR_SIGNS:
        raise FilterError(text, at + 1, f"expected a key right before {sign}, as in t>3.5")
    key = _key_before_operator(text, at)
    return _keyed(text, at, key) if key else _text(text, at)


def _key_before_operator(text: str, at: int) -> str:
    """The letters here that an operator follows; empty where there are none."""
    end = at
    while end < len(text) and (text[end] == "_" or (text[end].isascii() and text[end].isalpha())):
        end += 1
    return text[at:end] if end < len(text) and text[end] in _OPERATOR_SIGNS else ""


def _keyed(text: str, at: int, key: str) -> tuple[Token, int]:
    operator_at = at + len(key)
    operator = next(each for each in OPERATORS if text.startswith(each, operator_at))
    value_at = operator_at + len(operator)
    if text.startswith('"', value_at):
        value, end = _quoted(text, value_at)
        return Token(at + 1, None, key, operator, value), end
    value, end = _word(text, value_at)
    operand = None
    if text.startswith('"', end):
        if not value.text.endswith(("=", "~")):
            raise FilterError(text, end + 1, _QUOTES_INSIDE)
        operand, end = _quoted(text, end)
    return Token(at + 1, None, key, operator, value, operand), end


def _text(text: str, at: int) -> tuple[Token, int]:
    if text[at] == '"':
        value, end = _quoted(text, at)
        return Token(at + 1, None, value=value), end
    value, end = _word(text, at)
    if text.startswith('"', end):
        raise FilterError(text, end + 1, _QUOTES_INSIDE)
    return Token(at + 1, _KEYWORDS.get(value.text.casefold()), value=value), end


def _word(text: str, at: int) -> tuple[Written, int]:
    """Up to a blank, a parenthesis or a quotation mark; empty where one of them is here."""
    end = at
    while end < len(text) and not text[end].isspace() and text[end] not in _WORD_ENDS:
        end += 1
    word = text[at:end]
    if text.startswith("(", end) and word.casefold() not in _KEYWORDS:
        raise FilterError(text, end + 1, "expected a space before (")
    return Written(word, False, at + 1), end


def _quoted(text: str, start: int) -> tuple[Written, int]:
    """``\\"`` is a quotation mark inside, ``\\\\`` a backslash."""
    pieces, at = [], start + 1
    while at < len(text) and text[at] != '"':
        if text[at] == "\\":
            at += 1
            if text[at : at + 1] not in ('"', "\\"):
                raise FilterError(text, at + 1, 'expected " or \\ behind a \\ inside quotes')
        pieces.append(text[at])
        at += 1
    if at == len(text):
        raise FilterError(text, start + 1, "expected a second quotation mark to end the text")
    return Written("".join(pieces), True, start + 1), _behind(text, at + 1, '"')


def _behind(text: str, at: int, what: str) -> int:
    if at < len(text) and not text[at].isspace() and text[at] != ")":
        raise FilterError(text, at + 1, f"expected a space behind {what}")
    return at
