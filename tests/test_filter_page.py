"""docs/filter.md: its examples hold, and it tells all terms there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wirelab import inspect_stream, parse_filter
from wirelab.views.filters import KEYS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "filter.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\| ([\w-]+) \| `(.+)` \| (\d+) \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("recording", "text", "count"), EXAMPLES)
def test_an_example_finds_as_many_rows_as_the_page_says(
    recording: str, text: str, count: str
) -> None:
    session = inspect_stream(ROOT / "recordings" / f"{recording}.jsonl")
    assert len(parse_filter(text).frames(session)) == int(count)


def test_there_are_examples_and_all_terms_read() -> None:
    assert len(EXAMPLES) == PAGE.split("| rows |")[1].split("\n\n")[0].count("\n") - 1
    table = PAGE.split("| asks for |")[1].split("\n\n")[0]
    terms = [row.split("`")[1] for row in table.splitlines() if row.startswith("| `")]
    for term in terms:
        parse_filter(term)
    assert {re.split("[:<>]", term)[0] for term in terms} >= set(KEYS)


def test_the_python_of_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(code, {})
