"""The runs of a session: which is active, how each ended [events/lifecycle]."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wirelab.projections.world import World
    from wirelab.protocol.run_input import RunInput
    from wirelab.session.event import Departure, Event


class RunStatus(StrEnum):
    """How a run stands, in the words every view and report uses."""

    NEVER_STARTED = "never started"
    RUNNING = "running"
    SUCCESS = "success"
    INTERRUPTED = "interrupted"
    CANCELLED = "cancelled"
    FAILED = "failed"
    TRUNCATED = "truncated"
    REJECTED = "rejected"


_OUTCOMES = {"interrupt": RunStatus.INTERRUPTED, "cancelled": RunStatus.CANCELLED}


@dataclass(slots=True)
class Run:
    """One run.

    index: counts from 0 over the session. exchange: the request it answered, counted likewise.
    thread_id, run_id: as RUN_STARTED said; None where no RUN_STARTED came (see ``implicit``).
    implicit: opened by an event that was not RUN_STARTED.
    ending: how it ended by its own events; RUNNING until then.
    rejected: a conforming client refused the stream while this run was active.
    call_ids: tool calls started in it, in order.
    interrupts: those its outcome carried.
    before: index of the run before it on its thread; -1 for the first.
    finished_as: the run id that RUN_FINISHED said.
    hung_up: this side closed the connection before the run had ended.
    """

    index: int
    exchange: int
    thread_id: str | None
    run_id: str | None
    started: int
    started_ms: float | None
    version: str | None = None
    implicit: bool = False
    ending: RunStatus = RunStatus.RUNNING
    ended: int | None = None
    ended_ms: float | None = None
    rejected: bool = False
    error: str | None = None
    error_code: str | None = None
    outcome: dict[str, Any] | None = None
    interrupts: list[dict[str, Any]] = field(default_factory=list)
    result: Any = None
    usage: list[dict[str, Any]] = field(default_factory=list)
    call_ids: list[str] = field(default_factory=list)
    before: int = -1
    finished_as: str | None = None
    hung_up: bool = False

    @property
    def cut_short(self) -> bool:
        """It ended so that a client may start again from what it had sent."""
        return self.hung_up or self.ending in (RunStatus.FAILED, RunStatus.TRUNCATED)

    @property
    def status(self) -> RunStatus:
        """The word for it; REJECTED wins over how the run's own events say it ended."""
        return RunStatus.REJECTED if self.rejected else self.ending


@dataclass(slots=True)
class Runs:
    """All runs so far, oldest first.

    active: the run under way. exchange: the current request, counted from 0; -1 before any.
    latest: index of the latest run by thread and run id; last_on: by thread alone.
    version_answers: by the version a request declared, what its run declared.
    """

    all: list[Run] = field(default_factory=list)
    active: Run | None = None
    exchange: int = -1
    latest: dict[tuple[str, str], int] = field(default_factory=dict)
    last_on: dict[str, int] = field(default_factory=dict)
    version_answers: dict[str, str | None] = field(default_factory=dict)

    @property
    def last(self) -> Run | None:
        return self.all[-1] if self.all else None

    @property
    def of_exchange(self) -> list[Run]:
        """The runs of the current exchange, oldest first."""
        return self.all[self._first_index :]

    @property
    def first(self) -> Run | None:
        """The first run of the current exchange that says its thread."""
        runs = (self.all[index] for index in range(self._first_index, len(self.all)))
        return next((run for run in runs if run.thread_id is not None), None)

    @property
    def _first_index(self) -> int:
        return bisect_left(self.all, self.exchange, key=lambda run: run.exchange)

    @property
    def current(self) -> Run | None:
        """The active run, else the last of the current exchange."""
        last = self.last
        return last if last is not None and last.exchange == self.exchange else None

    def find(self, thread_id: Any, run_id: Any) -> Run | None:
        """The latest run that began under these ids."""
        index = self.latest.get((thread_id, run_id))
        return self.all[index] if index is not None else None

    def back_on(self, thread_id: Any, *, earlier: bool = False) -> Iterator[Run]:
        """The runs of a thread, latest first; ``earlier``: only of exchanges before the current."""
        index, stop = self.last_on.get(thread_id, -1), self._first_index
        while index >= 0:
            run = self.all[index]
            if not earlier or index < stop:
                yield run
            index = run.before

    def version_asked_by(self, run_input: RunInput | None, run_id: Any) -> str | None:
        """The version the request declared, if it was the one that asked for this run."""
        if run_input is None or run_input.run_id not in (None, run_id):
            return None
        return run_input.protocol_version

    def enter(self, run: Run) -> None:
        """Enter a run into the tables by id, where it has both."""
        if isinstance(run.thread_id, str) and isinstance(run.run_id, str):
            self.latest[run.thread_id, run.run_id] = self.last_on[run.thread_id] = run.index


