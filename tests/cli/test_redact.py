"""``wirelab redact``: the proof, the refusal, and what is always gone."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from wirelab.steps.bundled import recording_names
from wirelab.steps.masking.content_groups import Group


@pytest.mark.parametrize("name", recording_names())
def test_every_recording_keeps_its_findings_without_its_contents(
    cli: Cli, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "out.jsonl"
    ran = cli("redact", name, path, "--also", "all")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith(("the same findings, at the same events\n", "no findings, as before\n"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    codes = [
        [finding["code"] for finding in json.loads(found.out)["findings"]]
        for found in (
            cli("validate", source, "--format", "json", "--fail-on", "never")
            for source in (name, path)
        )
    ]
    assert codes[0] == codes[1]


def recorded(path: Path, *events: object, **headers: str) -> Path:
    body = {"threadId": "t", "runId": "r", "protocolVersion": "1.1", "messages": []}
    request = {"method": "POST", "url": "http://h/", "headers": [*headers.items()], "body": body}
    events = (
        {"type": "RUN_STARTED", "threadId": "t", "runId": "r", "protocolVersion": "1.1"},
        *events,
        {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"},
    )
    steps = [{"wirelab": 1, "kind": "recording"}, {"request": request}]
    steps += [{"response": {"status": 200, "headers": [["content-type", "text/event-stream"]]}}]
    path.write_text("".join(f"{json.dumps(step)}\n" for step in [*steps, *events_of(events)]))
    return path


def events_of(events: tuple[object, ...]) -> list[dict[str, object]]:
    return [*({"event": event} for event in events), {"end": "eof"}]


def test_what_would_get_other_findings_is_refused(cli: Cli, tmp_path: Path) -> None:
    """Two texts of one length are the same once they are masked."""
    said = [
        {"type": "TEXT_MESSAGE_START", "messageId": "m", "role": "assistant"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "yes"},
        {"type": "TEXT_MESSAGE_END", "messageId": "m"},
        {
            "type": "MESSAGES_SNAPSHOT",
            "messages": [{"id": "m", "role": "assistant", "content": "not"}],
        },
    ]
    source, out = recorded(tmp_path / "in.jsonl", *said), tmp_path / "out.jsonl"
    ran = cli("redact", source, out, "--also", "text")
    assert ran.code == 1
    assert "SNP002   before    1  after    0 differs" in ran.out
    assert f"{out} is not written" in ran.err
    assert not out.exists()
    out.write_text("mine")
    assert cli("redact", source, out, "--also", "text", "--force").code == 1
    assert out.read_text() == "mine"
    assert cli("redact", source, out, "--force").code == 0


def test_headers_and_values_of_the_environment_always_go(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-0123456789")
    monkeypatch.setenv("SHORT_TOKEN", "abc")
    monkeypatch.setenv("MY_HOST", "db.internal")
    said = {"type": "CUSTOM", "name": "n", "value": "sk-0123456789 abc db.internal"}
    source = recorded(tmp_path / "in.jsonl", said, Cookie="a=b", Accept="x")
    out = tmp_path / "out.jsonl.gz"
    assert cli("redact", source, out).code == 0
    shown = cli("replay", out, "--json", "--speed", "max").out
    assert '"xxxxxxxxxxxxx abc db.internal"' in shown
    assert "a=b" not in shown
    assert cli("redact", source, out, "--env", "MY_HOST", "--force").code == 0
    assert "db.internal" not in cli("replay", out, "--json", "--speed", "max").out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("tool-call", "out.jsonl", "--also", "txt"), 2, "did you mean text"),
        (("tool-call", "out.jsonl", "--env", "NOT_THERE"), 2, "NOT_THERE"),
        (("tool-call", "out.har"), 2, ".jsonl"),
        (("-", "out.jsonl"), 2, "twice"),
        (("no-such", "out.jsonl"), 3, "no-such"),
        (("tool-call", "taken.jsonl"), 2, "--force"),
        (("tool-call", "nowhere/out.jsonl"), 3, "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    cli: Cli,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    code: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken.jsonl").touch()
    ran = cli("redact", *arguments)
    assert ran.code == code
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_the_page_shows_what_is_printed(cli: Cli, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "redaction.md").read_text(encoding="utf-8")
    shown = page.split("```text\n")[1].split("```")[0]
    command = page.split("wirelab redact ")[1].split("\n")[0].split()
    command[1] = str(tmp_path / command[1])
    assert cli("redact", *command).out == shown
    for group in Group:
        assert f"| `{group}` |" in page
