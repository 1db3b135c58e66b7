from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from wirelab.views.safe_text import safe, safe_lines, size

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cc", "Cf", "Cs"]),
        st.sampled_from("\x1b[]\x07\x9b\u202e\u2066\r\n\ud83d"),
    )
)


@given(HOSTILE)
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    shown = safe(text)
    shown.encode("utf-8")
    assert not [char for char in shown if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")]
    assert not set(shown) & set(
        "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )


@given(HOSTILE, st.integers(0, 40))
def test_a_limit_holds_whatever_the_text_is(text: str, limit: int) -> None:
    assert len(safe(text, limit)) <= limit


@given(st.text(st.characters(categories=["L", "N", "P", "S"])))
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    ordinary = "".join(char for char in text if char.isprintable() and char not in "\u3164\uffa0")
    ordinary = "".join(char for char in ordinary if char not in "\u115f\u1160")
    assert safe(ordinary) == ordinary


def test_what_is_invisible_gets_a_picture_or_its_code_point() -> None:
    assert safe("\x1b[31mred\x07") == "␛[31mred␇"
    assert safe("a\r\nb\x7f") == "a␍␊b␡"
    assert safe("\x9b \u202e \ud83d \u200b") == "‹U+009B› ‹U+202E› ‹U+D83D› ‹U+200B›"


def test_an_emoji_joined_of_several_is_left_in_peace() -> None:
    assert safe("👩‍🔬 ☂️") == "👩‍🔬 ☂️"


def test_what_is_cut_off_says_so() -> None:
    assert safe("abcdef", 4) == "abc…"
    assert safe("abcd", 4) == "abcd"
    assert safe("\x00" * 9, 4) == "␀␀␀…"


def test_lines_are_split_where_terminals_would_and_bounded() -> None:
    assert safe_lines("a\r\nb\rc\nd\x1b") == ["a", "b", "c", "d␛"]
    assert safe_lines("abcdef", 3) == ["abc…"]


def test_sizes_have_a_unit() -> None:
    assert [size(each) for each in (0, 812, 4096, 2_000_000)] == [
        "0 B",
        "812 B",
        "4.1 kB",
        "2.0 MB",
    ]
