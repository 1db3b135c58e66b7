from __future__ import annotations

from tests.views.streams import EOF, RUN_FINISHED, RUN_STARTED, inspected, sent
from wirelab.exports import FORMATS, Outcome
from wirelab.steps.step import BadLine


def written(*outcomes: Outcome, several: bool) -> list[str]:
    pieces = FORMATS["text"](outcomes, several, [])
    return "".join(text for text, _ in pieces).splitlines()


def clean(name: str) -> Outcome:
    return Outcome(name, "sse", inspected(sent(RUN_STARTED), sent(RUN_FINISHED), EOF))


def test_several_end_in_totals_and_one_does_not() -> None:
    assert written(clean("x"), several=False)[-1].startswith("  2 events")
    lines = written(clean("x"), Outcome("y", error="y\x1b is gone"), several=True)
    assert lines[-1] == "2 sources · 1 accepted · 1 failed"
    assert "✖ failed: y␛ is gone" in lines


def test_lines_that_were_not_read_are_named_and_bounded() -> None:
    outcome = clean("x")
    outcome.bad_lines = [BadLine(number, "it is not JSON") for number in range(1, 30)]
    outcome.bad_line_count = 400
    lines = [line for line in written(outcome, several=False) if "not read" in line]
    assert lines[0] == "  ▲ not read: line 1: it is not JSON"
    assert len(lines) == 11
    assert lines[-1] == "  ▲ not read: 390 further lines"
