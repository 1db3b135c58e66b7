"""RUN_FINISHED came while something the run had begun was still open.

What it checks
    When a run finishes, every text message, tool call, reasoning span, reasoning message and step
    it opened is closed, and every subagent it announced has ended. One finding for each that is
    not, but for what an end under a wrong id, or one that could not be read, has told already. What
    a chunk opened is closed by RUN_FINISHED itself and never shows up here.
Why it matters
    A client refuses the RUN_FINISHED. If it did not, the message or call would look unfinished
    for ever: nothing after the end of the run can close it.
What to do
    Send the missing END (or STEP_FINISHED, SUBAGENT_FINISHED, SUBAGENT_ERROR) before RUN_FINISHED,
    also on the paths that leave early: a tool that fires, an interrupt, an empty answer. Only
    RUN_ERROR may leave things open.
Spec
    basic/patterns/streaming: what a producer opens it closes before the run finishes. Whether an
    item may stay open past the subagent it belongs to is left open. Our choice: it may, until its
    own end or the end of the run, for nothing is lost.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.open_items import never_closed
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.session.event import Event


@on_event(
    "RUN003",
    Severity.ERROR,
    "RUN_FINISHED",
    fatal=True,
    spec="basic/patterns/streaming#open-content-close",
)
def finished_with_items_open(world: World, event: Event) -> Faults:
    return [
        Fault(f"the run finished without closing {item}", related=item.opened)
        for item in never_closed(world)
    ]
