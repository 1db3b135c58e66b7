"""``observe --repeat N``: the same request N times, each on a thread of its own, one after the
other; what they have in common, and how they spread, last and on stderr."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING

from wirelab.cli.diagnostics import ExitCode, say, worst
from wirelab.cli.examining import why_not_started
from wirelab.errors import UsageError
from wirelab.transports.fresh_ids import fresh_id
from wirelab.views.durations import duration
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.cli.sending import Sending
    from wirelab.session.session import Session

Observe = Callable[["Sending", str | None, "Repeats"], ExitCode]
"""Observes once: what to send, where to record it, and whom to tell of the session."""


def check_repeated(sending: Sending) -> None:
    """Raises UsageError for what cannot be sent more than once."""
    for option in ("thread_id", "run_id"):
        if getattr(sending, option) is not None:
            name = option.replace("_", "-")
            raise UsageError(f"--repeat gives each run ids of its own; leave out --{name}")
    given = (sending.input, sending.state, sending.tools, sending.context)
    if {"-", "@-"} & {*given, sending.forwarded_props, sending.resume}:
        raise UsageError("--repeat sends its input several times; give a file, not standard input")


def repeat(times: int, sending: Sending, record: str | None, observe: Observe) -> ExitCode:
    """Observe so many times; the worst exit code. Ctrl-C ends it with what there is."""
    repeats, codes = Repeats(), list[ExitCode]()
    for number in range(1, times + 1):
        say(f"run {number} of {times}")
        path = None if record is None else numbered(record, number)
        try:
            codes.append(observe(_fresh(sending), path, repeats))
        except KeyboardInterrupt:
            codes.append(ExitCode.INTERRUPTED)
        if codes[-1] is ExitCode.INTERRUPTED:
            break
    for sentence in repeats.sentences():
        say(sentence)
    return worst(codes)


def numbered(path: str, number: int) -> str:
    """``a/run.jsonl.gz`` to ``a/run-2.jsonl.gz``."""
    folder, slash, name = path.rpartition("/")
    stem, dot, ending = name.partition(".") if not name.startswith(".") else (name, "", "")
    return f"{folder}{slash}{stem}-{number}{dot}{ending}"


def _fresh(sending: Sending) -> Sending:
    """With ids that override those of an input; bytes that are sent raw stay as they are."""
    if sending.raw_input:
        return sending
    return replace(sending, thread_id=fresh_id("thread"), run_id=fresh_id("run"))


class Repeats:
    """What the sessions so far amount to."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self._codes: Counter[str] = Counter()
        self._runs: Counter[str] = Counter()
        self._first_event: list[float] = []
        self._first_text: list[float] = []

    def note(self, session: Session) -> None:
        """A session is over."""
        started = why_not_started(session) is None
        self.verdicts[session.verdict if started else "not started"] += 1
        found = Counter[str]()
        for finding in session.findings:
            if not finding.opinion:
                found[finding.code] += 1 + finding.more
        self._codes += found
        self._runs.update(found.keys())
        timing = session.world.timing
        for moment, waits in (
            (timing.first_event_ms, self._first_event),
            (timing.first_text_ms, self._first_text),
        ):
            if moment is not None and timing.requested_ms is not None:
                waits.append(moment - timing.requested_ms)

    def sentences(self) -> Iterator[str]:
        """The verdicts, the codes by how many runs have them, the times."""
        total = sum(self.verdicts.values())
        listed = ", ".join(f"{number} {verdict}" for verdict, number in self.verdicts.items())
        yield f"{counted(total, 'run')}: {listed or 'none came to its end'}"
        for code, number in sorted(self._runs.items(), key=lambda each: (-each[1], each[0])):
            yield f"{code} in {number} of {counted(total, 'run')}, {self._codes[code]} in all"
        yield from _spread("first event", self._first_event)
        yield from _spread("first text", self._first_text)


def _spread(what: str, waits: list[float]) -> Iterator[str]:
    if waits:
        low, middle, high = min(waits), median(waits), max(waits)
        yield f"{what} after {duration(low)} to {duration(high)}, median {duration(middle)}"
