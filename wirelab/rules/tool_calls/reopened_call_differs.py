"""A TOOL_CALL_START reopens a closed call and disagrees with what it was.

What it checks
    A start for a call that this session streamed and closed before: its toolCallName,
    parentMessageId and owner (subagentRunId) against those of the first start.
Why it matters
    Reopening appends to the same call. Which of the two names a client keeps is not defined, and
    under another owner one agent's arguments end up in another agent's call.
What to do
    Repeat the first start exactly, or use a new toolCallId for what is a new call.
Spec
    events/tool-calls: a start that reopens agrees on name, parent and owner. basic/patterns and
    events/subagents: within one run another owner is a contradiction that clients reject, so that
    is an error; any other disagreement is a warning. The specification does not say what a start
    without subagentRunId means for a subagent's call, nor one without parentMessageId for a call
    that has a parent. Our choice: it says nothing about them, as on arguments and end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.projections.tool_calls import held_call
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import owner_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall


@on_event("TOL003", Severity.WARNING, "TOOL_CALL_START", spec="events/tool-calls")
def reopened_call_differs(world: World, event: Event) -> Faults:
    call = held_call(world, event.payload["toolCallId"])
    # What an input carries must not be streamed again at all: history-restreamed says so.
    if call is None or call.open or call.origin == "input":
        return ()
    differences = _differences(call, event)
    if not differences:
        return ()
    pointer, _ = differences[0]
    contradicts = pointer == "/subagentRunId" and call.run == world.run_index
    return (
        Fault(
            f"tool call {quote(call.id)} was reopened differently: "
            + "; ".join(words for _, words in differences),
            pointer=pointer,
            related=call.opened,
            severity=Severity.ERROR if contradicts else None,
            fatal=contradicts,
        ),
    )


def _differences(call: ToolCall, event: Event) -> list[tuple[str, str]]:
    """Pointer and words for each member that disagrees; the owner first, it weighs most."""
    payload = event.payload
    found: list[tuple[str, str]] = []
    owner = event.owner
    if None not in (owner, call.opened) and owner not in (call.owner, call.opener_owner):
        words = f"by {owner_name(owner)}, while {owner_name(call.owner)} had started it"
        found.append(("/subagentRunId", words))
    name, parent = payload["toolCallName"], payload.get("parentMessageId")
    if name != call.name:
        found.append(("/toolCallName", f"as {quote(name)}, which was {quote(call.name)}"))
    if parent is not None and parent not in (call.parent_id, call.holder_id):
        was = f"was {quote(call.parent_id)}" if call.parent_id is not None else "it had none"
        found.append(("/parentMessageId", f"with the parent {quote(parent)}, {was}"))
    return found
