"""``wirelab scenarios check``: what is wrong with scenario files, by line.

A file that loads is played once for a plain message as well, and judged: a scenario that is said to
be clean and is not contradicts its own header.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wirelab.cli.diagnostics import ExitCode, complain, worst
from wirelab.cli.output import Output
from wirelab.cli.source_names import expand
from wirelab.errors import ScenarioError, UsageError
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wirelab.synthetic.scenario import Scenario
    from wirelab.synthetic.scenario_draft import Fault

_SUFFIX = ".jsonl"
_PLAIN_INPUT = {
    "threadId": "t-1",
    "runId": "r-1",
    "messages": [{"id": "u-1", "role": "user", "content": "Hello"}],
}
_MOST_JUDGED = 100_000


@dataclass(slots=True, frozen=True)
class _Outcome:
    """What became of one word: a scenario, faults, or why nothing could be read."""

    source: str
    scenario: Scenario | None = None
    faults: Sequence[Fault] = ()
    unread: str | None = None

    @property
    def code(self) -> ExitCode:
        if self.unread is not None:
            return ExitCode.FAILED
        return ExitCode.FINDINGS if self.faults else ExitCode.ACCEPTED

    @property
    def document(self) -> dict[str, Any]:
        faults = [{"line": fault.line, "reason": fault.reason} for fault in self.faults]
        return {
            "source": self.source,
            "ok": self.code is ExitCode.ACCEPTED,
            "error": self.unread,
            "faults": faults,
        }


def check_scenarios(words: Sequence[str], *, as_json: bool) -> ExitCode:
    """Check files, and every ``.jsonl`` file in folders; say what is wrong with each."""
    if not words:
        raise UsageError("name the scenario files to check, or folders of them")
    output, codes, documents = Output(), [], []
    for outcome in _outcomes(words):
        codes.append(outcome.code)
        if outcome.unread is not None:
            complain(outcome.unread)
        if as_json:
            documents.append(outcome.document)
        else:
            _print(output, outcome)
    if as_json:
        from wirelab.exports.json_report import json_text

        output.line(json_text(documents))
    return worst(codes)


def _outcomes(words: Sequence[str]) -> Iterator[_Outcome]:
    from wirelab.synthetic.scenario_reader import check_file

    for named in expand(words):
        if named.error is not None:
            yield _Outcome(named.name, unread=named.error)
            continue
        path = Path(named.name)
        if path.suffix != _SUFFIX and named.name not in words:
            continue
        try:
            scenario, faults = check_file(path)
        except (ScenarioError, ValueError) as error:
            yield _Outcome(named.name, unread=str(error))
            continue
        contradiction = [] if scenario is None else _contradiction(scenario)
        yield _Outcome(named.name, scenario, [*faults, *contradiction])


def _contradiction(scenario: Scenario) -> list[Fault]:
    """A verdict in the header that is better than what the scenario gets for a plain message."""
    from itertools import islice

    from wirelab.protocol.run_input import read_run_input
    from wirelab.protocol.versions import NEWEST
    from wirelab.rules.finding import Severity
    from wirelab.stream_inspection import inspect_stream
    from wirelab.synthetic.scenario import VERDICTS
    from wirelab.synthetic.scenario_draft import Fault
    from wirelab.synthetic.scene import Scene

    scene = Scene(read_run_input(_PLAIN_INPUT), NEWEST, scenario.interrupts, scenario.waits)
    beats = islice(scenario.beats(scene), _MOST_JUDGED)
    session = inspect_stream((beat.data for beat in beats), run_input=_PLAIN_INPUT)
    got = "clean" if session.clean else session.verdict
    if VERDICTS.index(got) <= VERDICTS.index(scenario.verdict):
        return []
    first = next(each for each in session.findings if each.severity is not Severity.NOTE)
    return [
        Fault(
            1, f'"verdict" says {scenario.verdict}, but it is {got}: {first.message} ({first.code})'
        )
    ]


def _print(output: Output, outcome: _Outcome) -> None:
    for fault in outcome.faults:
        output.line(safe(f"{outcome.source}:{fault.line}: {fault.reason}"), "error")
    if outcome.scenario is not None and not outcome.faults:
        ways = len(outcome.scenario.sections)
        said = f"{ways} way{'s' if ways != 1 else ''} to go, {outcome.scenario.verdict}"
        output.line(safe(f"{outcome.source}: ok, {said}"), "good")
