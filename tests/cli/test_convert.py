"""``wirelab convert``: the right file in the right place, and nothing lost without a word."""

from __future__ import annotations

import gzip
import json
import stat
import zlib
from base64 import b64decode
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from wirelab.cli.converting import FORMATS
from wirelab.steps.exporters import by_suffix

pytest_plugins = ("pytester",)
EVENTS = b'{"type":"RUN_STARTED","threadId":"t","runId":"r"}\n'


@pytest.mark.parametrize(
    ("name", "format_"),
    [
        ("x.jsonl", "recording"),
        ("x.events.jsonl", "events"),
        ("x.ndjson", "events"),
        ("x.SSE", "sse"),
        ("x.har", "har"),
        ("scenario.json", "ag-ui-validate"),
        ("x.agui.jsonl", "devtools"),
        ("x.gentui.json", "gentui"),
        ("x.aimock.json", "aimock"),
        ("x.sh", "curl"),
        ("test_x.py", "pytest"),
        ("x.html", "html"),
        ("x.HTM", "html"),
        ("report.md", "markdown"),
    ],
)
def test_the_ending_tells_the_format(cli: Cli, tmp_path: Path, name: str, format_: str) -> None:
    found = by_suffix(name, FORMATS.values())
    assert found is not None
    assert found.format == format_
    path = tmp_path / name
    ran = cli("convert", "tool-call", path)
    assert (ran.code, ran.out) == (0, "")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    to_stdout = cli("convert", "tool-call", "-", "--to", format_)
    assert to_stdout.out == path.read_text(encoding="utf-8")
    zipped = tmp_path / f"{name}.gz"
    if format_ != "pytest":
        unread = format_ in ("curl", "html", "markdown")
        assert cli("convert", "tool-call" if unread else path, zipped).code == 0
        assert gzip.decompress(zipped.read_bytes())
        assert stat.S_IMODE(zipped.stat().st_mode) == 0o600


def test_a_recording_comes_out_as_it_went_in(cli: Cli) -> None:
    path = Path(__file__).parents[2] / "recordings" / "chat.jsonl"
    ran = cli("convert", path, "-", "--to", "recording")
    assert (ran.code, ran.out, ran.err) == (0, path.read_text(encoding="utf-8"), "")


def test_what_the_format_does_not_hold_is_one_sentence(cli: Cli) -> None:
    ran = cli("convert", "tool-call", "-", "--to", "events")
    assert ran.err == (
        "wirelab: events does not hold: the bytes as they came, times, requests, "
        "heads of responses, how it ended, 1 comment\n"
    )


def test_one_exchange_of_several(cli: Cli) -> None:
    ran = cli("convert", "chat", "-", "--to", "sse", "--exchange", 2)
    assert ran.code == 0
    assert ran.out.count("RUN_STARTED") == 1
    several = cli("convert", "chat", "-", "--to", "sse")
    assert (several.code, several.err.count("\n")) == (2, 1)
    assert "--exchange N" in several.err
    missing = cli("convert", "chat", "-", "--to", "sse", "--exchange", 9)
    assert (missing.code, missing.err) == (
        2,
        "wirelab: error: --exchange 9: chat holds 3 exchanges\n",
    )


