from __future__ import annotations

from pathlib import Path

import pytest

from tests.views.streams import (
    EOF,
    LOST_CONTENT,
    REQUEST,
    RUN_FINISHED,
    RUN_STARTED,
    STREAM,
    inspected,
    sent,
)
from wirelab.cli.commands.observe import observe_on
from wirelab.cli.commands.replay import _replay_in_tui
from wirelab.cli.leaving import leaving_words, said_on_leaving
from wirelab.cli.output import Output
from wirelab.cli.sending import Sending
from wirelab.cli.starting_point import StartingPoint
from wirelab.transports.recorder import Recorder
from wirelab.transports.step_file import open_source


class Screen(Output):
    """An output on which the TUI is shown."""

    takes_a_screen = True  # type: ignore[assignment]


RUN = (REQUEST, STREAM, sent(RUN_STARTED), sent(RUN_FINISHED), EOF)


def test_it_says_the_verdict_and_where_the_recording_is(tmp_path: Path) -> None:
    with Recorder(tmp_path / "run.jsonl") as recorder:
        said = leaving_words(inspected(*RUN), recorder)
        assert said.startswith("run r-1 on t-1 · SUCCESS")
        assert said.endswith(f"✔ clean · recorded to {tmp_path}/run.jsonl")
        recorder.failed = True
        said = leaving_words(inspected(*RUN), recorder)
        assert said.endswith(f"recorded in part only, writing failed: {tmp_path}/run.jsonl")


def test_of_several_turns_the_verdict_is_of_all() -> None:
    broken = (REQUEST, STREAM, sent(RUN_STARTED), sent(LOST_CONTENT), sent(RUN_FINISHED), EOF)
    said = leaving_words(inspected(*broken, *RUN))
    assert said.startswith("2 turns, the last: run r-1")
    assert "✖ 1 error" in said


def test_it_is_said_after_ctrl_c_too(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), said_on_leaving(inspected(*RUN)):
        raise KeyboardInterrupt
    assert capsys.readouterr().err.count("✔ clean") == 1


def test_observe_says_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: dict[str, object] = {}

    def left(target: object, next_body: object, **given: object) -> object:
        seen.update(given)
        raise KeyboardInterrupt

    monkeypatch.setattr("wirelab.tui.app.run_observe", left)
    file = f"{tmp_path}/run.jsonl"
    with pytest.raises(KeyboardInterrupt):
        observe_on(Screen(), "http://127.0.0.1:9/x", Sending(message=["a", "b"]), record=file)
    assert seen["turns"] == 2
    assert capsys.readouterr().err.endswith(f" · recorded to {file}\n")


def test_replay_says_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "wirelab.tui.app.run_replay", lambda *_, inspection, **__: inspection.session
    )
    source = open_source(str(Path(__file__).parents[2] / "recordings/interrupt.jsonl"))
    _replay_in_tui(source, 1.0, StartingPoint.read(None))
    assert "run — on — · NEVER STARTED" in capsys.readouterr().err
