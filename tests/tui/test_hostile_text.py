"""Whatever comes from the wire is text: no markup is obeyed, no control character gets out."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from tests.tui.driving import (
    FINISHED,
    NARROW,
    STARTED,
    WIDE,
    bench,
    call,
    lines,
    press,
    replayed,
    result,
    run,
    screen,
    text,
    traffic_of,
)

ESCAPES = "\x1b[31mred\x1b]0;title\x07\x1b]52;c;aGk=\x07"
MARKUP = "[bold red]loud[/bold red] [@click=app.quit]quit[/] [/] [link=http://x]y[/link] \\[ ["
BIDI = "abc\u202edef\u2066ghi\u200b\ufeff"
WIDTHS = "漢字かな交じり👩‍👩‍👧‍👦 ☀️ é" * 5
LONG = "x" * 300_000
DEEP = "[" * 2000 + "]" * 2000
TABS_AND_LINES = "one\ttwo\rthree\nfour\u2028five\x85six\x00"
HOSTILE = {
    "escapes": ESCAPES,
    "markup": MARKUP,
    "bidi": BIDI,
    "widths": WIDTHS,
    "long": LONG,
    "deep": DEEP,
    "tabs and lines": TABS_AND_LINES,
    "empty": "",
    "surrogate": "\ud800",
    "combining": "🏴\u0301" * 400,
}


def everywhere(bad: str) -> list[dict[str, Any] | str]:
    """A run that has a text in every place a view shows."""
    return [
        STARTED,
        {"type": "STEP_STARTED", "stepName": bad},
        *text(bad, bad, bad),
        {"type": "REASONING_MESSAGE_START", "messageId": "r" + bad, "role": "reasoning"},
        {"type": "REASONING_MESSAGE_CONTENT", "messageId": "r" + bad, "delta": bad},
        {"type": "REASONING_MESSAGE_END", "messageId": "r" + bad},
        *call("c" + bad, bad, bad, bad),
        result("c" + bad, bad),
        {"type": "STATE_SNAPSHOT", "snapshot": {bad: [bad, {bad: bad}]}},
        {"type": "STATE_DELTA", "delta": [{"op": "add", "path": "/" + bad, "value": bad}]},
        {"type": "STATE_DELTA", "delta": [{"op": "remove", "path": "/no/" + bad}]},
        {
            "type": "ACTIVITY_SNAPSHOT",
            "messageId": "a" + bad,
            "activityType": bad,
            "content": {bad: bad},
        },
        {"type": "SUBAGENT_STARTED", "subagentRunId": "s" + bad, "name": bad},
        {"type": "SUBAGENT_ERROR", "subagentRunId": "s" + bad, "message": bad},
        {"type": bad, "any": bad},
        {"type": "CUSTOM", "name": bad, "value": bad, bad: bad},
        {"type": "RUN_ERROR", "message": bad, "code": bad},
    ]


@pytest.mark.parametrize(
    ("size", "keys"), [(WIDE, "1234567"), (NARROW, "1235")], ids=["120x40", "80x24"]
)
def test_every_tab_shows_it_as_text_and_stays_in_its_lines(
    size: tuple[int, int], keys: str
) -> None:
    async def test() -> None:
        stream = [each for bad in HOSTILE.values() for each in everywhere(bad)]
        async with replayed(traffic_of(*stream), size) as pilot:
            runs = bench(pilot).session.runs
            assert len(runs) == len(HOSTILE)
            for key in keys:
                await press(pilot, key)
                for run_ in runs:
                    bench(pilot).cursor.to_event((run_.ended or 1) - 1)
                    await press(pilot, "left")
                    _check(lines(pilot), size)
            for pressed in ("2r", "2x", "2d", "4m", "4", "5t", "7x", "7r"):
                await press(pilot, *pressed, "left", "left")
                _check(lines(pilot), size)
            assert pilot.app.is_running

    run(test)


def _check(shown: list[str], size: tuple[int, int]) -> None:
    from rich.cells import cell_len

    assert len(shown) == size[1]
    for row in shown:
        assert cell_len(row) == size[0], row
        for character in row:
            assert unicodedata.category(character) not in ("Cc", "Cs"), repr(row)
            assert character not in "\u202e\u2066\u200b\ufeff\u2028", repr(row)


def test_markup_is_shown_as_it_came() -> None:
    async def test() -> None:
        stream = traffic_of(
            STARTED, *text("m-1", "[bold]not bold[/bold] [@click=quit]x[/]"), FINISHED
        )
        async with replayed(stream) as pilot:
            assert "[bold]not bold[/bold] [@click=quit]x[/]" in screen(pilot)

    run(test)


def test_escapes_are_visible_signs() -> None:
    async def test() -> None:
        stream = traffic_of(STARTED, *text("m-1", "a\x1b[2Jb"), FINISHED)
        async with replayed(stream) as pilot:
            assert "a␛[2Jb" in screen(pilot)

    run(test)


def test_lines_that_are_no_events_are_rows() -> None:
    raw = [
        "no field at all \x1b[31m\n\n",
        "data: [DONE]\n\n",
        "data: [1,2]\n\n",
        "data: {broken\n\n",
        ": [red]comment[/red] \x07\n\n",
        "data: \xff\xfe\n\n",
    ]

    async def test() -> None:
        async with replayed(traffic_of(STARTED, *raw, FINISHED), WIDE, "2") as pilot:
            shown = screen(pilot)
            for word in ("(stray text)", "(not json)", "(not an object)", "(comment)"):
                assert word in shown
            assert "[red]comment[/red] ␇" in shown
            for _ in range(9):
                await press(pilot, "up")
                _check(lines(pilot), WIDE)

    run(test)
