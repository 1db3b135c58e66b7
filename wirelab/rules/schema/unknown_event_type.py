"""An event has a type that AG-UI does not know.

What it checks
    ``type`` against the 31 types and the retired ones; letters and case count. One finding a type,
    and one for all types in another spelling (RunStarted). An empty type is a type that nobody
    knows: clients take it for one.
Why it matters
    Clients drop the event and carry on. That is right for a newer peer's addition, and fatal for an
    adapter that spells types its own way: then every event is dropped and nothing ever happens.
What to do
    Write types in capitals with underscores: RUN_STARTED, not RunStarted. What AG-UI has no type
    for goes into CUSTOM; a framework's own error frame becomes RUN_ERROR.
Spec
    basic/processing: an unknown type never fails the run; a producer must not send one on purpose.
"""

from __future__ import annotations

from typing import Any

from wirelab.projections.world import World
from wirelab.protocol.versions import NEWEST, read_version
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event

_FOREIGN = {"error": "RUN_ERROR", "done": "RUN_FINISHED", "finish": "RUN_FINISHED"}


@on_departure("SCH001", Severity.WARNING, DepartureKind.UNKNOWN_TYPE, spec="basic/processing")
def unknown_event_type(world: World, event: Event, departure: Departure) -> Faults:
    return (
        Fault(
            f"the type {quote(departure.subject)} is not known: clients drop the event"
            f"{_hint(world, event, departure)}",
            pointer=departure.pointer,
            # One habit of spelling misses every type; any other stranger is a fault of its own.
            key=(world.runs.exchange, "" if departure.detail["meant"] else departure.subject),
        ),
    )


def _hint(world: World, event: Event, departure: Departure) -> str:
    meant = departure.detail["meant"]
    if meant:
        return f"; {meant} is probably meant{likely('class-names')}"
    run = world.runs.current
    if run is not None and run.version is not None and _newer(run.version):
        return f"; the agent speaks {quote(run.version)}, which may have it"
    rest: dict[str, Any] = {name: item for name, item in event.payload.items() if name != "type"}
    carries = f"; it carries {quote(rest, 120)}" if rest else ""
    standard = _FOREIGN.get(departure.subject.lower())
    cause = likely("foreign-error")
    return f"; {standard} may be meant{carries}{cause}" if standard else carries


def _newer(declared: str) -> bool:
    version, newest = read_version(declared), read_version(NEWEST)
    return version is not None and newest is not None and version > newest
