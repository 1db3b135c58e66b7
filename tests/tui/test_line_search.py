"""Searching lines: where it begins, what grows, what wraps, what matches."""

from __future__ import annotations

import pytest

from wirelab.tui.line_search import LineSearch, pattern_of, spans


def search(lines: list[str], text: str, start: int = 0) -> LineSearch:
    pattern = pattern_of(text)
    assert pattern is not None

    def line(index: int) -> tuple[str, str]:
        return lines[index], lines[index + 1].lstrip() if index + 1 < len(lines) else ""

    return LineSearch(pattern, line, lambda: len(lines), start)


def found(searched: LineSearch) -> list[int]:
    while not searched.complete:
        searched.advance(1)
    at, all_found = -1, []
    for _ in range(len(searched)):
        at = searched.next_to(at, 1) or 0
        all_found.append(at)
    return all_found


def test_it_begins_where_a_person_is_and_goes_round() -> None:
    searched = search(["a", "b", "a", "b", "a"], "a", start=3)
    searched.advance(1)
    assert searched.first() is None
    searched.advance(1)
    assert searched.first() == 4
    assert not searched.complete
    assert found(searched) == [0, 2, 4]
    assert [searched.number(line) for line in (0, 1, 2, 4)] == [1, None, 2, 3]
    assert [searched.next_to(line, -1) for line in (4, 3, 0)] == [2, 2, 4]


def test_where_there_is_none_ahead_the_first_from_the_top_is_found() -> None:
    searched = search(["b", "a", "b", "b"], "a", start=2)
    searched.advance(2)
    assert searched.first() is None
    searched.advance(2)
    assert searched.first() == 1


def test_lines_that_come_later_are_read_and_changed_ones_again() -> None:
    lines = ["a", "b"]
    searched = search(lines, "a", start=1)
    assert found(searched) == [0]
    lines.append("a")
    assert not searched.complete
    assert found(searched) == [0, 2]
    lines[2], lines[1] = "b", "a"
    searched.forget_from(1)
    assert found(searched) == [0, 1]
    lines[0] = "b"
    searched.forget_from(0)
    assert found(searched) == [1]


@pytest.mark.parametrize(
    ("text", "line", "matched"),
    [
        ("lisbon", "In LISBON now", ["LISBON"]),
        ("Lisbon", "In LISBON now", []),
        ("a.b", "a.b axb", ["a.b"]),
        ("one  two", "one   two", ["one   two"]),
        ("ss", "STRASSE ß", ["SS"]),
    ],
)
def test_what_matches(text: str, line: str, matched: list[str]) -> None:
    pattern = pattern_of(text)
    assert pattern is not None
    assert [line[start:end] for start, end in spans(pattern, "", line, "")] == matched


def test_a_text_that_was_wrapped_is_found_and_marked_on_both_lines() -> None:
    lines = ["check the  ", "   forecast for", "   Lisbon"]
    assert found(search(lines, "the forecast")) == [0]
    pattern = pattern_of("the forecast")
    assert pattern is not None
    assert spans(pattern, "", lines[0], "forecast for") == [(6, 9)]
    assert spans(pattern, lines[0], lines[1], "Lisbon") == [(3, 11)]


def test_blanks_alone_look_for_nothing() -> None:
    assert pattern_of("  ") is None


def test_it_says_how_much_was_read() -> None:
    pattern = pattern_of("a")
    assert pattern is not None
    searched = LineSearch(pattern, lambda index: ("a", ""), lambda: 10, start=6)
    shares = [searched.share]
    while not searched.complete:
        searched.advance(4)
        shares.append(searched.share)
    assert shares == [0, 0.4, 0.8, 1]
