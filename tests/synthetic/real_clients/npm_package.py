"""Programs of npm packages, installed outside the checkout; a test that cannot have one skips."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

INSTALL = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")
ONE_TRY = ("--fetch-retries=0", "--fetch-timeout=30000")
LONGEST_INSTALL_S = 120.0
LONGEST_PROGRAM_S = 180.0


def npm_package(source: Path, into: Path) -> Path:
    """A folder with package.json, its lock and programs, copied and installed; or skips."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("real client not tried: node and npm are not on this machine")
    shutil.copytree(source, into, dirs_exist_ok=True)
    try:
        subprocess.run(
            [npm, *INSTALL, *ONE_TRY],
            cwd=into,
            check=True,
            capture_output=True,
            timeout=LONGEST_INSTALL_S,
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"real client not tried: npm took longer than {LONGEST_INSTALL_S:.0f} s")
    except subprocess.CalledProcessError as failed:
        said = failed.stderr.decode(errors="replace").strip().splitlines()
        pytest.skip(f"real client not tried: npm could not install it: {' | '.join(said[:2])}")
    return into


def told_by(program: Path, question: Any) -> Any:
    """The JSON that a program answers to JSON."""
    done = subprocess.run(
        ["node", program.name],
        cwd=program.parent,
        input=json.dumps(question).encode(),
        capture_output=True,
        timeout=LONGEST_PROGRAM_S,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
    return json.loads(done.stdout)
