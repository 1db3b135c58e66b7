from __future__ import annotations

import json
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.tui.driving import (
    FINISHED,
    INPUT,
    NARROW,
    STARTED,
    over,
    press,
    replayed,
    run,
    screen,
    traffic_of,
)
from wirelab.protocol.run_input import encode_run_input, user_message
from wirelab.synthetic.serving import running_agent
from wirelab.transports.http_post import Target
from wirelab.tui import recent
from wirelab.tui.app import WirelabApp, run_observe

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def test_the_latest_come_first_each_once_and_no_more_than_twenty(tmp_path: Path) -> None:
    path = tmp_path / "new" / "recent.json"
    for number in range(30):
        recent.add(f"http://h.test/{number}", f"say {number}", at=NOW, path=path)
    recent.add("http://h.test/20", "again", at=NOW, path=path)
    kept = recent.load(path)
    assert len(kept) == recent.MOST
    assert kept[0] == recent.Recent("http://h.test/20", "2026-03-04T05:06:07+00:00", "again")
    assert [each.url[-2:] for each in kept[1:4]] == ["29", "28", "27"]
    assert [each.url for each in kept].count("http://h.test/20") == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["recent.json"]


def test_no_secret_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "recent.json"
    url = "https://user:s3cret@h.test/run?api_key=s3cret&x=1"
    recent.add(url, "ask https://me:s3cret@h.test", path=path)
    assert "s3cret" not in path.read_text()
    assert recent.load(path)[0].url == "https://h.test/run?api_key=&x=1"


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff", b"7", b'[1, {"url": 5}, {"url": ""}, null]', b"[" * 100_000],
)
def test_a_file_that_is_broken_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "recent.json"
    path.write_bytes(content)
    assert recent.load(path) == []
    recent.add("http://h.test", path=path)
    assert [each.url for each in recent.load(path)] == ["http://h.test"]


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    recent.add("http://h.test", path=tmp_path / "file" / "recent.json")
    assert recent.load(tmp_path / "file" / "recent.json") == []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (encode_run_input({"messages": [user_message("1", "a"), user_message("2", "b")]}), "b"),
        (encode_run_input({"messages": [{"role": "user", "content": [{"type": "text"}]}]}), ""),
        (b"{", ""),
        (b"[]", ""),
    ],
)
def test_a_request_is_kept_with_its_last_message(
    state_home: Path, body: bytes, message: str
) -> None:
    recent.add_request("http://h.test", body)
    assert [each.message for each in recent.load()] == [message]


def test_the_list_is_shown_safely_and_a_command_is_copied_from_it(state_home: Path) -> None:
    file = state_home / "wirelab" / "recent.json"
    recent.add("http://h.test/a b", "What is [bold]new?", at=NOW)
    entries = json.loads(file.read_text())
    entries.append({"url": "http://x.test/\x1b[31m", "at": "\u202e", "message": "\n"})
    file.write_text(json.dumps(entries))

    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), NARROW, "E") as pilot:
            shown = screen(pilot)
            assert "2026-03-04 05:06  http://h.test/a b  What is [bold]new?" in shown
            assert "http://x.test/␛[31m" in shown
            await press(pilot, "y")
            assert pilot.app.clipboard == "wirelab observe 'http://h.test/a b'"
            assert "recent endpoints" not in screen(pilot)
            await press(pilot, "E", "escape")
            assert "recent endpoints" not in screen(pilot)

    run(test)


def test_observe_keeps_its_endpoint_and_each_message(
    state_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave_after_two_turns(app: WirelabApp) -> None:
        async def test() -> None:
            async with app.run_test(size=NARROW) as pilot:
                await over(pilot)
                assert [each.message for each in recent.load()] == ["hello"]
                await press(pilot, "i", *"more", "enter")
                await over(pilot)

        run(test)

    monkeypatch.setattr(WirelabApp, "run", leave_after_two_turns)
    rest = [encode_run_input(INPUT | {"messages": [user_message("1", "hello")]})]
    with running_agent(speed=None) as base:
        target, next_body = Target(f"{base}/chat"), lambda _: rest.pop() if rest else None
        session = run_observe(target, next_body, remember=True)
        assert len(session.runs) == 2
        assert [(each.url, each.message) for each in recent.load()] == [(f"{base}/chat", "more")]
