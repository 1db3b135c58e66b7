"""Runs every command the README shows, so that none of them can go stale.

Commands are the lines of ``sh`` blocks. A line may end in ``# exits N`` (default 0) or
``# keeps running`` (a server: started in the background until its block ends). ``--setup`` prints
the first two instead: the ones that install, which the caller runs itself.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXITS = re.compile(r"#.*?exits (\d+)")
SETUP = 2


def blocks() -> list[list[str]]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return [
        [line for line in block.splitlines() if line.strip() and not line.startswith("#")]
        for block in BLOCK.findall(text)
    ]


def start(command: str, folder: str) -> subprocess.Popen[bytes]:
    print(f"$ {command}", flush=True)
    server = subprocess.Popen(
        ["bash", "-c", "exec " + command.split("#")[0]],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert server.stdout is not None
    print(server.stdout.readline().decode(), end="", flush=True)
    return server


def run(command: str, folder: str) -> None:
    print(f"$ {command}", flush=True)
    wanted = int(found.group(1)) if (found := EXITS.search(command)) else 0
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, timeout=300
    )
    if done.returncode != wanted:
        sys.exit(f"README: {command!r} exited {done.returncode}, not {wanted}")


def main() -> None:
    every = blocks()
    if "--setup" in sys.argv:
        print("\n".join([line for block in every for line in block][:SETUP]))
        return
    with tempfile.TemporaryDirectory() as folder:
        skipped = 0
        for block in every:
            servers = []
            for command in block:
                if skipped < SETUP:
                    skipped += 1
                elif "# keeps running" in command:
                    servers.append(start(command, folder))
                else:
                    run(command, folder)
            for server in servers:
                server.terminate()
                server.wait(timeout=20)


if __name__ == "__main__":
    main()
