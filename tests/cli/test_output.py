from __future__ import annotations

import io

import pytest

from wirelab.cli.main import main
from wirelab.cli.output import Output, wants_colour


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def _wide_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.usefixtures("_wide_open")
def test_a_terminal_gets_colour_unless_it_is_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    Output(terminal).line("✖ no", "error")
    assert terminal.getvalue() == "\x1b[31m✖ no\x1b[0m\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal())
    assert not wants_colour(io.StringIO())


@pytest.mark.usefixtures("_wide_open")
@pytest.mark.parametrize(
    "arguments", [["--no-color", "--version"], ["rules", "MSG002", "--no-color"]]
)
def test_the_switch_works_before_and_after_the_command(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    assert main(arguments) == 0
    assert "\x1b" not in terminal.getvalue()
