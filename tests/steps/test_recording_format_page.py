"""The example of docs/recording-format.md is a recording, as a writer of ours would write it."""

from __future__ import annotations

from pathlib import Path

from wirelab.steps.record_reader import READERS
from wirelab.steps.step import BadLine
from wirelab.steps.step_codec import read_steps, write_step

PAGE = (Path(__file__).parents[2] / "docs" / "recording-format.md").read_text(encoding="utf-8")


def test_the_example_reads_and_is_written_the_same_way() -> None:
    example = PAGE.split("```")[1].lstrip("\n")
    steps = list(read_steps(example.encode().splitlines(keepends=True)))
    assert len(steps) == 8
    assert [step for step in steps if isinstance(step, BadLine)] == []
    assert b"".join(write_step(s) for s in steps if not isinstance(s, BadLine)).decode() == example


def test_the_page_names_every_kind_of_step() -> None:
    for kind in READERS:
        assert f"`{kind}`" in PAGE or f'{{"{kind}":' in PAGE, kind
