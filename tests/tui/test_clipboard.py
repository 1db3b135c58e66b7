from __future__ import annotations

import stat
from pathlib import Path

from tests.tui.driving import FINISHED, STARTED, replayed, run, settle, traffic_of, words
from wirelab.tui.clipboard import MOST_BYTES, copy


def test_what_is_copied_is_on_the_clipboard_and_in_a_file_of_the_owner(state_home: Path) -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED)) as pilot:
            copy(pilot.app, "one [bold]\n\ud800 two", "the finding")
            await settle(pilot)
            assert pilot.app.clipboard == "one [bold]\n? two"
            assert "Copied the finding (16 B)." in words(pilot)
            file = state_home / "wirelab" / "copied.txt"
            assert file.read_text() == "one [bold]\n? two"
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            copy(pilot.app, "é" * MOST_BYTES, "the state")
            await settle(pilot)
            assert "The state (150.0 kB) is too long for a clipboard" in words(pilot)
            assert pilot.app.clipboard == "one [bold]\n? two"
            assert file.read_text() == "é" * MOST_BYTES

    run(test)


def test_without_a_file_it_is_copied_all_the_same(state_home: Path) -> None:
    async def test() -> None:
        (state_home / "wirelab").write_text("a file in the way")
        async with replayed(traffic_of(STARTED, FINISHED)) as pilot:
            copy(pilot.app, "text", "it")
            await settle(pilot)
            assert pilot.app.clipboard == "text"
            assert "could not be kept in a file" in words(pilot)

    run(test)
