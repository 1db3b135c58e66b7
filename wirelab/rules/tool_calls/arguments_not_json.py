"""The complete arguments of a tool call are not one JSON value.

What it checks
    At TOOL_CALL_END, the joined argument text: whether it parses as JSON, and if not, where it
    stops. When the text is two JSON values, it says whether the second repeats the first. Empty
    text is another rule's (arguments-empty).
Why it matters
    The protocol carries arguments as text, so this is legal on the wire. Whoever executes the call
    parses it and fails. Typical causes: fragments sent twice, fragments of two calls mixed up, a
    model that stopped early, Python's str() instead of JSON.
What to do
    Compare the fragments on the Tools tab with what the model produced. Send each fragment once,
    as it comes, and nothing at the end.
Spec
    events/tool-calls: closing says the text is complete, not that it is valid. Arguments that an
    input already held count only as far as they were streamed since.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from wirelab.projections.world import World
from wirelab.protocol import json_text
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

if TYPE_CHECKING:
    from wirelab.projections.tool_calls import ToolCall


@on_event("TOL004", Severity.WARNING, "TOOL_CALL_END", spec="events/tool-calls")
def arguments_not_json(world: World, event: Event) -> Faults:
    call = world.tool_calls.open.get(event.payload["toolCallId"])
    if call is None or "TOOL_CALL_ARGS" in world.losses.spoilt:
        return ()  # or a fragment went elsewhere, which was told there
    text = _complete_text(world, call)
    if not text.strip():
        return ()
    try:
        json_text.parse(text)
    except json_text.NotJson as fault:
        return (
            Fault(
                f"the arguments of tool call {quote(call.id)} ({quote(call.name)}) are not one "
                f"JSON value: {complaint(text, fault)}",
                related=call.opened,
                key=(world.run_index, call.id),
            ),
        )
    except json_text.TooDeep:
        return ()
    return ()


def _complete_text(world: World, call: ToolCall) -> str:
    """What a client would parse, but for what another rule has told already.

    That is: what the input had of the call (history-restreamed), and what came before a second
    start of a call still open (call-already-open).
    """
    holder, opened = world.messages.find(call.holder_id, "text"), call.opened or 0
    if _started_while_open(world, call):
        return "".join(part.text for part in call.fragments if part.event > opened)
    if call.origin == "input" or (holder is not None and holder.origin == "input"):
        return "".join(part.text for part in call.fragments[call.restated_after :])
    return call.held_arguments


def _started_while_open(world: World, call: ToolCall) -> bool:
    """Whether fragments of this run precede the last start without an end between them."""
    opened, run = call.opened or 0, world.runs.active
    before = bisect_left(call.fragments, opened, key=lambda part: part.event) - 1
    last = call.fragments[before].event if before >= 0 else None
    if last is None or run is None or last < run.started:
        return False
    return call.closed is None or call.closed < last


def complaint(text: str, fault: json_text.NotJson) -> str:
    """Why an argument text is not one JSON value, in words."""
    place, end = fault.position, len(text.rstrip())
    if fault.reason == "extra data":
        return _second_value(text, place)
    if place >= end or fault.reason.startswith("unterminated string"):
        return f"the text ends early, after {quote(text[-30:])}"
    hint = likely("python-text") if text.lstrip().startswith("{'") else ""
    return f"{fault}, before {quote(text[place : place + 30])}{hint}"


def _second_value(text: str, place: int) -> str:
    first, second = text[:place], text[place:]
    try:
        repeated = json_text.parse(first).value == json_text.parse(second).value
    except (json_text.NotJson, json_text.TooDeep):
        return f"it ends at character {place}, but {quote(second[:30])} follows"
    if repeated:
        twice = f"it is the same value twice, the second begins at character {place}"
        return twice + likely("resent-arguments")
    return f"it is two values, the second begins at character {place}: {quote(second[:30])}"