def _start(world: World, event: Event) -> Iterable[Departure]:
    runs, payload = world.runs, event.payload
    active = runs.active
    thread_id, run_id = payload.get("threadId"), payload.get("runId")
    if active is not None and active.implicit:
        active.implicit = False
        active.thread_id, active.run_id = thread_id, run_id
    elif active is not None and (active.thread_id, active.run_id) == (thread_id, run_id):
        return ()
    else:
        if active is not None:
            _end(world, event, RunStatus.TRUNCATED)
        world.close_everything(event.seq)
        runs.active = active = _open(runs, event, thread_id, run_id)
    active.version = payload.get("protocolVersion")
    asked = runs.version_asked_by(world.input, run_id)
    if asked is not None:
        runs.version_answers[asked] = active.version
    if isinstance(thread_id, str) and isinstance(run_id, str):
        active.before = runs.last_on.get(thread_id, -1)
        runs.enter(active)
    return ()


def open_implicitly(world: World, event: Event) -> None:
    """An event came before any RUN_STARTED of its exchange: judge on as if a run were open."""
    run = _open(world.runs, event, None, None)
    run.implicit = True
    world.runs.active = run
    world.losses.take_opener("run")


def _open(runs: Runs, event: Event, thread_id: str | None, run_id: str | None) -> Run:
    run = Run(
        index=len(runs.all),
        exchange=max(runs.exchange, 0),
        thread_id=thread_id,
        run_id=run_id,
        started=event.seq,
        started_ms=event.at_ms,
    )
    runs.all.append(run)
    return run


def _finish(world: World, event: Event) -> Iterable[Departure]:
    run = world.runs.active
    if run is None:
        return ()
    outcome = event.payload.get("outcome")
    if isinstance(outcome, dict):
        run.outcome = outcome
        interrupts = outcome.get("interrupts")
        if outcome.get("type") == "interrupt" and isinstance(interrupts, list):
            run.interrupts = [item for item in interrupts if isinstance(item, dict)]
    kind = run.outcome.get("type") if run.outcome else None
    run.finished_as = event.payload.get("runId")
    run.result = event.payload.get("result")
    run.usage = event.payload.get("usage") or []
    _end(world, event, _OUTCOMES.get(kind, RunStatus.SUCCESS) if kind else RunStatus.SUCCESS)
    return ()


def _fail(world: World, event: Event) -> Iterable[Departure]:
    runs = world.runs
    run = runs.active or runs.current
    if run is None:
        run = _open(runs, event, None, None)
    runs.active = run
    run.error = event.payload.get("message")
    run.error_code = event.payload.get("code")
    run.usage = event.payload.get("usage") or run.usage
    _end(world, event, RunStatus.FAILED)
    return ()


def _end(world: World, event: Event, ending: RunStatus) -> None:
    run = world.runs.active
    if run is None:
        return
    run.ending, run.ended, run.ended_ms = ending, event.seq, event.at_ms
    world.runs.active = None
    world.close_everything(event.seq)


FOLDS = {"RUN_STARTED": _start, "RUN_FINISHED": _finish, "RUN_ERROR": _fail}
