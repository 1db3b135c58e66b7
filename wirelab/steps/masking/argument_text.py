"""The text of tool arguments, masked as it streams: its JSON keeps its shape, keys and literals.

Fragments are cut anywhere, also inside strings and numbers, so a machine walks through them. What
is not JSON keeps nothing but its punctuation.
"""

from __future__ import annotations

from collections.abc import Container

from wirelab.steps.masking.characters import mask_character

_LITERALS = ("true", "false", "null")
_HEX = "0078"


class ArgumentText:
    """The arguments of one call; ``mask`` takes their characters in order.

    public: beginnings of values that tell nothing, for a schema lists them; they stay.
    """

    def __init__(self, public: Container[str] = ()) -> None:
        self._public = public
        self._said = ""
        self._containers: list[str] = []
        self._key_next = False
        self._in_string = False
        self._is_key = False
        self._escaped = False
        self._hex_left = 0
        self._word = ""

    def mask(self, character: str) -> str:
        return self._inside(character) if self._in_string else self._outside(character)

    def _inside(self, character: str) -> str:
        if self._hex_left:
            self._hex_left -= 1
            return character if self._is_key else _HEX[3 - self._hex_left]
        if self._escaped:
            self._escaped = False
            self._hex_left = 4 if character == "u" else 0
            return character
        if character == "\\":
            self._escaped = True
        elif character == '"':
            self._in_string = False
        elif not self._is_key:
            self._said += character
            if self._said not in self._public:
                return mask_character(character)
        return character

    def _outside(self, character: str) -> str:
        if character.isalnum() or not character.isascii() or character in "+-.":
            return self._of_word(character)
        self._word = ""
        if character == '"':
            self._in_string, self._is_key, self._said = True, self._key_next, ""
        elif character in "{[":
            self._containers.append(character)
        elif character in "}]" and self._containers:
            self._containers.pop()
        if character in "{[,:}]":
            inside_object = bool(self._containers) and self._containers[-1] == "{"
            self._key_next = inside_object and character in "{,"
        return character

    def _of_word(self, character: str) -> str:
        """A character of a literal or a number; of what is neither, as of a text."""
        word = self._word + character
        self._word = word[-16:]
        if any(literal.startswith(word) for literal in _LITERALS):
            return character
        is_number = word[0] in "-0123456789"
        if is_number and (character in "+-." or (character in "eE" and word[-2:-1].isdigit())):
            return character
        if character in "0":
            return character
        return mask_character(character)
