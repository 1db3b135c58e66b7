"""The command line as a test runs it: in this process, its output read back."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import pytest

from wirelab.cli.main import main


@dataclass(frozen=True)
class Ran:
    """What a command left: its exit code, and what it wrote."""

    code: int
    out: str
    err: str


Cli: TypeAlias = Callable[..., Ran]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """``cli("validate", "-", stdin=b"...")``; nothing it writes may look like a traceback."""
    monkeypatch.delenv("NO_COLOR", raising=False)

    def run(*arguments: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main([str(each) for each in arguments])
        written = capsys.readouterr()
        assert "Traceback" not in written.err
        return Ran(code, written.out, written.err)

    return run
