"""Which frames ``wirelab cut`` keeps, and what it writes of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wirelab.cli.filtering import filter_of
from wirelab.cli.starting_point import StartingPoint
from wirelab.errors import UsageError
from wirelab.session.inspection import Inspection
from wirelab.steps.step_writer import StepWriter
from wirelab.transports.owned_file import whole_file
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.framing import Framing
from wirelab.wire.sse_encoder import encode_event
from wirelab.wire.traffic import End, Read, Request, Traffic

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.transports.source import Source

Items = Iterable[Traffic | Frame]
_RANGE = re.compile(r"(.*?)\.\.(.*)")


@dataclass(slots=True, frozen=True)
class Part:
    """What is to be kept; None where nothing was said. Bounds belong to the part.

    events: numbers of events. times: milliseconds. run: a number from 1, or a runId.
    expression: of the filter language.
    """

    events: tuple[float, float] | None = None
    times: tuple[float, float] | None = None
    run: str | None = None
    expression: str | None = None

    @classmethod
    def asked(
        cls, events: str | None, times: str | None, run: str | None, expression: str | None
    ) -> Part:
        """Raises UsageError where nothing was asked, or a range is none."""
        if not any((events, times, run, expression)):
            raise UsageError(
                "say what to keep: --events A..B, --time A..B, --run N or --filter EXPR"
            )
        filter_of(expression)
        return cls(
            _range("--events", events, as_event=True) if events else None,
            _range("--time", times, as_event=False) if times else None,
            run,
            expression,
        )

    def frames(self, source: Source) -> set[int]:
        """The numbers of the frames that are kept. Raises UsageError for a run that is not there,
        and where nothing is left."""
        session = _inspected(source)
        kept = set(range(len(session.frames)))
        if self.events is not None:
            kept &= {seq for seq, event in _events_of(session) if _lies(event, self.events)}
        if self.times is not None:
            kept &= {each.seq for each in session.frames if _lies(each.at_ms, self.times)}
        if self.run is not None:
            run = _range_of_run(session, self.run)
            kept &= {seq for seq, event in _events_of(session) if _lies(event, run)}
        wanted = filter_of(self.expression)
        if wanted is not None:
            matching = {frame.seq for frame in wanted.frames(session)}
            kept &= matching | {each.seq for each in session.frames if _is_end(each)}
        if all(_is_end(session.frames[seq]) for seq in kept):
            raise UsageError(f"nothing of {source.name} is in that part")
        return kept


def _inspected(source: Source) -> Session:
    inspection, framing = Inspection(), Framing()
    for item in source.traffic():
        inspection.take_all(framing.take(item))
    return inspection.finish()


def _events_of(session: Session) -> Iterator[tuple[int, int]]:
    """Each frame with the event it is or follows; what comes before the first belongs to it."""
    event = -1
    for frame in session.frames:
        event += frame.kind is FrameKind.EVENT
        yield frame.seq, max(event, 0)


def _range(option: str, text: str, *, as_event: bool) -> tuple[float, float]:
    match = _RANGE.fullmatch(text)
    first, last = match.groups() if match else (text, text)
    bounds = []
    for word, default in ((first, 0.0), (last, float("inf"))):
        point = StartingPoint.read(word or None, option)
        if word and (point.event is not None) is not as_event:
            raise UsageError(f"{option} {text}: a range is {_EXAMPLE[as_event]}")
        value = point.event if as_event else point.at_ms
        bounds.append(default if not word or value is None else float(value))
    return bounds[0], bounds[1]


_EXAMPLE = {True: "5..12, 5.. or ..12", False: "0.5s..2s, 500ms.. or ..2s"}


def _range_of_run(session: Session, asked: str) -> tuple[float, float]:
    runs = session.runs
    for number, run in enumerate(runs):
        if asked in (run.run_id, str(number + 1)):
            after = runs[number + 1].started if number + 1 < len(runs) else None
            return run.started, float("inf") if after is None else after - 1
    raise UsageError(f"--run {asked}: there are {len(runs)} runs, counted from 1")


def _lies(value: float | None, bounds: tuple[float, float]) -> bool:
    return value is not None and bounds[0] <= value <= bounds[1]


def _is_end(frame: Frame) -> bool:
    return frame.kind is FrameKind.CLOSED


def closed(items: Items) -> Iterator[Traffic | Frame]:
    """The items, and before an exchange's end what ends the items and the run it leaves open."""
    framing, inspection = Framing(), Inspection(keep=False)
    at_ms: float | None = None
    for item in items:
        if isinstance(item, End | Request):
            yield from _closers(inspection, at_ms)
        at_ms = item.at_ms
        inspection.take_all(framing.take(item))
        yield item
    yield from _closers(inspection, at_ms)


def _closers(inspection: Inspection, at_ms: float | None) -> Iterator[Read]:
    for payload in inspection.closing_events():
        yield Read(encode_event(payload), at_ms)


def write_recording(items: Items, path: Path, title: str, *, force: bool) -> None:
    """A recording, whole or not at all; its secrets are taken out."""
    writer = StepWriter()
    with whole_file(path, overwrite=force) as write:
        write(writer.header(title))
        for item in items:
            write(writer.take(item))


def recording_path(out: str) -> Path:
    """Raises UsageError for what is not called as a recording is."""
    if not out.removesuffix(".gz").endswith(".jsonl"):
        raise UsageError(f"{out} would be a recording: call it .jsonl or .jsonl.gz")
    return Path(out)
