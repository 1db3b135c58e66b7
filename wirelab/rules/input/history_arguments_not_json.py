"""The arguments of a tool call in the input's history are not one JSON value.

What it checks
    The argument text of every call in ``messages``: whether it parses as JSON, and if not, where it
    stops. Each call is reported once a session, and not at all where the session saw it streamed
    (arguments-not-json). Empty text is none of it.
Why it matters
    The protocol carries arguments as text, so the input is valid and an agent may not refuse it.
    Most model providers do: one broken call in the history makes every later turn of the thread
    fail in the same way.
What to do
    Find the run that made the call and mend it there. A thread that has such a call is mended by
    replacing its arguments, or by leaving out the call and its result.
Spec
    events/tool-calls: arguments are text and not validated. Hence a note.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.protocol import json_text
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.sent_history import SentCall, sent_calls
from wirelab.rules.tool_calls.arguments_not_json import complaint
from wirelab.rules.wording import quote


@on_request("INP012", Severity.NOTE, spec="events/tool-calls#tool_call_args")
def history_arguments_not_json(world: World, sent: SentInput) -> Faults:
    for call in sent_calls(sent):
        if not call.arguments.strip() or _seen_streaming(world, call):
            continue
        try:
            json_text.parse(call.arguments)
        except json_text.NotJson as fault:
            yield Fault(
                f"the arguments of tool call {quote(call.id)} ({quote(call.name)}) in the history "
                f"are not one JSON value: {complaint(call.arguments, fault)}",
                pointer=f"{call.pointer}/function/arguments",
                key=call.id,
            )
        except json_text.TooDeep:
            pass


def _seen_streaming(world: World, call: SentCall) -> bool:
    held = world.tool_calls.by_id.get(call.id)
    return held is not None and bool(held.fragments)
