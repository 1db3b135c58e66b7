"""``wirelab validate``: verdicts without a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from wirelab.cli.choices import one_of
from wirelab.cli.diagnostics import ExitCode, complain, worst
from wirelab.cli.sending import Sending, is_url, read_input, sends_a_run
from wirelab.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.cli.examining import Examiner
    from wirelab.cli.judging_settings import JudgingSettings
    from wirelab.cli.report_files import ReportFile
    from wirelab.exports import Outcome


@sends_a_run
def validate(
    sending: Sending,
    sources: Annotated[
        list[str], typer.Argument(metavar="SOURCE", help="Files, folders, patterns, - or URLs.")
    ],
    format: Annotated[
        str | None,
        typer.Option(metavar="text|json|junit|sarif|github|markdown", help="Default: text."),
    ] = None,
    out: Annotated[
        list[str] | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write there instead; FORMAT=FILE: write that report as well.",
        ),
    ] = None,
    fail_on: Annotated[
        str | None, typer.Option(metavar="error|warning|note|never", help="Default: error.")
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(metavar="CODES", help="Ask only these rules (or MSG,RUN).")
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="CODES", help="Do not ask these rules.")
    ] = None,
    spec: Annotated[
        str | None, typer.Option(metavar="auto|1.0|1.1", help="Judge by it. Default: auto.")
    ] = None,
    include: Annotated[
        list[str] | None, typer.Option(metavar="messages,state,delivered,request")
    ] = None,
    max_findings: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="List so many of each source, the gravest first."),
    ] = None,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Judge again what is new or changed, until Ctrl-C."),
    ] = False,
    no_config: Annotated[
        bool, typer.Option("--no-config", help="Do not read [tool.wirelab] of pyproject.toml.")
    ] = False,
) -> ExitCode:
    """Judge files, folders, a pipe or URLs.

    Exit codes: 0 accepted, 1 findings at or above --fail-on, 3 not read or not started; of
    several sources the worst counts.
    """
    from wirelab.cli.judging_settings import Given, judging_settings
    from wirelab.cli.report_files import report_files, write_reports
    from wirelab.cli.source_names import may_be_several
    from wirelab.exports import FORMATS

    given = Given(
        format=format or ("text" if watch else None),
        fail_on=fail_on,
        spec=spec,
        select=select,
        ignore=ignore,
        max_findings=max_findings,
    )
    settings = judging_settings(given, use_project_file=not no_config)
    files = report_files(settings.format, out or (), FORMATS)
    included = _included(include, files)
    examiner = _examiner(sending, sources, settings, included)
    if watch:
        return _watch(examiner, sending, sources, files, included)
    codes: list[ExitCode] = []
    outcomes = _outcomes(examiner, sending, sources, codes)
    write_reports(files, FORMATS, outcomes, may_be_several(sources), included)
    return worst(codes)


def _watch(
    examiner: Examiner,
    sending: Sending,
    sources: list[str],
    files: list[ReportFile],
    included: list[str],
) -> ExitCode:
    from wirelab.cli.report_files import write_reports
    from wirelab.cli.watching_files import WatchedFiles, check_watched
    from wirelab.exports import FORMATS

    def judge(names: list[str]) -> None:
        outcomes = _outcomes(examiner, sending, names, [])
        write_reports(files, FORMATS, outcomes, len(names) > 1, included)

    check_watched(sources, files)
    return WatchedFiles(sources, judge).run()


def _outcomes(
    examiner: Examiner, sending: Sending, sources: list[str], codes: list[ExitCode]
) -> Iterator[Outcome]:
    """Each source's outcome as it comes; ``codes`` gains its exit code."""
    from wirelab.cli.examining import exit_code_of
    from wirelab.cli.source_names import expand
    from wirelab.exports import Outcome

    for source in expand(sources):
        if source.error is not None:
            outcome = Outcome(source.name, error=source.error)
        else:
            outcome = examiner.examine(source.name, sending)
        codes.append(exit_code_of(outcome))
        if outcome.error is not None:
            complain(outcome.error)
        yield outcome


def _examiner(
    sending: Sending, sources: list[str], settings: JudgingSettings, included: list[str]
) -> Examiner:
    from wirelab.cli.examining import Examiner

    has_files = any(not is_url(source) for source in sources)
    run_input = None
    if has_files and sending.input is not None and not sending.raw_input:
        run_input = read_input(sending.input)
    return Examiner(
        spec=settings.spec,
        rules=settings.rules,
        keep="delivered" in included,
        run_input=run_input,
        fail_on=settings.fail_on,
        most=settings.most,
    )


def _included(include: list[str] | None, files: list[ReportFile]) -> list[str]:
    from wirelab.exports import INCLUDING
    from wirelab.session.report import INCLUDABLE

    names = [part.strip() for given in include or () for part in given.split(",")]
    if names and not any(file.format in INCLUDING for file in files):
        raise UsageError(f"--include is for --format {' and '.join(INCLUDING)} only")
    return [one_of("--include", name, INCLUDABLE) for name in dict.fromkeys(names)]
