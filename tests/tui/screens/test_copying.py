"""Copying what is selected in each tab, as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tui.driving import (
    FINISHED,
    LOST,
    NARROW,
    STARTED,
    STATE_RUN,
    TOOL_RUN,
    WIDE,
    press,
    replayed,
    run,
    text,
    traffic_of,
    until,
    words,
)
from wirelab.tui.tabs import TABS


def copies(
    stream: list[dict[str, Any]], tab: str, *keys: str, size: tuple[int, int] = WIDE
) -> tuple[str, Any, str]:
    """What y and Y put on the clipboard in a tab after some keys, and the screen's words."""
    taken: list[Any] = []

    async def test() -> None:
        key = str([each.TAB_NAME for each in TABS].index(tab) + 1)
        async with replayed(traffic_of(*stream), size, key) as pilot:
            for each in (*keys, "y"):
                await press(pilot, each)
            taken.append(pilot.app.clipboard)
            await press(pilot, "Y")
            taken.append(json.loads(pilot.app.clipboard))
            taken.append(words(pilot))

    run(test)
    return taken[0], taken[1], taken[2]


def test_an_event() -> None:
    said, value, shown = copies(TOOL_RUN, "events", "home", "right")
    assert json.loads(said) == value == TOOL_RUN[1]
    assert "Copied event 1 as JSON" in shown


def test_a_value_of_an_event_while_its_json_has_the_keys() -> None:
    said, value, _ = copies(TOOL_RUN, "events", "home", "right", "tab", "down", "down")
    assert (said, value) == ("m-1", "m-1")


def test_the_end_of_a_stream_is_a_frame() -> None:
    said, value, shown = copies(TOOL_RUN, "events", "end")
    assert said == "eof"
    assert value["what"] == "closed"
    assert "Copied frame 14 as JSON" in shown


def test_a_finding_says_enough_to_report_it() -> None:
    said, value, shown = copies([STARTED, *LOST, FINISHED], "verdict", size=NARROW)
    rows = said.splitlines()
    assert rows[0] == "✖ error MSG002 message-not-open"
    assert rows[1].startswith('content came for text message "m-9"')
    assert "Where: event 1, frame 1, +30ms at /messageId" in rows
    assert any(row.startswith('Event 1: {"type": "TEXT_MESSAGE_CONTENT"') for row in rows)
    assert any(row.startswith("What to do: Send TEXT_MESSAGE_START first.") for row in rows)
    assert rows[-1].startswith("https://")
    assert value["code"] == "MSG002"
    assert "Copied finding MSG002 as JSON" in shown


def test_a_call() -> None:
    said, value, shown = copies(TOOL_RUN, "tools")
    assert said == '{"city":"Lisbon","days":14}'
    assert value["arguments"] == {"city": "Lisbon", "days": 14}
    assert value["result"] == '{"sky":"clear"}'
    assert "Copied the arguments of call-1 as JSON" in shown


def test_a_value_of_the_state() -> None:
    said, value, _ = copies(STATE_RUN, "state", "down", "down")
    assert json.loads(said) == value
    assert value == {"done": True}


def test_a_message() -> None:
    said, value, _ = copies(TOOL_RUN, "conversation")
    assert said == "It is clear."
    assert value == {"id": "m-2", "role": "assistant", "content": "It is clear."}
    said, _, shown = copies(TOOL_RUN, "conversation", "home", "right", "right")
    assert said == "Let me check."
    assert "Copied message m-1 as JSON" in shown


def test_the_wire_with_secrets_redacted() -> None:
    said, value, _ = copies(TOOL_RUN, "wire", "home", "up", "up")
    assert said.startswith("POST http://agent.test/run")
    assert "«redacted»" in said
    assert "s3cret" not in said + json.dumps(value)
    assert value["body"]["threadId"] == "t-1"
    said, value, _ = copies(TOOL_RUN, "wire", "home", "up")
    assert said.startswith("200 text/event-stream")
    assert value["status"] == 200
    said, value, _ = copies(TOOL_RUN, "wire", "home")
    assert said == f"data: {json.dumps(STARTED)}\n\n"
    assert value["raw"] == said


def test_any_other_tab_gives_its_text() -> None:
    said, _, shown = copies(TOOL_RUN, "timing")
    assert "duration   160ms" in said
    assert "Copied the text of Timing" in shown


def test_what_is_pasted_steers_no_terminal() -> None:
    delta = "red \x1b[31m\ttab\r\nnext \u202e end"
    stream = [STARTED, *text("m-1", delta), FINISHED]
    said, value, _ = copies(stream, "conversation")
    assert said == "red ␛[31m\ttab\nnext ‹U+202E› end"
    assert value["content"] == delta


@pytest.mark.parametrize("key", ["y", "Y"])
def test_where_nothing_is_selected_it_says_so(key: str, state_home: Path) -> None:
    async def test() -> None:
        async with replayed([], WIDE, "3", key) as pilot:
            await until(pilot, lambda: "There is nothing to copy here." in words(pilot))
            assert not (state_home / "wirelab" / "copied.txt").exists()

    run(test)
