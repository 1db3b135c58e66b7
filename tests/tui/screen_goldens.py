"""Screens of the bench as plain text, from the bundled recordings: what stands in goldens/.

``python -m tests.tui.screen_goldens`` writes them anew; look at what changed before committing it.
Only the tab itself is kept: the lines above and below it belong to other tests.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual.pilot import Pilot

from tests.tui.driving import WIDE, bench, lines, opened, over, press, settle
from wirelab.transports.step_file import open_source
from wirelab.tui.plays import Replay

FOLDER = Path(__file__).parent / "goldens"
SCREENS: dict[str, tuple[str, tuple[str, ...]]] = {
    "events-refused": ("invalid-order", ("2", "n")),
    "events-related": ("tool-call", ("2", "home", *["right"] * 19)),
    "state-difference": ("state-sync", ("4", "home", *["right"] * 15, "m", "end", "down", "enter")),
    "verdict-by-rule": ("invalid-order", ("5", "t")),
}
"""By the golden's name: the recording and the keys that lead to the screen."""


_MOST_ROUNDS = 30
"""Paints may follow one another; as many are waited for where nothing says which is the last."""


def screen_of(name: str, expected: str = "") -> str:
    """The tab's lines, blanks at their ends left out; as soon as they are what is expected."""
    recorded, keys = SCREENS[name]
    return asyncio.run(_painted(recorded, keys, expected))


async def _painted(recorded: str, keys: tuple[str, ...], expected: str) -> str:
    async with opened(Replay(recorded, open_source(recorded).traffic(), speed=None), WIDE) as pilot:
        await over(pilot)
        await press(pilot, *keys)
        await press(pilot, "shift")  # what a key said is gone with the next
        for _ in range(_MOST_ROUNDS):
            if _tab_lines(pilot) == expected:
                break
            await settle(pilot)
        return _tab_lines(pilot)


def _tab_lines(pilot: Pilot[None]) -> str:
    region = bench(pilot).current_tab.region
    shown = lines(pilot)[region.y : region.bottom]
    return "\n".join(line.rstrip() for line in shown).rstrip() + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in SCREENS:
        path = FOLDER / f"{each}.txt"
        text = screen_of(each)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.name)
