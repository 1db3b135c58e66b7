"""How the bench bears size: opening, memory, going about, moments, keys under a flood of events.

    python -m tests.bench.bench_speed [open] [memory] [going] [moments] [flood] [--events N]

Run by hand; it fails nothing. What it prints is ratios and milliseconds of this machine, less the
time for which others had the processor. The terminal is a real one (a pseudo-terminal); ``pilot``
figures are of the same app driven in this process.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tests.bench.judging_speed import synthetic_events
from tests.bench.piloted import flood_by_pilot, moments_by_pilot
from tests.bench.terminal import Terminal

_WIRELAB = [sys.executable, "-m", "wirelab"]
_PARTS = ["open", "memory", "going", "moments", "flood"]
_FIRST_ROWS = "word "
_RIGHT, _LEFT, _END = b"\x1b[C", b"\x1b[D", b"\x1b[F"
_KEYS = {b"2": "summary", b"3": "call in full", _LEFT: "held"}
"""Keys by what only they bring to the screen."""
_HOME, _ALL_TABS = b"\x1b[H", [str(key).encode() for key in range(1, 8)]
_SEARCHES = (
    (b"f", b"nobody", "looking", "nothing found"),
    (b"/", b"id:nobody", "searching", "Nothing matches."),
)
"""A key, what is typed then, what is said while it is looked for, and what is when all is read."""


def recording(folder: Path, events: int) -> Path:
    """A file of so many events, as ``curl -N`` would have written it."""
    path = folder / f"{events}.sse"
    with path.open("w", encoding="utf-8") as file:
        for event in synthetic_events(events):
            file.write(f"data: {json.dumps(event, separators=(',', ':'))}\n\n")
    return path


def replaying(path: Path) -> Terminal:
    return Terminal([*_WIRELAB, "replay", str(path), "--speed", "max"])


def told(name: str, seconds: Iterable[float]) -> None:
    """One line: how many there were, the median, the 95th percentile and the longest."""
    taken = sorted(seconds)
    p95 = taken[min(int(len(taken) * 0.95), len(taken) - 1)]
    figures = (statistics.median(taken), p95, taken[-1])
    p50, p95, longest = (f"{each * 1000:.0f}" for each in figures)
    print(f"{name:44} {len(taken):4} times   p50 {p50:>4}   p95 {p95:>4}   longest {longest:>4} ms")


def opening(small: Path, large: Path, rounds: int) -> None:
    """Processor seconds to the first rows; both files in turns."""
    taken: dict[Path, list[float]] = {small: [], large: []}
    for _ in range(rounds):
        for path, seconds in taken.items():
            terminal = replaying(path)
            terminal.until(_FIRST_ROWS)
            seconds.append(terminal.cpu_s)
            terminal.close()
    least, most = (statistics.median(taken[path]) for path in (small, large))
    print(f"first rows: {least:.2f} s and {most:.2f} s of processor time, {most / least:.2f} times")


def memory(path: Path) -> None:
    """The whole file in, then its size in memory; and keys far from the end."""
    terminal = replaying(path)
    terminal.until(_FIRST_ROWS)
    terminal.until("ended", 600)
    size, used = path.stat().st_size, terminal.memory
    print(f"memory: {used / 1e6:.0f} MB of a file of {size / 1e6:.0f} MB, {used / size:.2f} times")
    terminal.press(b"2")
    terminal.press(b"\x1b[H")
    terminal.drain(1)
    steps = [terminal.answer_s(_RIGHT, f"#{number} ") for number in range(1, 31)]
    told("step in a long session, terminal", steps)
    terminal.close()


def going(path: Path) -> None:
    """What a person does in a long session: every tab at its ends, go to, find, filter; first what
    comes at once, then all of what is read in the background."""
    terminal = replaying(path)
    terminal.until(_FIRST_ROWS)
    terminal.until("ended", 600)
    terminal.drain(1)
    for key in (_HOME, _END):
        told("to an end of the session, terminal", [terminal.painted_s(key)])
        told("each tab there, terminal", [terminal.painted_s(tab) for tab in _ALL_TABS])
    with path.open("rb") as file:
        middle = sum(1 for _ in file) // 4
    terminal.press(b"2")
    terminal.drain(1)
    for number in (7, middle, 2 * middle - 9):
        terminal.press(b"g")
        terminal.drain(0.5)
        terminal.press(f"#{number}".encode())
        terminal.drain(0.5)
        told("go to an event, terminal", [terminal.answer_s(b"\r", f"#{number} ")])
    for key, text, said, done in _SEARCHES:
        terminal.press(_HOME)
        terminal.drain(1)
        terminal.press(key)
        terminal.drain(0.5)
        told(
            f"{text.decode()}: what is said at once, terminal", [terminal.answer_s(text, said, 120)]
        )
        begun = terminal.cpu_s
        terminal.until(done, 600)
        print(f"{text.decode()}: all was read in, {terminal.cpu_s - begun:.1f} s of processor time")
        terminal.press(b"\x1b")
        terminal.drain(0.5)
    terminal.close()


def flood(rate: int, seconds: float) -> None:
    server, port = flooding(rate, seconds)
    terminal = Terminal([*_WIRELAB, "observe", f"http://127.0.0.1:{port}/", "-m", "hi"])
    terminal.until(_FIRST_ROWS)
    answers: dict[bytes, list[float]] = {key: [] for key in _KEYS}
    while server.poll() is None:
        for key, said in _KEYS.items():
            answers[key].append(terminal.answer_s(key, said))
            terminal.drain(random.uniform(0.05, 0.15))
        terminal.press(_END)
        terminal.drain(0.1)
    sent = json.loads(server.communicate()[0])
    for key, said in _KEYS.items():
        told(f"key for {said!r} in a flood, terminal", answers[key])
    terminal.press(b"2")
    terminal.until(f"{sent['events']} events")
    print(f"flood: {sent['events']} events in {sent['seconds']} s, every one of them was taken")
    terminal.close()


def flooding(rate: int, seconds: float) -> tuple[subprocess.Popen[str], int]:
    """The flood server in its own process, and its port."""
    options = ["--rate", str(rate), "--seconds", str(seconds)]
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.flood_server", *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    return server, int(server.stdout.readline())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", default=_PARTS)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rate", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        large = recording(Path(folder), options.events)
        if "open" in options.parts:
            opening(recording(Path(folder), 1000), large, options.rounds)
        if "memory" in options.parts:
            memory(large)
        if "going" in options.parts:
            going(large)
        if "moments" in options.parts:
            worlds, shown = moments_by_pilot(large)
            told("any moment, the world of it", worlds)
            told("any moment, until it is painted, pilot", shown)
    if "flood" in options.parts:
        flood(options.rate, options.seconds)
        server, port = flooding(options.rate, options.seconds)
        answers, events, paints, lasted = flood_by_pilot(port, lambda: server.poll() is None)
        told("key in a flood, pilot", answers)
        print(f"flood, pilot: {events} events, {paints} paints in {lasted:.1f} s")


if __name__ == "__main__":
    main()
