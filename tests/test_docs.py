"""What docs/ tells people to type and write works."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, cli
from wirelab.synthetic.serving import running_agent

__all__ = ["cli"]
pytest_plugins = ("pytester",)

DOCS = Path(__file__).parents[1] / "docs"
CLEAN = (
    '{"type":"RUN_STARTED","threadId":"t","runId":"r"}\n'
    '{"type":"RUN_FINISHED","threadId":"t","runId":"r"}\n'
)


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def ci_commands() -> list[list[str]]:
    text = "".join((*blocks("ci.md", "yaml"), *blocks("ci.md", "groovy"))).replace("\\\n", " ")
    lines = (line.strip() for line in text.splitlines())
    return [
        shlex.split(line.removeprefix("- ").removeprefix("sh '").removesuffix("'"))[1:]
        for line in lines
        if "wirelab validate" in line
    ]


def test_the_commands_of_the_ci_page_pass_on_good_streams(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tests" / "streams").mkdir(parents=True)
    (tmp_path / "tests" / "streams" / "x.jsonl").write_text(CLEAN)
    monkeypatch.chdir(tmp_path)
    commands = ci_commands()
    assert len(commands) == 3
    with running_agent(speed=None) as base:
        for command in commands:
            words = [
                word.replace("http://127.0.0.1:8000/agent", f"{base}/chat").replace(
                    "$GITHUB_STEP_SUMMARY", "summary.md"
                )
                for word in command
            ]
            ran = cli(*words)
            assert ran.code == 0, ran.err
    for report in ("wirelab.sarif", "summary.md", "wirelab.xml"):
        assert (tmp_path / report).stat().st_size


def test_the_settings_of_the_ci_page_are_all_there_are(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wirelab.cli.project_file import _KINDS

    (settings,) = blocks("ci.md", "toml")
    assert set(tomllib.loads(settings)["tool"]["wirelab"]) == set(_KINDS)
    (tmp_path / "pyproject.toml").write_text(settings)
    (tmp_path / "x.jsonl").write_text(CLEAN)
    monkeypatch.chdir(tmp_path)
    assert cli("validate", "x.jsonl").code == 0


def test_the_formats_of_the_ci_page_are_all_there_are() -> None:
    from wirelab.exports import FORMATS

    text = (DOCS / "ci.md").read_text(encoding="utf-8")
    table = text.split("| `--format` |")[1].split("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(FORMATS)


def test_the_faults_that_the_proxy_page_names_are_all_there_are() -> None:
    from wirelab.synthetic.passing_faults import NEED_NUMBER, NOT_PASSING

    text = (DOCS / "proxy.md").read_text(encoding="utf-8")
    needing, not_passing = re.findall(r"^- ((?:`[\w-]+`(?:, | and )?)+)", text, re.MULTILINE)[-3:-1]
    assert set(re.findall(r"`([\w-]+)`", needing)) == NEED_NUMBER
    assert set(re.findall(r"`([\w-]+)`", not_passing)) == NOT_PASSING


AGENT = """
import json

async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    sent = json.loads((await receive())["body"])
    ids = {"threadId": sent["threadId"], "runId": sent["runId"]}
    message = {"messageId": "m-" + ids["runId"]}
    await send({
        "type": "http.response.start", "status": 200,
        "headers": [(b"content-type", b"text/event-stream")],
    })
    for event in (
        {"type": "RUN_STARTED", **ids},
        {"type": "TEXT_MESSAGE_START", **message, "role": "assistant"},
        {"type": "TEXT_MESSAGE_CONTENT", **message, "delta": "Eleven days of sun in Lisbon."},
        {"type": "TEXT_MESSAGE_END", **message},
        {"type": "RUN_FINISHED", **ids},
    ):
        data = f"data: {json.dumps(event)}\\n\\n".encode()
        await send({"type": "http.response.body", "body": data, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
"""


def test_the_tests_of_the_pytest_page_pass(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (pytester.path / "my_agent.py").write_text(AGENT)
    (example,) = blocks("pytest.md", "python")
    (pytester.path / "test_example.py").write_text(example)
    for updating in (["--wirelab-update"], []):
        ran = pytester.runpytest_inprocess("-p", "wirelab.pytest_plugin", *updating)
        ran.assert_outcomes(passed=3)
