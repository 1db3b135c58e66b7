"""``validate``: where its reports go, and how much is in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Cli
from tests.transports.raw_server import head, raw_server
from wirelab.cli.output import Output, OutputClosedError

STARTED = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
FINISHED = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
LOST = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-9", "delta": "lost"}
UNKNOWN = {"type": "FROM_TOMORROW"}


def lines(*events: dict[str, Any]) -> str:
    return "".join(json.dumps(event) + "\n" for event in events)


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: a clean, a warned and a rejected stream in ``streams``."""
    folder = tmp_path / "streams"
    (folder / "deeper").mkdir(parents=True)
    (folder / "clean.jsonl").write_text(lines(STARTED, FINISHED))
    (folder / "deeper" / "warned.jsonl").write_text(lines(STARTED, UNKNOWN, FINISHED))
    (folder / "rejected.jsonl").write_text(lines(STARTED, LOST, UNKNOWN, FINISHED))
    (folder / "README.md").write_text("no stream")
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestFiles:
    def test_one_examination_fills_several_reports(self, cli: Cli, project: Path) -> None:
        outputs = ("-o", "junit=r.xml", "-o", "sarif=r.sarif", "-o", "markdown=r.md")
        ran = cli("validate", "streams", "--format", "github", *outputs)
        assert ran.code == 1
        assert "\n::error file=streams/rejected.jsonl,line=2,title=MSG002 " in ran.out
        assert ran.out.endswith("3 sources · 2 accepted · 1 rejected\n")
        assert ElementTree.parse(project / "r.xml").getroot().get("failures") == "1"
        (run,) = json.loads((project / "r.sarif").read_text())["runs"]
        assert {result["ruleId"] for result in run["results"]} == {"MSG002", "SCH001"}
        assert "| `streams/clean.jsonl` | ✔ clean |" in (project / "r.md").read_text()

    def test_an_endpoint_is_asked_once_for_all_reports(self, cli: Cli, project: Path) -> None:
        body = b"".join(b"data: " + json.dumps(each).encode() + b"\n\n" for each in (STARTED,))
        with raw_server([head(), body]) as server:
            cli("validate", server.url, "-o", "json=a.json", "-o", "junit=b.xml")
            assert server.url in (project / "a.json").read_text()
            assert (project / "b.xml").read_text().count("<testcase") == 1

    def test_a_plain_file_takes_what_stdout_would(self, cli: Cli, project: Path) -> None:
        ran = cli("validate", "streams/clean.jsonl", "-o", "x.txt", "-o", "json=x.json")
        assert (ran.code, ran.out) == (0, "")
        assert "✔ clean" in (project / "x.txt").read_text()
        assert json.loads((project / "x.json").read_text())["clean"] is True
        assert "✔ clean" in cli("validate", "streams/clean.jsonl", "-o", "-").out
        also = cli("validate", "streams/clean.jsonl", "-o", "x.txt", "-o", "json=-")
        assert json.loads(also.out)["clean"] is True

    @pytest.mark.parametrize(
        ("outputs", "said"),
        [
            (["sarfi=x"], "-o sarfi is not known; did you mean sarif? known: text, json, junit"),
            (["sarfi=x"], "-o ./sarfi=x is a file of that name"),
            (["a", "b.json"], "-o b.json: say what it is to hold, as in -o json=b.json"),
            (["json=a", "junit=a"], "-o: two reports go to a"),
            (["json=-"], "-o: two reports go to stdout"),
        ],
    )
    def test_words_that_are_off_are_a_usage_error(
        self, cli: Cli, outputs: list[str], said: str
    ) -> None:
        options = [word for each in outputs for word in ("-o", each)]
        ran = cli("validate", "streams/clean.jsonl", *options)
        assert (ran.code, ran.out) == (2, "")
        assert said in ran.err

    def test_nothing_is_sent_when_a_report_cannot_be_written(self, cli: Cli) -> None:
        with raw_server([head()]) as server:
            ran = cli("validate", server.url, "-o", "junit=no/such/folder/x.xml")
            assert server.requests == []
        assert ran.code == 3
        assert "no/such/folder/x.xml cannot be written" in ran.err

    def test_files_are_written_though_nobody_reads_stdout(
        self, cli: Cli, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Closed(Output):
            def write(self, text: str) -> None:
                raise OutputClosedError

        def made(*given: Any, **more: Any) -> Output:
            return Output(*given, **more) if given else Closed()

        monkeypatch.setattr("wirelab.cli.report_files.Output", made)
        assert cli("validate", "streams", "-o", "junit=r.xml").code == 3
        assert (project / "r.xml").read_text().endswith("</testsuites>\n")

    def test_what_a_format_cannot_include_is_said(self, cli: Cli) -> None:
        ran = cli("validate", "streams/clean.jsonl", "--format", "junit", "--include", "state")
        assert ran.code == 2
        assert "--include is for --format text and json only" in ran.err


class TestMaxFindings:
    def test_the_gravest_are_listed_and_the_rest_counted(self, cli: Cli) -> None:
        text = cli("validate", "streams/rejected.jsonl", "--max-findings", "1")
        assert text.code == 1
        assert "MSG002" in text.out
        assert "SCH001" not in text.out
        assert "  and 1 more finding\n" in text.out
        assert "1 error · 1 warning" in text.out
        ran = cli("validate", "streams/rejected.jsonl", "--max-findings", 1, "--format", "json")
        report = json.loads(ran.out)
        assert [finding["code"] for finding in report["findings"]] == ["MSG002"]
        assert report["findingsOmitted"] == 1
        assert report["counts"]["warning"] == 1

    def test_none_is_a_verdict_all_the_same(self, cli: Cli) -> None:
        ran = cli("validate", "streams/rejected.jsonl", "--max-findings", "0")
        assert ran.code == 1
        assert "✖ rejected · 1 error" in ran.out
        assert "and 2 more findings" in ran.out
        assert cli("validate", "streams/rejected.jsonl", "--max-findings", "-1").code == 2


class TestSources:
    def test_patterns_are_expanded_where_no_shell_did(self, cli: Cli) -> None:
        ran = cli("validate", "streams/*.jsonl")
        assert "2 sources · 1 accepted · 1 rejected" in ran.out
        assert "3 sources" in cli("validate", "streams/**/*.jsonl").out
        assert "3 sources" in cli("validate", "stre?ms").out
        assert isinstance(
            json.loads(cli("validate", "streams/c*.jsonl", "--format", "json").out), list
        )

    def test_a_source_named_twice_is_judged_once(self, cli: Cli) -> None:
        ran = cli("validate", "streams/clean.jsonl", "streams", "streams/*.jsonl")
        assert "3 sources" in ran.out

    def test_a_name_that_looks_like_a_pattern_is_a_name(self, cli: Cli, project: Path) -> None:
        (project / "run[1].jsonl").write_text(lines(STARTED, FINISHED))
        ran = cli("validate", "run[1].jsonl")
        assert ran.code == 0
        assert ran.out.startswith("run[1].jsonl: ✔ clean")

    @pytest.mark.parametrize("name", ["", "x" * 5000, "{" + "x" * 5000 + "*"])
    def test_a_name_no_file_can_have_is_a_sentence(self, cli: Cli, name: str) -> None:
        ran = cli("validate", name)
        assert ran.code == 3
        assert ran.err.count("\n") == 1

    def test_a_working_folder_that_is_gone_stops_nothing(
        self, cli: Cli, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (project / "gone").mkdir()
        monkeypatch.chdir(project / "gone")
        (project / "gone").rmdir()
        ran = cli("validate", project / "streams", "--format", "github")
        assert ran.code == 1
        assert f"file={project / 'streams' / 'rejected.jsonl'},line=2," in ran.out

    def test_what_matches_nothing_fails_and_the_rest_goes_on(self, cli: Cli, project: Path) -> None:
        (project / "empty").mkdir()
        ran = cli("validate", "no*.jsonl", "empty", "streams/clean.jsonl", "--format", "json")
        assert ran.code == 3
        errors = [report.get("error") for report in json.loads(ran.out)]
        assert errors == [
            "no*.jsonl matches no file",
            "empty holds no .jsonl, .ndjson, .sse file",
            None,
        ]


class TestProjectFile:
    def write(self, project: Path, *settings: str) -> None:
        table = "\n".join(("[tool.wirelab]", *settings))
        (project / "pyproject.toml").write_text(table, encoding="utf-8")

    def test_its_settings_are_defaults(self, cli: Cli, project: Path) -> None:
        self.write(project, 'fail-on = "warning"', 'ignore = ["MSG"]', "max-findings = 0")
        warned = cli("validate", "streams/deeper/warned.jsonl")
        assert warned.code == 1
        assert "and 1 more finding" in warned.out
        assert "1 error" not in cli("validate", "streams/rejected.jsonl").out
        self.write(project, 'format = "json"', 'spec = "1.0"', 'select = "RUN"')
        report = json.loads(cli("validate", "streams/rejected.jsonl").out)
        assert (report["spec"], report["findings"]) == ("1.0", [])

    def test_options_override_them(self, cli: Cli, project: Path) -> None:
        self.write(project, 'fail-on = "warning"', 'ignore = ["MSG"]', 'format = "json"')
        rejected = "streams/rejected.jsonl"
        assert cli("validate", rejected, "--fail-on", "error").code == 0
        assert cli("validate", rejected, "--fail-on", "error", "--ignore", "RUN").code == 1
        assert cli("validate", rejected, "--fail-on", "error", "--select", "MSG002").code == 1
        assert "✔ accepted" in cli("validate", rejected, "--format", "text").out
        assert cli("validate", rejected, "--no-config").out.startswith("streams/rejected.jsonl: ✖")

    def test_the_nearest_one_upwards_that_has_the_table_counts(
        self, cli: Cli, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.write(project, 'fail-on = "never"')
        (project / "streams" / "pyproject.toml").write_text("[tool.ruff]\nline-length = 100\n")
        monkeypatch.chdir(project / "streams" / "deeper")
        assert cli("validate", "../rejected.jsonl").code == 0
        (project / "streams" / "pyproject.toml").write_text("[tool.wirelab]\n")
        assert cli("validate", "../rejected.jsonl").code == 1

    @pytest.mark.parametrize(
        ("setting", "said"),
        [
            ('fail_on = "note"', "[tool.wirelab] has no setting fail_on; did you mean fail-on?"),
            ("x = 1", "has no setting x; it has fail-on, select, ignore, spec, format, max-find"),
            ("max-findings = -1", "max-findings must be a whole number, 0 or more"),
            ("max-findings = true", "max-findings must be a whole number, 0 or more"),
            ("ignore = [1]", "ignore must be a list of strings, or a string"),
            ("spec = 1.0", "spec must be a string"),
            ('spec = "2.0"', "spec 2.0 is not known; known: auto, 1.0, 1.1"),
            ('format = "xml"', "format xml is not known; known: text, json"),
            ('ignore = ["MSG02"]', "no rule is called MSG02; did you mean MSG002"),
            ("= 1", "is not TOML"),
        ],
    )
    def test_what_is_wrong_in_it_names_the_file(
        self, cli: Cli, project: Path, setting: str, said: str
    ) -> None:
        self.write(project, setting)
        ran = cli("validate", "streams/clean.jsonl")
        assert (ran.code, ran.out) == (2, "")
        assert f"{project / 'pyproject.toml'}" in ran.err
        assert said in ran.err
        assert ran.err.count("\n") == 1
        assert cli("validate", "streams/clean.jsonl", "--no-config").code == 0

    def test_other_commands_do_not_look_at_it(self, cli: Cli, project: Path) -> None:
        self.write(project, "nonsense = 1")
        assert cli("rules", "MSG002").code == 0
        assert cli("replay", "streams/clean.jsonl", "--plain", "--speed", "max").code == 0
