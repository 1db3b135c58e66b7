"""The run before left a call to the client, and the next input does not mention it.

What it checks
    After a run that ended with calls to the client's tools unanswered (listed in
    ``pendingToolCallIds``, or seen in the stream), the next input of the thread has a tool message
    for each. A call that is in the history sent, unanswered, is another rule's
    (frontend-call-unanswered); one that an interrupt is about is answered by ``resume``.
Why it matters
    The agent waits for the result. One that keeps the history itself still has the open call in
    it, and goes on with a hole in it, or fails at the model provider.
What to do
    Keep the calls that a run left, run or decline each, and send the tool messages with the next
    input of the thread, whether the rest of the history is sent or not.
Spec
    events/tool-calls (frontend tools): the next run's messages carry a tool message a call. Our
    choice: only calls to tools that the request before advertised, for others are no frontend
    calls; where that request is not known, what the agent listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelab.projections.runs import Run, RunStatus
from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.lifecycle.pending_calls_disagree import unanswered
from wirelab.rules.phrases import run_name
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.sent_history import answered_calls, is_malformed, sent_calls
from wirelab.rules.wording import quote

_LEAVES_CALLS = (RunStatus.SUCCESS, RunStatus.INTERRUPTED)


@on_request("INP014", Severity.ERROR, spec="events/tool-calls#frontend-tools")
def pending_call_forgotten(world: World, sent: SentInput) -> Faults:
    for run, call_id in forgotten_calls(world, sent):
        call = world.tool_calls.by_id.get(call_id)
        tool = f" ({quote(call.name)})" if call is not None else ""
        yield Fault(
            f"{run_name(run)} left tool call {quote(call_id)}{tool} to the client, and the "
            "input has no tool message for it",
            pointer="/messages",
            related=run.ended,
            key=(run.index, call_id),
        )


def forgotten_calls(world: World, sent: SentInput) -> Iterator[tuple[Run, str]]:
    """The run before, with each call it left to the client that the input does not mention."""
    if sent.run_input is None or is_malformed(sent, "/messages"):
        return
    run = next(world.runs.back_on(sent.run_input.thread_id), None)
    if run is None or run.rejected or run.ending not in _LEAVES_CALLS:
        return
    told = {call.id for call in sent_calls(sent) if call.name in sent.run_input.tools}
    dealt_with = answered_calls(sent) | told | {each.get("toolCallId") for each in run.interrupts}
    for call_id in _left_to_client(world, run):
        if call_id not in dealt_with:
            yield run, call_id


def _left_to_client(world: World, run: Run) -> Iterable[str]:
    """The calls a run left to the client's tools, in order."""
    listed = (run.outcome or {}).get("pendingToolCallIds")
    if world.input is None or run.exchange != world.runs.exchange:
        return listed or ()
    calls, tools = world.tool_calls.by_id, world.input.tools
    return [
        call_id
        for call_id in listed or unanswered(world, run)
        if call_id in calls and calls[call_id].name in tools and calls[call_id].result is None
    ]
