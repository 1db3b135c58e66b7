"""Lines come out whole whatever the chunks are, and memory stays bounded whatever the lines are."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from wirelab.steps.lines import KEPT_OF_OVERLONG, OverlongLine, split_lines


@given(chunks=st.lists(st.text("ab\r\n\x85", max_size=6).map(str.encode), max_size=8))
def test_lines_end_at_lf_alone_and_join_to_the_input(chunks: list[bytes]) -> None:
    whole = b"".join(chunks)
    lines = list(split_lines(chunks))
    assert b"".join(lines) == whole
    assert lines == [line + b"\n" for line in whole.split(b"\n")[:-1]] + (
        [last] if (last := whole.split(b"\n")[-1]) else []
    )


def test_a_line_beyond_the_limit_arrives_as_its_beginning_and_the_next_is_whole() -> None:
    def chunks() -> Iterator[bytes]:
        yield b"short\n"
        for _ in range(2000):
            yield b"x" * 1000
        yield b"\nafter\nlast" + b"y" * 20_000

    lines = list(split_lines(chunks(), limit=10_000))
    assert [type(line) for line in lines] == [bytes, OverlongLine, bytes, OverlongLine]
    assert lines[0] == b"short\n"
    assert lines[1] == b"x" * KEPT_OF_OVERLONG
    assert lines[2] == b"after\n"
    assert lines[3].startswith(b"lasty")


def test_a_line_without_end_takes_no_more_memory_than_the_limit() -> None:
    tracemalloc.start()
    try:
        (line,) = split_lines((bytes([n % 9]) * 1000 for n in range(3000)), limit=50_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(line, OverlongLine)
    assert peak < 500_000


def test_a_line_of_exactly_the_limit_is_whole() -> None:
    assert list(split_lines([b"abc", b"de\nf"], limit=5)) == [b"abcde\n", b"f"]
