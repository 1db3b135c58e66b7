"""Whole inputs: run again, edited in an editor that is a script, copied as curl."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.driving import (
    FINISHED,
    INPUT,
    STARTED,
    bench,
    lines,
    opened,
    over,
    press,
    replayed,
    run,
    traffic_of,
)
from tests.tui.screens.test_driving import observation, said
from wirelab.synthetic.serving import running_agent
from wirelab.tui.app import WirelabApp


def notices(pilot: Pilot[None]) -> str:
    """What is said in notices, which are wrapped on the screen."""
    return "\n".join(each.message for each in pilot.app._notifications)


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Editor]:
    @contextmanager
    def suspend(app: WirelabApp) -> Iterator[None]:
        try:
            yield
        except BaseException:
            pytest.fail("the terminal is not taken back after what was raised")

    monkeypatch.setattr(WirelabApp, "suspend", suspend)
    monkeypatch.delenv("VISUAL", raising=False)
    made = Editor(tmp_path)
    monkeypatch.setenv("EDITOR", f"'{sys.executable}' '{made.script}'")
    yield made
    assert not any(path.exists() for path in made.paths)


class Editor:
    """An editor that does what ``does`` says to ``text``, and notes what it was given."""

    def __init__(self, folder: Path) -> None:
        self.script, self._notes = folder / "an editor.py", folder / "notes"

    def will(self, does: str) -> None:
        self.script.write_text(
            "import json, os, sys\n"
            "path = sys.argv[1]\n"
            "text = open(path, encoding='utf-8').read()\n"
            "note = [path, oct(os.stat(path).st_mode & 0o777), text]\n"
            f"open({str(self._notes)!r}, 'a').write(json.dumps(note) + '\\n')\n"
            "def save(text): open(path, 'w', encoding='utf-8').write(text)\n"
            f"{does}\n"
        )

    @property
    def seen(self) -> list[tuple[str, str, str]]:
        return [tuple(json.loads(line)) for line in self._notes.read_text().splitlines()]

    @property
    def paths(self) -> list[Path]:
        return [Path(path) for path, _, _ in self.seen] if self._notes.exists() else []


def test_run_again_is_the_last_input_on_a_fresh_thread() -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/chat")) as pilot:
                await over(pilot)
                await press(pilot, "i", *"More", "enter")
                await over(pilot)
                await press(pilot, "escape")
                assert "A again" in lines(pilot)[-1]
                await press(pilot, "A")
                await over(pilot)
                session = bench(pilot).session
                _, second, third = (each.run_input.payload for each in session.exchanges)
                assert second["messages"] == third["messages"]
                assert len({run.thread_id for run in session.runs}) == 2
                assert len({run.run_id for run in session.runs}) == 3
                assert "✔ clean" in lines(pilot)[1]

    run(test)


def test_the_whole_next_input_is_edited_then_sent(editor: Editor) -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/chat")) as pilot:
                await over(pilot)
                await press(pilot, "i", *"Draft", "escape")
                editor.will("save(text.replace('Draft', 'Edited'))")
                await press(pilot, "e")
                await over(pilot)
                assert said(pilot) == ["What is the weather?", "Edited"]
                assert "next message" in lines(pilot)[-2]
                path, mode, text = editor.seen[0]
                assert mode == "0o600"
                assert path.endswith(".json")
                assert json.loads(text)["threadId"] == "t-1"
                assert json.loads(text)["runId"] != "r-1"

    run(test)


def test_what_cannot_be_sent_is_said_with_its_place_and_opened_again(editor: Editor) -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/chat")) as pilot:
                await over(pilot)
                editor.will("""save('{\\n  "threadId": [x]}')""")
                await press(pilot, "e")
                assert "Not sent: line 2, column 16: expecting value (e opens it" in notices(pilot)
                editor.will("""save(json.dumps({"threadId": 7}))""")
                await press(pilot, "e")
                assert editor.seen[1][2] == '{\n  "threadId": [x]}'
                assert "Not sent: no client would send this:" in notices(pilot)
                editor.will("save('[]')")
                await press(pilot, "e")
                assert "a RunAgentInput is a JSON object" in notices(pilot)
                editor.will("pass")
                await press(pilot, "e")
                assert editor.seen[3][2] == "[]"
                assert "Nothing was saved in the editor, so nothing is sent." in notices(pilot)
                await press(pilot, "e")
                assert json.loads(editor.seen[4][2])["threadId"] == "t-1"
                assert len(bench(pilot).session.exchanges) == 1

    run(test)


def test_an_editor_that_fails_or_is_not_there_is_said(
    editor: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/chat")) as pilot:
                await over(pilot)
                editor.will("sys.exit(3)")
                await press(pilot, "e")
                assert "ended with exit code 3, so nothing is sent" in notices(pilot)
                for command, words_said in (
                    ("/no/such/editor", "/no/such/editor cannot be run: No such file"),
                    ("'", "$EDITOR is no command: No closing quotation"),
                    ("", "no editor is set: export EDITOR=nano (or VISUAL)"),
                ):
                    monkeypatch.setenv("EDITOR", command)
                    await press(pilot, "e")
                    assert words_said in notices(pilot)
                assert len(bench(pilot).session.exchanges) == 1

    run(test)


def test_a_raw_session_sends_what_was_saved_byte_for_byte(editor: Editor) -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/chat", raw=True)) as pilot:
                await over(pilot)
                editor.will("save('{oops')")
                await press(pilot, "e")
                await over(pilot)
                request = bench(pilot).session.exchanges[1].request
                assert request is not None
                assert request.body == b"{oops"
                await press(pilot, "A")
                await over(pilot)
                again = bench(pilot).session.exchanges[2].request
                assert again is not None
                assert again.body == b"{oops"

    run(test)


def test_an_interrupted_run_is_edited_with_an_entry_for_each_interrupt(editor: Editor) -> None:
    async def test() -> None:
        with running_agent(speed=None) as base:
            async with opened(observation(f"{base}/interrupt")) as pilot:
                await over(pilot)
                editor.will("save(text)")
                await press(pilot, "i", *"later", "escape", "e")
                await over(pilot)
                assert lines(pilot)[-2].startswith("later")
                given: dict[str, Any] = json.loads(editor.seen[0][2])
                assert [each["status"] for each in given["resume"]] == ["cancelled"] * 2
                assert [each["role"] for each in given["messages"]].count("user") == 1
                assert "◼ CANCELLED" in lines(pilot)[1]
                assert "✔ clean" in lines(pilot)[1]

    run(test)


def test_the_request_at_the_cursor_is_copied_as_curl(state_home: Path) -> None:
    first, second = (
        traffic_of(STARTED, FINISHED),
        traffic_of(STARTED, FINISHED, run_input=INPUT | {"threadId": "t-2"}),
    )

    async def test() -> None:
        async with replayed([*first, *second], (120, 40), "C") as pilot:
            assert "Copied the request as a curl command" in notices(pilot)
            assert '"threadId":"t-2"' in pilot.app.clipboard.replace(": ", ":")
            assert '-H "authorization: Bearer ${TOKEN}"' in pilot.app.clipboard
            assert "s3cret" not in pilot.app.clipboard
            await press(pilot, "home", "C")
            assert '"threadId":"t-1"' in pilot.app.clipboard.replace(": ", ":")
            assert "again" not in lines(pilot)[-1]
        kept = state_home / "wirelab" / "copied.txt"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600

    run(test)
