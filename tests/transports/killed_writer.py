"""Records in children that are killed by SIGKILL at a random moment; run as a program of its own,
since it forks: ``killed_writer.py FOLDER ROUNDS SUFFIX``.

Prints a JSON list: of each round how many pieces of traffic the child had taken for certain.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from itertools import count
from pathlib import Path

from wirelab.transports.recorder import Recorder
from wirelab.wire.sse_encoder import encode_event
from wirelab.wire.traffic import Read, Request, Response

_LONGEST_MS = 12


def traffic_of(number: int) -> Read:
    """The read with this number; they differ in length."""
    event = {"type": "CUSTOM", "name": str(number), "value": "x" * (number * 37 % 3000)}
    return Read(encode_event(event), float(number))


def _write(path: Path, taken: int) -> None:
    recorder = Recorder(path)
    recorder.take(Request("POST", "http://127.0.0.1/", (), b"{}", 0.0))
    recorder.take(Response(200, (("content-type", "text/event-stream"),), 0.0))
    for number in count():
        recorder.take(traffic_of(number))
        os.write(taken, b".")


def _round(path: Path, after_ms: float) -> int:
    """How many reads were taken when the child was killed, at least one."""
    given, taken = os.pipe()
    child = os.fork()
    if not child:
        os.close(given)
        _write(path, taken)
    os.close(taken)
    known = len(os.read(given, 1))
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, after_ms / 1000)
    while data := os.read(given, 65536):
        known += len(data)
    os.waitpid(child, 0)
    os.close(given)
    return known


def main(folder: str, rounds: str, suffix: str) -> None:
    chance = random.Random(20)
    known = [
        _round(Path(folder, f"{number}{suffix}"), 0.01 + chance.random() * _LONGEST_MS)
        for number in range(int(rounds))
    ]
    print(json.dumps(known))


if __name__ == "__main__":
    main(*sys.argv[1:])
