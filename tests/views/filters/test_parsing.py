"""Reading filters: errors with their place, one shortest form, and nothing else ever raised."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wirelab.errors import UsageError
from wirelab.views.filters import KEYS, Filter, FilterError, parse_filter

ERRORS = [
    ("", 1, "expected a term, such as type:TOOL_* or a word"),
    ("  ", 3, "expected a term, such as type:TOOL_* or a word"),
    ("or", 1, "expected a term, such as type:TOOL_* or a word"),
    ("type:", 6, "expected a value behind type:"),
    ("type: x", 6, "expected a value behind type:"),
    ('type:""', 6, "expected a value behind type:"),
    ("a type>3", 7, "expected : behind type, as in type:TOOL_*"),
    ("t:3", 2, "expected > or < or >= or <= behind t, as in t>3.5"),
    ("t>", 3, "expected a value behind t>"),
    ("t>3x", 3, "expected a number of seconds, or with a unit: 3.5, 3.5s or 800ms"),
    ("t > 3", 3, "expected a key right before >, as in t>3.5"),
    ("typ:x", 1, "did you mean type or t?"),
    ("gaps>1", 1, "did you mean gap?"),
    ("https://x", 1, "or quotes around a text"),
    ("sev:eror", 5, "expected one of error, warning, note; did you mean error?"),
    ('sev:"eror"', 6, "did you mean error?"),
    ("kind:events", 6, "did you mean event"),
    ("path:x", 6, "expected a JSON pointer that begins with /"),
    ("path:/a~", 9, "expected a text behind ~"),
    ('path:/a=b~"c"', 9, "expected a text behind ="),
    ('type:a~"b"', 8, "expected the quotes around the whole"),
    ("(a", 3, "expected ) to close the parenthesis of column 1"),
    ("a)", 2, "expected ( before this )"),
    ("()", 2, "expected a term between the parentheses"),
    ("a or", 5, "expected a term behind or"),
    ("a and or b", 7, "expected a term behind and"),
    ("a not", 6, "expected a term behind not"),
    ("- a", 2, "expected a term right behind -"),
    ('a "b', 3, "expected a second quotation mark"),
    ('a"b"', 2, "expected the quotes around the whole text"),
    ('"a"b', 4, 'expected a space behind "'),
    ('"a\\n"', 4, 'expected " or \\ behind a \\'),
    ("f(x)", 2, "expected a space before ("),
    ("(a)(b)", 4, "expected a space behind )"),
    ('""', 1, "expected a text between the quotes"),
    ("a" * 1001, 1001, "expected at most 1000 characters"),
    ("(" * 51 + "a", 51, "expected at most 50 parentheses"),
]


@pytest.mark.parametrize(
    ("text", "column", "sentence"), ERRORS, ids=[text[:12] or "empty" for text, _, _ in ERRORS]
)
def test_an_error_says_where_and_what_was_expected(text: str, column: int, sentence: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse_filter(text)
    assert caught.value.column == column
    assert sentence in caught.value.sentence
    assert str(caught.value) == f"column {column}: {caught.value.sentence}"
    assert isinstance(caught.value, UsageError)


def test_the_picture_points_at_the_place_and_is_safe() -> None:
    with pytest.raises(FilterError) as caught:
        parse_filter('"\x1b日本" type:')
    assert caught.value.picture == ('"␛日本" type:', " " * 13 + "^")
    with pytest.raises(FilterError) as caught:
        parse_filter("a " * 300 + "t>x " + "b " * 100)
    text, caret = caught.value.picture
    assert len(text) < 110
    assert text[caret.index("^")] == "x"


def test_a_tilde_before_0_or_1_belongs_to_the_pointer() -> None:
    assert parse_filter("path:/a~2").words == ("2",)
    assert parse_filter("path:/a~1b").words == ()


SHORT = [
    ("a AND b", "a b"),
    ("not a", "-a"),
    ("(a or (b or c))", "a or b or c"),
    ("(a b) c", "a b c"),
    ("a (b or c)", "a (b or c)"),
    ("not (a b)", "-(a b)"),
    ("not not a", "a"),
    ('"a"', "a"),
    ('"or" "-a" "a:b" "a b" "(" "\\""', '"or" "-a" "a:b" "a b" "(" "\\""'),
    ('type:"A"', "type:A"),
    ('type:"A*"', 'type:"A*"'),
    ("TYPE:a", "type:a"),
    ("t>3.50", "t>3.50"),
    ('run:"2"', 'run:"2"'),
    ('path:/a~"x"', 'path:/a~"x"'),
]


@pytest.mark.parametrize(("text", "short"), SHORT)
def test_a_filter_has_one_shortest_form(text: str, short: str) -> None:
    wanted = parse_filter(text)
    assert str(wanted) == short
    assert wanted == parse_filter(short)
    assert repr(wanted) == f"parse_filter({short!r})"
    assert len({wanted, parse_filter(short)}) == 1


PIECES = [
    *(key.example for key in KEYS.values()),
    *'()"\\-~:=<>* ',
    *("not ", "and ", "or ", " or ", "type:", "path:/", "t>", "3s", "a", '"a b"', 'path:"/a b"'),
]


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES)).map("".join)))
@example("(" * 1000)
@example("-" * 999 + "a")
@example("(" * 50 + "a" + ")" * 50)
@example("\x1c\u2028-\x00")
def test_reading_raises_nothing_else_and_the_short_form_reads_equal(text: str) -> None:
    try:
        wanted = parse_filter(text)
    except FilterError as error:
        column = error.column
    else:
        column = 1
        assert_short_form_reads_equal(wanted, text)
    assert 1 <= column <= len(text) + 1


def assert_short_form_reads_equal(wanted: Filter, text: str) -> None:
    assert parse_filter(str(wanted)) == wanted
    assert str(parse_filter(str(wanted))) == str(wanted)
    assert len(str(wanted)) <= len(text)
