from __future__ import annotations

from typing import Any

from wirelab.session.stream_comparison import compare
from wirelab.views.comparison_text import comparison_lines, difference_count


def step(name: Any, **more: Any) -> dict[str, Any]:
    return {"type": "STEP_STARTED", "stepName": name} | more


def lines(expected: list[dict[str, Any]], actual: list[dict[str, Any]]) -> list[str]:
    return list(comparison_lines(compare(expected, actual, ignore_ids=True)))


def test_what_differs_stands_among_its_neighbours() -> None:
    expected = [step(str(number)) for number in range(10)]
    actual = [*expected[:5], step("5", metadata={"x": 1}), *expected[6:], step("10")]
    actual[5]["stepName"] = "five"
    assert lines(expected, actual) == [
        "    … 3 further events",
        '      3  STEP_STARTED {"stepName":"3"}',
        '      4  STEP_STARTED {"stepName":"4"}',
        '  ~   5  STEP_STARTED {"stepName":"5"}',
        '         /stepName: expected "5", came "five"',
        '         /metadata: came {"x":1}, not expected',
        '      6  STEP_STARTED {"stepName":"6"}',
        '      7  STEP_STARTED {"stepName":"7"}',
        '      8  STEP_STARTED {"stepName":"8"}',
        '      9  STEP_STARTED {"stepName":"9"}',
        '  +  10  STEP_STARTED {"stepName":"10"}',
    ]
    pairs = compare(expected, actual, ignore_ids=True)
    assert difference_count(pairs) == "1 changed, 1 added"


def test_long_texts_are_shown_from_where_they_part() -> None:
    long = "a long beginning that both of them share, and then some more of it: "
    (_, text) = lines([step(f"{long}Lisbon")], [step(f"{long}Porto")])
    assert text.strip() == (
        f"/stepName: from character {len(long)} on: "
        'expected "…en some more of it: Lisbon", came "…en some more of it: Porto"'
    )


def test_it_is_bounded_and_safe() -> None:
    hostile = "\x1b[31m" + "x" * 10_000
    shown = lines([step({str(n): n for n in range(500)})], [step({str(n): -n for n in range(500)})])
    assert len(shown) == 10
    assert shown[-1].strip() == "and 491 more places"
    many = lines([step(hostile + str(n)) for n in range(300)], [])
    assert len(many) < 80
    assert "\x1b" not in "".join(many)
    assert max(map(len, many)) < 200
