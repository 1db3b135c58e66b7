"""What a rule is: one function that reads the world before an event, and the event.

A rule keeps no state. It is triggered by exactly one kind of occasion: an event of some types, a
departure that a stage stated, a frame of some kinds, an input sent, a response head. It yields
faults; the inspection turns them into findings.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, Required, TypeAlias, TypedDict, Unpack

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.session.event import Departure, DepartureKind, Event
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import Response

SPEC = "https://docs.ag-ui.com/spec/1.1/"
ANY: Literal["*"] = "*"


@dataclass(slots=True)
class Fault:
    """What a rule saw.

    key: faults of one rule with an equal key (not None) are one finding that counts them; use it
        where one mistake shows many times (each delta of an item that was never opened).
    severity, fatal: only where they differ from the rule's own.
    """

    message: str
    pointer: str = ""
    related: int | None = None
    key: Hashable = None
    severity: Severity | None = None
    fatal: bool | None = None


Faults: TypeAlias = Iterable[Fault]
EventCheck: TypeAlias = Callable[[World, Event], Faults]
DepartureCheck: TypeAlias = Callable[[World, Event, Departure], Faults]
FrameCheck: TypeAlias = Callable[[World, Frame], Faults]
ResponseCheck: TypeAlias = Callable[[World, Response], Faults]
RequestCheck: TypeAlias = Callable[[World, SentInput], Faults]


@dataclass(slots=True, frozen=True)
class Rule:
    """One rule of the catalogue; ``page`` is its module's docstring.

    since, until: the protocol versions it holds for, both included; until None means still.
    member: asked only about events that carry this member. outside_run: asked only while no run is
    active. Both keep the cost of the thousands of events they do not concern at nothing.
    preempts: when it fires, no further rule is asked about that event.
    opinion: a second opinion, what some client does with such a stream; always a note, and off in
    every ``--fail-on``.
    """

    code: str
    slug: str
    group: str
    severity: Severity
    fatal: bool
    spec: str
    page: str
    check: Callable[..., Faults]
    events: tuple[str, ...] = ()
    departures: tuple[DepartureKind, ...] = ()
    frames: tuple[FrameKind, ...] = ()
    responses: bool = False
    requests: bool = False
    member: str | None = None
    outside_run: bool = False
    since: str = "1.0"
    until: str | None = None
    preempts: bool = False
    opinion: bool = False


class Terms(TypedDict, total=False):
    """What any declaration may say of a rule, as in ``Rule``."""

    spec: Required[str]
    since: str
    until: str | None
    opinion: bool


class StreamTerms(Terms, total=False):
    """The same for rules about the stream, which may be fatal."""

    fatal: bool


def _declare(check: Callable[..., Faults], code: str, severity: Severity, **given: Any) -> Rule:
    module = sys.modules[check.__module__]
    group, stem = check.__module__.split(".")[-2:]
    spec = given.pop("spec")
    return Rule(
        code=code,
        slug=stem.replace("_", "-"),
        group=group,
        severity=severity,
        fatal=given.pop("fatal", False),
        spec=spec if spec.startswith("https://") else SPEC + spec,
        page=module.__doc__ or "",
        check=check,
        **given,
    )


def on_event(
    code: str,
    severity: Severity,
    *types: str,
    member: str | None = None,
    outside_run: bool = False,
    preempts: bool = False,
    **terms: Unpack[StreamTerms],
) -> Callable[[EventCheck], Rule]:
    """Declare a rule asked about every applied event of the given types (``ANY`` for all)."""
    narrowed = {"member": member, "outside_run": outside_run, "preempts": preempts}
    return lambda check: _declare(check, code, severity, events=types, **narrowed, **terms)


def on_departure(
    code: str, severity: Severity, *kinds: DepartureKind, **terms: Unpack[StreamTerms]
) -> Callable[[DepartureCheck], Rule]:
    """Declare a rule asked about every departure of the given kinds."""
    return lambda check: _declare(check, code, severity, departures=kinds, **terms)


def on_frame(
    code: str, severity: Severity, *kinds: FrameKind, **terms: Unpack[StreamTerms]
) -> Callable[[FrameCheck], Rule]:
    """Declare a rule asked about every frame of the given kinds, before its event is judged.

    Event frames are asked about only where something is to be seen on the frame itself: a CR, bytes
    that are not UTF-8, a long silence before it.
    """
    return lambda check: _declare(check, code, severity, frames=kinds, **terms)


def on_response(
    code: str, severity: Severity, **terms: Unpack[StreamTerms]
) -> Callable[[ResponseCheck], Rule]:
    """Declare a rule asked about every response head."""
    return lambda check: _declare(check, code, severity, responses=True, **terms)


def on_request(
    code: str, severity: Severity, **terms: Unpack[Terms]
) -> Callable[[RequestCheck], Rule]:
    """Declare a rule asked about every input sent, with the world as the client held it before.

    Such a rule is never fatal: it speaks of the client, not of the stream.
    """
    return lambda check: _declare(check, code, severity, requests=True, **terms)
