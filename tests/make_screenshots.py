"""Screenshots of the bench for the README, from the bundled recordings.

    python -m tests.make_screenshots [FOLDER]        default: docs/screenshots

Writes an SVG each, and a PNG beside it where Chromium is installed.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.tui.driving import opened, over, press
from wirelab.transports.step_file import open_source
from wirelab.tui.plays import Replay

DARK, LIGHT = "textual-dark", "textual-light"
SHOTS = {
    "conversation-80x24-dark": ("tool-call", (80, 24), DARK, ("1",)),
    "events-120x40-dark": ("invalid-order", (120, 40), DARK, ("2", "home", "n")),
    "tools-120x40-light": ("tool-call", (120, 40), LIGHT, ("3",)),
    "state-120x40-dark": ("state-sync", (120, 40), DARK, ("4",)),
    "verdict-120x40-dark": ("invalid-order", (120, 40), DARK, ("5",)),
    "timing-120x40-dark": ("subagents", (120, 40), DARK, ("6",)),
    "wire-120x40-light": ("tool-call", (120, 40), LIGHT, ("7", "home", "right", "x")),
}
"""Name: recording, size, theme, keys."""


async def shoot(recording: str, size: tuple[int, int], theme: str, keys: tuple[str, ...]) -> str:
    replay = Replay(f"{recording}.jsonl", open_source(recording).traffic(), speed=None)
    async with opened(replay, size) as pilot:
        pilot.app.theme = theme
        await over(pilot)
        await press(pilot, *keys)
        return pilot.app.export_screenshot()


def draw(svg: Path) -> None:
    """The SVG as a PNG of its own size, by headless Chromium where there is one."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    found = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg.read_text(encoding="utf-8"))
    if browser is None or found is None:
        return
    width, height = (round(float(size)) for size in found.groups())
    with tempfile.TemporaryDirectory() as profile:
        page = Path(profile) / "page.html"
        page.write_text(f'<body style="margin:0"><img width={width} src="{svg.as_uri()}">')
        flags = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--no-first-run",
        )
        quiet = ("--disable-background-networking", "--disable-component-update", "--disable-sync")
        size = (f"--window-size={width},{height}", f"--user-data-dir={profile}/profile")
        target = f"--screenshot={svg.with_suffix('.png')}"
        command = [browser, *flags, *quiet, *size, target, page.as_uri()]
        subprocess.run(command, check=True, capture_output=True)


def main() -> None:
    root = Path(__file__).parents[1]
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else root / "docs/screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    for name, shot in SHOTS.items():
        path = folder.resolve() / f"{name}.svg"
        path.write_text(asyncio.run(shoot(*shot)), encoding="utf-8")
        draw(path)
        print(path)


if __name__ == "__main__":
    main()
