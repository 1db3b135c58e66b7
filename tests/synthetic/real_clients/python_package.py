"""Programs of Python packages, installed in an environment of their own; a test that cannot have
one skips."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[3]
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "0")
LONGEST_INSTALL_S = 240.0
LONGEST_PROGRAM_S = 180.0


def python_package(package: str, requirements: Path, into: Path, oldest: tuple[int, int]) -> Path:
    """The interpreter of an environment that holds it, and nothing it requires but these; or skips.

    oldest: the Python it needs.
    """
    found = _interpreter(oldest)
    if found is None:
        wanted = ".".join(map(str, oldest))
        pytest.skip(f"real client not tried: {package} needs Python {wanted}, which is not here")
    python = into / "bin" / "python"
    _install(package, [found, "-m", "venv", into])
    _install(package, [python, *PIP, "--requirement", requirements])
    _install(package, [python, *PIP, "--no-deps", package])
    return python


def python_files(package: str, into: Path) -> Path:
    """A folder with the modules of a package, and nothing it requires; or skips."""
    _install(package, [sys.executable, *PIP, "--no-deps", "--target", into, package])
    return into


def _install(package: str, command: Sequence[str | Path]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=LONGEST_INSTALL_S)
    except subprocess.TimeoutExpired:
        pytest.skip(f"real client not tried: pip took longer than {LONGEST_INSTALL_S:.0f} s")
    except subprocess.CalledProcessError as failed:
        said = failed.stderr.decode(errors="replace").strip().splitlines()
        pytest.skip(f"real client not tried: {package} not installed: {' '.join(said[-1:])}")


def told_by(python: Path, program: Path, question: Any) -> Any:
    """The JSON that a program answers to JSON."""
    done = subprocess.run(
        [python, program],
        input=json.dumps(question).encode(),
        capture_output=True,
        timeout=LONGEST_PROGRAM_S,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
    return json.loads(done.stdout)


def _interpreter(oldest: tuple[int, int]) -> str | None:
    """This one where it will do, else the oldest that does and is found."""
    if sys.version_info >= oldest:
        return sys.executable
    search = CHECKOUT / ".ci" / "find_python"
    if not search.exists() or shutil.which("bash") is None:
        return None
    for minor in range(oldest[1], oldest[1] + 3):
        command = ["bash", search, f"python{oldest[0]}.{minor}"]
        found = subprocess.run(command, capture_output=True, text=True, timeout=30).stdout.strip()
        if found:
            return found
    return None
