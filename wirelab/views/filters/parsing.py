"""From a filter's text to a ``Filter``: not binds closest, then and (also unwritten), then or."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.views.filters.filter import Filter
from wirelab.views.filters.filter_error import FilterError
from wirelab.views.filters.keys import KEYS, Key, Value, near, split_path, text_test
from wirelab.views.filters.tokens import Mark, Token, is_plain_value, is_plain_word, tokens
from wirelab.views.filters.tree import All, Either, Node, Term, joined, negated
from wirelab.views.filters.values import ValueFault, has_glob_signs

if TYPE_CHECKING:
    from wirelab.views.filters.tokens import Written

LONGEST = 1000
DEEPEST = 50


def parse_filter(text: str) -> Filter:
    """The filter a text says, of at most ``LONGEST`` characters and ``DEEPEST`` parentheses
    inside each other. Raises FilterError, and nothing else."""
    if len(text) > LONGEST:
        raise FilterError(text, LONGEST + 1, f"expected at most {LONGEST} characters")
    return Filter(_Parser(text).whole())


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokens(text)
        self._next = next(self._tokens)
        self._depth = 0

    def whole(self) -> Node:
        node = self._either("expected a term, such as type:TOOL_* or a word")
        if self._next.mark is Mark.CLOSE:
            raise self._fault("expected ( before this )")
        return node

    def _either(self, expected: str) -> Node:
        parts = [self._all(expected)]
        while self._took(Mark.OR):
            parts.append(self._all("expected a term behind or"))
        return joined(Either, parts)

    def _all(self, expected: str) -> Node:
        parts = [self._single(expected)]
        while self._next.mark not in (Mark.OR, Mark.CLOSE, Mark.END):
            written = self._took(Mark.AND)
            parts.append(self._single("expected a term behind and" if written else ""))
        return joined(All, parts)

    def _single(self, expected: str) -> Node:
        negative = False
        while self._took(Mark.NOT):
            negative, expected = not negative, "expected a term behind not"
        node = self._group() if self._next.mark is Mark.OPEN else self._term(expected)
        return negated(node) if negative else node

    def _group(self) -> Node:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._fault(f"expected at most {DEEPEST} parentheses inside each other")
        opened = self._take().column
        node = self._either("expected a term between the parentheses")
        if not self._took(Mark.CLOSE):
            raise self._fault(f"expected ) to close the parenthesis of column {opened}")
        self._depth -= 1
        return node

    def _term(self, expected: str) -> Node:
        if self._next.mark is not None:
            raise self._fault(expected)
        token = self._take()
        if token.key:
            return self._keyed(token)
        text = token.value.text
        if not text:
            raise FilterError(self._text, token.column, "expected a text between the quotes")
        return Term(text if is_plain_word(text) else _quoted(text), (text,), text_test(text))

    def _keyed(self, token: Token) -> Node:
        key = self._key(token)
        value, operand = _value(token), token.operand
        if operand is not None and key.name != "path":
            raise FilterError(self._text, operand.column, "expected the quotes around the whole")
        if not value.text:
            sentence = f"expected a value behind {key.name}{token.operator}"
            raise FilterError(self._text, token.value.column, sentence)
        try:
            test = key.read(value)
        except ValueFault as fault:
            column = token.value.column + token.value.quoted + fault.offset
            raise FilterError(self._text, column, str(fault)) from None
        words = split_path(value)[2:] if key.name == "path" and not value.literal else ()
        written = f"{key.name}{token.operator}{_as_written(token.value, operand)}"
        return Term(written, tuple(filter(None, words)), test)

    def _key(self, token: Token) -> Key:
        key = KEYS.get(token.key.casefold())
        if key is None:
            known = near(token.key, KEYS) or f"; known: {', '.join(KEYS)}"
            sentence = f"expected a key before {token.operator}, or quotes around a text"
            raise FilterError(self._text, token.column, f"{sentence}{known}")
        if token.operator not in key.operators:
            column = token.column + len(token.key)
            choice = " or ".join(key.operators)
            sentence = f"expected {choice} behind {key.name}, as in {key.example}"
            raise FilterError(self._text, column, sentence)
        return key

    def _take(self) -> Token:
        taken, self._next = self._next, next(self._tokens, self._next)
        return taken

    def _took(self, mark: Mark) -> bool:
        if self._next.mark is not mark:
            return False
        self._take()
        return True

    def _fault(self, sentence: str) -> FilterError:
        return FilterError(self._text, self._next.column, sentence)


def _value(token: Token) -> Value:
    written, operand = token.value, token.operand
    return Value(
        token.operator, written.text, written.quoted, operand.text if operand is not None else None
    )


def _as_written(value: Written, operand: Written | None) -> str:
    """Quotes are kept where they mean something."""
    if operand is not None:
        return f"{value.text}{_quoted(operand.text)}"
    meant = value.quoted and (has_glob_signs(value.text) or not value.text.isalpha())
    return _quoted(value.text) if meant or not is_plain_value(value.text) else value.text


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
