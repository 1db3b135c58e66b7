"""A call to a tool of the client's is in the history, and nothing answers it.

What it checks
    Every tool call in ``messages`` whose tool the input advertises: some message of the role "tool"
    answers it by its toolCallId. A call that an interrupt is about is answered by ``resume``
    instead. Each call is reported once a session.
Why it matters
    The agent stopped so that the client would run the tool. Without an answer it is left in the
    middle of a thought, and most model providers refuse a history with a call left open, in this
    turn and in every later one.
What to do
    Answer each call before the thread goes on: with its result, with a tool message that has
    ``error`` set when it failed, or with one that says the user declined.
Spec
    events/tool-calls (frontend tools): a thread that continues answers every frontend call first.
    Where ``resume`` comes without the interrupted run being known, a call may be what was approved:
    then nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_interrupts import latest_interrupted
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.sent_history import (
    SentCall,
    answered_calls,
    is_malformed,
    sent_calls,
    sent_messages,
)
from wirelab.rules.wording import quote


@on_request("INP013", Severity.ERROR, spec="events/tool-calls#frontend-tools")
def frontend_call_unanswered(world: World, sent: SentInput) -> Faults:
    for call in unanswered_calls(world, sent):
        held = world.tool_calls.by_id.get(call.id)
        yield Fault(
            f"tool call {quote(call.id)} of the client's tool {quote(call.name)} has no tool "
            f"message{_what_follows(sent, call)}",
            pointer=call.pointer,
            related=held.opened if held is not None else None,
            key=(sent.run_input.thread_id if sent.run_input is not None else None, call.id),
        )


def unanswered_calls(world: World, sent: SentInput) -> Iterator[SentCall]:
    """Calls of the history to tools that the input advertises, without an answer."""
    if sent.run_input is None or is_malformed(sent, "/messages"):
        return
    answered, approved = answered_calls(sent), _calls_of_interrupts(world, sent)
    for call in sent_calls(sent):
        if call.name in sent.run_input.tools and call.id not in answered:
            if approved is None or call.id in approved:
                continue
            yield call


def _calls_of_interrupts(world: World, sent: SentInput) -> set[str] | None:
    """Calls that wait for ``resume`` and not for a tool message; None where nobody can tell."""
    run_input = sent.run_input
    run = latest_interrupted(world, run_input.thread_id) if run_input is not None else None
    if run is None:
        return None if run_input is not None and run_input.resume else set()
    return {each["toolCallId"] for each in run.interrupts if "toolCallId" in each}


def _what_follows(sent: SentInput, call: SentCall) -> str:
    later = (
        message
        for message in sent_messages(sent)
        if message.index > call.holder.index and message.role != "tool"
    )
    following = next(later, None)
    return f", and message {quote(following.id)} follows" if following is not None else ""
