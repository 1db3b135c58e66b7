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


def test_marks_that_pile_up_on_one_character_are_counted_instead() -> None:
    assert safe("a" + "\u0301" * 1000 + "b") == "a" + "\u0301" * 8 + "‹+992 marks›b"
    assert safe("é\u0301\u0302 שָׁלוֹם") == "é\u0301\u0302 שָׁלוֹם"


def test_a_joiner_that_joins_no_emoji_is_shown() -> None:
    assert safe("a\u200db \u200d 👩\u200d") == "a‹U+200D›b ‹U+200D› 👩‹U+200D›"
    assert safe("👩‍👩‍👧‍👦 ❤️‍🔥 👩🏽‍🔬") == "👩‍👩‍👧‍👦 ❤️‍🔥 👩🏽‍🔬"
    assert "\u200d…" not in "".join(safe("👩‍👩‍👧‍👦" * 3, limit) for limit in range(20))


def test_emoji_joined_without_end_are_counted_instead() -> None:
    shown = safe("👩" + "\u200d👩" * 3000)
    assert shown == "👩" + "\u200d👩" * 8 + "‹+2992 joined›"


@given(st.text(st.sampled_from("👩👧❤漢a \u200d\ufe0f\u0301…")), st.integers(4, 30))
def test_what_measures_and_cuts_text_does_not_stumble(text: str, width: int) -> None:
    from rich.cells import cell_len, chop_cells, set_cell_size

    shown = safe(text)
    assert cell_len(set_cell_size(shown, width)) == width
    for piece in chop_cells(shown, width):
        assert cell_len(piece + " ") == cell_len(piece) + 1


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
