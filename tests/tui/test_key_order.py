"""Keys that come in one burst, as from a fast hand or a slow connection, are taken one by one."""

from __future__ import annotations

import pytest

from tests.tui.driving import FINISHED, NARROW, STARTED, bench, replayed, run, settle, traffic_of
from wirelab.tui.widgets.json_tree import JsonTree

SNAPSHOT = {"type": "STATE_SNAPSHOT", "snapshot": {f"k{at}": {"a": at} for at in range(10)}}
STREAM = [STARTED, SNAPSHOT, *[{"type": "STEP_STARTED", "stepName": str(at)} for at in range(5)]]


@pytest.mark.parametrize(
    ("burst", "selected", "frame"),
    [
        (["right", "enter", "down", "down", "down"], 3, 1),
        (["down", "enter", *["down"] * 6, "up"], 5, 1),
        (["down", "enter", "down", "down", "escape", "down", "up", "tab", "down"], 1, 1),
    ],
)
def test_a_key_reaches_what_the_one_before_gave_the_focus(
    burst: list[str], selected: int, frame: int
) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*STREAM, FINISHED), NARROW, "2", "home") as pilot:
            for key in burst:
                pilot.app.simulate_key(key)
            await settle(pilot)
            tree = bench(pilot).current_tab.query_one("#event-json", JsonTree)
            assert pilot.app.focused is tree
            assert tree.selected == selected
            assert bench(pilot).cursor.frame == frame

    run(test)
