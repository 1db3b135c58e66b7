from __future__ import annotations

import json
from pathlib import Path

import pytest

from wirelab.tui.saved_filters import SavedFilters


def test_the_newest_is_last_and_none_is_kept_twice(tmp_path: Path) -> None:
    path = tmp_path / "filters.json"
    one, other = SavedFilters(path), SavedFilters(path)
    one.keep("a")
    other.keep("b")
    one.keep("c")
    one.keep("a")
    assert SavedFilters(path).texts == ["b", "c", "a"]
    for number in range(60):
        one.keep(str(number))
    assert SavedFilters(path).texts == [str(number) for number in range(10, 60)]


@pytest.mark.parametrize(
    ("held", "texts"),
    [
        (b"", []),
        (b"\xff\xfe", []),
        (b"[1]", []),
        (b"[" * 100_000, []),
        (b'{"filters": 7}', []),
        (json.dumps({"filters": ["a", 7, "", "x\x1b[2J", "y" * 2000, "b"]}).encode(), ["a", "b"]),
    ],
    ids=["empty", "no text", "a list", "deep", "a number", "odd entries"],
)
def test_a_file_that_is_no_list_of_filters_is_none(
    tmp_path: Path, held: bytes, texts: list[str]
) -> None:
    path = tmp_path / "filters.json"
    path.write_bytes(held)
    saved = SavedFilters(path)
    assert saved.texts == texts
    saved.keep("c")
    assert SavedFilters(path).texts == [*texts, "c"]


def test_a_place_that_cannot_be_written_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    saved = SavedFilters(tmp_path / "file" / "filters.json")
    saved.keep("a")
    saved.keep("b")
    assert saved.texts == ["a", "b"]
    assert SavedFilters().texts == []
