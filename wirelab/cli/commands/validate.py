"""``wirelab validate``: verdicts without a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from wirelab.cli.choices import one_of
from wirelab.cli.diagnostics import ExitCode, complain, worst
from wirelab.cli.output import Output
from wirelab.cli.rule_choice import chosen_rules
from wirelab.cli.sending import Sending, is_url, read_input, sends_a_run
from wirelab.errors import WirelabError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.cli.examining import Examiner
    from wirelab.exports import Outcome
    from wirelab.rules.finding import Severity

_NEVER = "never"


@sends_a_run
def validate(
    sending: Sending,
    sources: Annotated[
        list[str], typer.Argument(metavar="SOURCE", help="Files, folders, - or URLs.")
    ],
    format: Annotated[str, typer.Option(metavar="text|json")] = "text",
    out: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Write there instead.")
    ] = None,
    fail_on: Annotated[str, typer.Option(metavar="error|warning|note|never")] = "error",
    select: Annotated[
        list[str] | None, typer.Option(metavar="CODES", help="Ask only these rules (or MSG,RUN).")
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="CODES", help="Do not ask these rules.")
    ] = None,
    spec: Annotated[str, typer.Option(metavar="auto|1.0|1.1", help="Judge by.")] = "auto",
    include: Annotated[
        list[str] | None, typer.Option(metavar="messages,state,delivered,request")
    ] = None,
) -> ExitCode:
    """Judge files, folders, a pipe or URLs.

    Exit codes: 0 accepted, 1 findings at or above --fail-on, 3 not read or not started; of
    several sources the worst counts.
    """
    from wirelab.exports import FORMATS
    from wirelab.rules.finding import Severity

    write = FORMATS[one_of("--format", format, FORMATS)]
    one_of("--fail-on", fail_on, (*Severity, _NEVER))
    threshold = None if fail_on == _NEVER else Severity(fail_on)
    included = _included(include)
    examiner = _examiner(sending, sources, spec, select, ignore, included)
    codes: list[ExitCode] = []
    outcomes = _outcomes(examiner, sending, sources, threshold, codes)
    with _Destination(out) as output:
        for text, tone in write(outcomes, _are_several(sources), included):
            output.piece(text, tone)
            output.flush()
    return worst(codes)


def _outcomes(
    examiner: Examiner,
    sending: Sending,
    sources: list[str],
    threshold: Severity | None,
    codes: list[ExitCode],
) -> Iterator[Outcome]:
    """Each source's outcome as it comes; ``codes`` gains its exit code."""
    from wirelab.cli.examining import exit_code_of, expand

    for source in expand(sources):
        outcome = examiner.examine(source, sending)
        codes.append(exit_code_of(outcome, threshold))
        if outcome.error is not None:
            complain(outcome.error)
        yield outcome


def _examiner(
    sending: Sending,
    sources: list[str],
    spec: str,
    select: list[str] | None,
    ignore: list[str] | None,
    included: list[str],
) -> Examiner:
    from wirelab.cli.examining import Examiner
    from wirelab.protocol.versions import KNOWN

    one_of("--spec", spec, ("auto", *KNOWN))
    has_files = any(not is_url(source) for source in sources)
    run_input = None
    if has_files and sending.input is not None and not sending.raw_input:
        run_input = read_input(sending.input)
    return Examiner(spec, chosen_rules(select, ignore), "delivered" in included, run_input)


def _included(include: list[str] | None) -> list[str]:
    from wirelab.session.report import INCLUDABLE

    names = [part.strip() for given in include or () for part in given.split(",")]
    return [one_of("--include", name, INCLUDABLE) for name in dict.fromkeys(names)]


def _are_several(sources: list[str]) -> bool:
    """A folder counts as several, whatever is in it: its output keeps one shape."""
    from pathlib import Path

    return len(sources) > 1 or (not is_url(sources[0]) and Path(sources[0]).is_dir())


class _Destination:
    """stdout, or the file of ``-o``. Raises WirelabError where it cannot be written."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._file: TextIO | None = None

    def __enter__(self) -> Output:
        if self._path is None:
            return Output()
        try:
            self._file = open(self._path, "w", encoding="utf-8")
        except OSError as error:
            raise WirelabError(f"{self._path} cannot be written: {error.strerror}") from None
        return Output(self._file, colour=False)

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
