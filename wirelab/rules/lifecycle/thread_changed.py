"""A run of the stream is on another thread than the one that was asked for.

What it checks
    Every run of a stream, replayed ones too, carries the ``threadId`` of the request. Without the
    request at hand, all runs of a stream have to be on the first one's thread. The same wrong
    thread on several runs is one finding.
Why it matters
    Clients keep conversations by threadId: turns stop belonging together, and the next request
    asks for a thread the agent does not know under that name.
What to do
    Echo the threadId of the request on RUN_STARTED and RUN_FINISHED. If a provider has a
    conversation id of its own, keep it inside, or put it into metadata.
Spec
    basic/run-input: every run on the stream is on the input's thread. RUN_FINISHED is compared
    here only if its run had no RUN_STARTED; otherwise run-boundaries-disagree does it.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event(
    "RUN008",
    Severity.ERROR,
    "RUN_STARTED",
    "RUN_FINISHED",
    fatal=True,
    spec="basic/run-input#identity",
)
def thread_changed(world: World, event: Event) -> Faults:
    if event.type == "RUN_FINISHED" and not (world.runs.active and world.runs.active.implicit):
        return ()
    given = event.payload.get("threadId")
    if world.input is not None and world.input.thread_id is not None:
        wanted, related = world.input.thread_id, None
        whose = "the request asked for"
    else:
        first = world.runs.first
        if first is None or first.thread_id is None:
            return ()
        wanted, related = first.thread_id, first.started
        whose = "the stream began on"
    if given == wanted:
        return ()
    message = f"{event.type} is on thread {quote(given)}; {whose} thread {quote(wanted)}"
    if related is None:
        message += likely("provider-thread-id")
    key = (world.runs.exchange, given, wanted)
    return (Fault(message, pointer="/threadId", related=related, key=key),)
