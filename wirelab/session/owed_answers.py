"""What a client owes an agent before the conversation goes on: answers to interrupts, and results
of its own tools [basic/patterns/interrupt-resume, events/tool-calls].

Exactly what the rules about requests call an error to leave out, so that whoever gives all of it
may send the next input.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.rules.input.frontend_call_unanswered import unanswered_calls
from wirelab.rules.input.pending_call_forgotten import forgotten_calls
from wirelab.rules.known_time import read_moment
from wirelab.rules.open_interrupts import waiting_before
from wirelab.session.next_input import next_input
from wirelab.session.reading_inputs import sent_input

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from wirelab.session.session import Session


@dataclass(slots=True, frozen=True)
class OpenCall:
    """A call that waits for the client. arguments: the text as held; tool: as advertised."""

    id: str
    name: str
    arguments: str
    tool: dict[str, Any] | None = None


@dataclass(slots=True, frozen=True)
class Owed:
    """What is owed now; false where nothing is."""

    interrupts: tuple[dict[str, Any], ...] = ()
    calls: tuple[OpenCall, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.interrupts or self.calls)


NOTHING_OWED = Owed()


def owed_answers(session: Session) -> Owed:
    """What the next input has to answer, once the exchange is over; nothing while it lasts."""
    exchanges, run_input = session.exchanges, session.world.input
    if not exchanges or exchanges[-1].closed_after is None or run_input is None:
        return NOTHING_OWED
    waiting = waiting_before(session.world, run_input)
    interrupts = [each for each in waiting.interrupts if _has_id(each)] if waiting else []
    calls = _open_calls(session, run_input.tools) if run_input.tools else ()
    return Owed(tuple(interrupts), tuple(calls))


def expired(interrupt: dict[str, Any], now: datetime) -> bool:
    """Whether an interrupt can only be abandoned: it expires now, or did before."""
    expires = read_moment(interrupt.get("expiresAt"))
    return expires is not None and expires <= now


def _has_id(interrupt: dict[str, Any]) -> bool:
    return isinstance(interrupt.get("id"), str)


def _open_calls(session: Session, tools: dict[str, dict[str, Any]]) -> Iterable[OpenCall]:
    """The calls of the client's tools that the next input would leave without a result."""
    world, seen = session.world, set[str]()
    sent = sent_input(None, next_input(session, run_id=""), session.spec_asked)
    if sent is None:
        return
    for call in unanswered_calls(world, sent):
        if call.id not in seen:
            seen.add(call.id)
            yield OpenCall(call.id, call.name, call.arguments, tools.get(call.name))
    for _, call_id in forgotten_calls(world, sent):
        held = world.tool_calls.by_id.get(call_id)
        if held is not None:
            yield OpenCall(call_id, held.name, held.held_arguments, tools.get(held.name))
