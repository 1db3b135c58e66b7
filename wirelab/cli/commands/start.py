"""``wirelab`` alone, on a terminal: choose what to open."""

from __future__ import annotations

from wirelab.cli.output import Output


def can_start() -> bool:
    """Whether there is a person to ask: both ends are a terminal."""
    import sys

    return Output().takes_a_screen and sys.stdin is not None and sys.stdin.isatty()


def choose() -> tuple[str, ...] | None:
    """Ask what to open; returns the command line, or None when the person left."""
    from wirelab.steps.bundled import about_recordings, about_scenarios
    from wirelab.tui import recent
    from wirelab.tui.start.app import run_start
    from wirelab.tui.start.offers import offers

    seen = recent.load()
    endpoints = [(each.url, each.message) for each in seen]
    inputs = {
        each.url: [(given.words, str(recent.input_path(given))) for given in each.inputs]
        for each in seen
    }
    return run_start(offers(about_scenarios(), endpoints, about_recordings(), inputs))
