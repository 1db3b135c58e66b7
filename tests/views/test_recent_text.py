"""The end of a text in pieces, without looking at all of it."""

from __future__ import annotations

from wirelab.views.recent_text import recent_text


def test_a_short_text_is_whole_and_has_no_note() -> None:
    assert recent_text(["Hello ", "world"], 100) == ("Hello world", "")
    assert recent_text([], 100) == ("", "")


def test_of_a_long_text_the_last_characters_and_a_note() -> None:
    assert recent_text(["a" * 50, "b" * 6, "c" * 6], 10) == ("bbbbcccccc", "… 1 earlier piece …")
    assert recent_text(["x" * 1000 + "end"], 3) == ("end", "… 1.0 kB before this …")


def test_surrogate_pairs_cut_across_pieces_are_joined() -> None:
    assert recent_text(["a\ud83d", "\ude00b"], 100)[0] == "a😀b"


def test_pieces_before_the_end_are_not_looked_at() -> None:
    class Counting(list[str]):
        asked = 0

        def __getitem__(self, key: int) -> str:  # type: ignore[override]
            Counting.asked += 1
            return super().__getitem__(key)

        def __reversed__(self):  # type: ignore[no-untyped-def]
            return (self[at] for at in range(len(self) - 1, -1, -1))

    text, note = recent_text(Counting(["xy"] * 1_000_000), 100)
    assert (len(text), note) == (100, "… 999950 earlier pieces …")
    assert Counting.asked < 60