def test_a_file_that_is_there_is_kept_unless_told_otherwise(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x.har"
    path.write_text("precious")
    path.chmod(0o644)
    ran = cli("convert", "chat", path)
    assert (ran.code, path.read_text()) == (2, "precious")
    assert "--force replaces it" in ran.err
    assert cli("convert", "chat", path, "--force").code == 0
    assert json.loads(path.read_text())["log"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["x.har"]


def test_a_file_can_be_converted_into_itself(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(EVENTS)
    assert cli("convert", path, path, "--force").code == 0
    assert path.read_text().startswith('{"wirelab":1')


def test_what_fails_leaves_nothing_behind(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x.sse"
    assert cli("convert", "chat", path).code == 2
    assert list(tmp_path.iterdir()) == []
    path.write_text("precious")
    assert cli("convert", "chat", path, "--force").code == 2
    assert [each.read_text() for each in tmp_path.iterdir()] == ["precious"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "takes IN and OUT"),
        (("chat",), 2, "takes IN and OUT"),
        (("chat", "-"), 2, "say which format"),
        (("chat", "x.json"), 2, "the ending of x.json says no format"),
        (("chat", "-", "--to", "hra"), 2, "did you mean har?"),
        (("chat", "no/such/x.har"), 3, "cannot be written"),
        (("chat", "/", "--to", "har"), 2, "is a folder"),
        (("chat", "/dev/null", "--to", "har", "--force"), 2, "no regular file"),
        (("no-such", "-", "--to", "har"), 3, "no such file"),
        (("-", "test_x.py"), 2, "reads IN twice"),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    cli: Cli, words: tuple[str, ...], code: int, said: str
) -> None:
    ran = cli("convert", *words, stdin=EVENTS)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
    assert said in ran.err


def test_lines_that_cannot_be_read_are_named_and_the_rest_is_converted(
    cli: Cli, tmp_path: Path
) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(
        '{"wirelab":1,"kind":"recording"}\n{"event":{"type":"X"}}\nbad\n{"end":"eof"}\n'
    )
    ran = cli("convert", path, "-", "--to", "events")
    assert (ran.code, ran.out) == (3, '{"type":"X"}\n')
    assert f"{path}, line 3: it is not JSON" in ran.err


@pytest.mark.parametrize("data", [b'{"log":{"entries":[', b'{"fixtures":[]}', b"[" * 100_000])
def test_hostile_input_is_one_sentence(cli: Cli, data: bytes) -> None:
    ran = cli("convert", "-", "-", "--to", "recording", stdin=data)
    assert (ran.code, ran.err.count("\n")) == (3, 1)


def test_secrets_stay_out_unless_they_are_to_be_kept(cli: Cli, tmp_path: Path) -> None:
    har = tmp_path / "x.har"
    request = {
        "method": "POST",
        "url": "http://h/?token=s3cret",
        "headers": [{"name": "Cookie", "value": "s3cret"}],
    }
    content = {"mimeType": "text/event-stream", "text": "data: {}\n\n"}
    response = {"status": 200, "content": content}
    har.write_text(json.dumps({"log": {"entries": [{"request": request, "response": response}]}}))
    assert "s3cret" not in cli("convert", har, "-", "--to", "recording").out
    kept = cli("convert", har, "-", "--to", "recording", "--keep-secrets").out
    assert kept.count("s3cret") == 2


def test_the_list_has_every_format(cli: Cli) -> None:
    ran = cli("convert", "--list")
    assert [line.split()[0] for line in ran.out.splitlines()] == list(FORMATS)
    assert all(len(line) <= 100 for line in ran.out.splitlines())


@pytest.mark.parametrize(
    ("recording", "outcome"), [("chat", "passed"), ("invalid-order", "failed")]
)
def test_the_pytest_test_runs_with_the_plugin(
    cli: Cli,
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    recording: str,
    outcome: str,
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    assert cli("convert", recording, pytester.path / "test_it.py").code == 0
    assert {each.name for each in pytester.path.iterdir()} >= {"test_it.py", "test_it.jsonl"}
    ran = pytester.runpytest_inprocess("-p", "wirelab.pytest_plugin")
    ran.assert_outcomes(**{outcome: 1})


def test_a_page_holds_no_secret_unless_it_is_to(cli: Cli, tmp_path: Path) -> None:
    secret = "SECRET-TOKEN"
    lines = [
        {"wirelab": 1, "kind": "recording"},
        {
            "request": {
                "method": "POST",
                "url": f"http://u:{secret}@a.test/x?api_key={secret}",
                "headers": [["Authorization", f"Bearer {secret}"], ["X-Api-Key", secret]],
            }
        },
        {"response": {"status": 200, "headers": [["Set-Cookie", secret]]}},
        {"read": 'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n'},
        {"end": "eof"},
    ]
    source = tmp_path / "x.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    for name, keep in (("x.html", ()), ("kept.html", ("--keep-secrets",))):
        ran = cli("convert", source, tmp_path / name, *keep)
        assert ran.code == 0, ran.err
        markup = (tmp_path / name).read_text(encoding="utf-8")
        packed = markup.split('id="data">')[1].split("</script>")[0]
        model = zlib.decompress(b64decode(packed)).decode()
        assert "RUN_STARTED" in model
        assert (secret in model) == bool(keep)
        assert secret not in markup


def test_a_damaged_source_makes_a_page_of_the_rest(cli: Cli, tmp_path: Path) -> None:
    source = tmp_path / "x.jsonl"
    head = b'{"wirelab": 1, "kind": "recording"}\n'
    source.write_bytes(head + b'{"event": ' + EVENTS.strip() + b"}\nnot JSON\n")
    ran = cli("convert", source, tmp_path / "x.html")
    assert "line 3" in ran.err
    assert (tmp_path / "x.html").stat().st_size


def test_a_report_says_the_verdict_and_the_findings(cli: Cli) -> None:
    ran = cli("convert", "invalid-order", "-", "--to", "markdown")
    assert ran.code == 0
    assert ran.err == ""
    assert "rejected" in ran.out
    assert ran.out.count("**error, fatal**") == 3
