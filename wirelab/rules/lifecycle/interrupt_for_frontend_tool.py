"""A run was interrupted to have a frontend tool run.

What it checks
    No interrupt of the outcome names, by ``toolCallId``, an unanswered call of this run to a tool
    that the request advertised in ``tools``.
Why it matters
    Frontend tools have a round trip of their own: the client runs the tool when the run has
    finished and sends the result in the next request's messages. An interrupt asks for a
    ``resume`` entry instead, so the client has two things to answer where there is one question.
What to do
    Finish with success (and ``pendingToolCallIds``) when the run stops for a frontend tool. Keep
    interrupts for questions that only the agent's side knows.
Spec
    basic/patterns/interrupt-resume, events/tool-calls: a run that stops on a frontend tool does
    not say interrupt. Clients do not refuse the stream. Our choice: only an interrupt that names
    the call is surely about it; one without a toolCallId may have any reason.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("RUN017", Severity.ERROR, "RUN_FINISHED", spec="events/tool-calls#frontend-tools")
def interrupt_for_frontend_tool(world: World, event: Event) -> Faults:
    run, run_input = world.runs.active, world.input
    if run is None or run_input is None or not run_input.tools:
        return
    for index, interrupt in enumerate((event.payload.get("outcome") or {}).get("interrupts") or ()):
        call = world.tool_calls.by_id.get(interrupt.get("toolCallId", ""))
        if call is None or call.run != run.index or call.result is not None:
            continue
        if call.name in run_input.tools:
            yield Fault(
                f"interrupt {quote(interrupt.get('id'))} waits for call {quote(call.id)} of "
                f"{quote(call.name)}, a tool the client itself runs",
                pointer=f"/outcome/interrupts/{index}/toolCallId",
                related=call.opened,
            )
