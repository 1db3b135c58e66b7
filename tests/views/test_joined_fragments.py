"""Fragments are joined with their borders; of long texts the ends and the fault are kept."""

from __future__ import annotations

from collections.abc import Iterator

from wirelab.projections.tool_calls import Fragment
from wirelab.views.joined_fragments import Kind, joined_pieces

SIGNS = {Kind.BORDER: "|", Kind.FAULT: ">", Kind.GAP: "~"}


def made(*texts: str) -> list[Fragment]:
    return [Fragment(at, None, text) for at, text in enumerate(texts)]


def drawn(fragments: list[str], fault: int | None = None) -> str:
    pieces = joined_pieces(made(*fragments), sum(map(len, fragments)), fault)
    return "".join(SIGNS.get(each.kind, "") + each.text for each in pieces)


def test_borders_stand_between_fragments() -> None:
    assert drawn(['{"city":"Lis', 'bon","days":1', "4}"]) == '{"city":"Lis|bon","days":1|4}'
    assert drawn(["whole"]) == "whole"
    assert drawn([]) == ""


def test_empty_fragments_have_borders_too() -> None:
    assert drawn(["", "a", "", "b", ""]) == "|a||b|"


def test_the_fault_is_the_character_at_its_place() -> None:
    assert drawn(["ab", "cd"], 0) == ">ab|cd"
    assert drawn(["ab", "cd"], 1) == "a>b|cd"
    assert drawn(["ab", "cd"], 2) == "ab|>cd"
    assert drawn(["ab", "cd"], 4) == "ab|cd>"


def test_of_a_long_text_head_and_end_are_kept_and_the_gap_is_told() -> None:
    shown = drawn(["a" * 6000, "b" * 100_000, "c" * 6000])
    assert shown == "a" * 6000 + "~100000 characters" + "|" + "c" * 6000


def test_a_fault_in_the_middle_is_kept_with_what_is_around_it() -> None:
    shown = drawn(["a" * 20_000, "b" * 20_000], 20_000)
    assert "a" * 300 + "|>" + "b" * 300 + "~" in shown
    assert shown.count("~") == 2
    assert len(shown) < 13_000


def test_very_many_fragments_are_bounded_however_short() -> None:
    assert len(joined_pieces(made("x") * 100_000, 100_000)) < 8_100
    assert len(joined_pieces(made("") * 100_000, 0)) < 8_100


def test_the_cost_is_that_of_the_ends_and_not_of_the_fragments() -> None:
    class Counting(list[Fragment]):
        asked = 0

        def __getitem__(self, key: slice) -> list[Fragment]:  # type: ignore[override]
            taken = super().__getitem__(key)
            Counting.asked += len(taken)
            return taken

        def __iter__(self) -> Iterator[Fragment]:
            raise AssertionError("reads them all")

    shown = joined_pieces(Counting(made("xy") * 100_000), 200_000)
    assert Counting.asked == 4000
    assert [each.text for each in shown if each.kind is Kind.GAP] == ["192000 characters"]


def test_nothing_is_lost_or_doubled_between_the_ends() -> None:
    for length in (11_998, 12_000, 12_001):
        pieces = joined_pieces(made("x" * length), length)
        kept = sum(len(each.text) for each in pieces if each.kind is Kind.TEXT)
        gap = sum(int(each.text.split()[0]) for each in pieces if each.kind is Kind.GAP)
        assert kept + gap == length
