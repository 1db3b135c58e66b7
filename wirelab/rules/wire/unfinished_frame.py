"""The body ends inside a frame that holds an event.

What it checks
    What is left when the body ends: lines without the blank line that would dispatch them. A whole
    event in them is lost. Half an event is an error only where nothing else tells of it, in a
    stream without any run; otherwise the run is truncated, or was over, and this is a note.
Why it matters
    An SSE client throws an unfinished frame away: a RUN_FINISHED in it was never delivered, and the
    run counts as truncated. The reference client reads it all the same, so it goes unnoticed.
What to do
    End every frame, the last one too, with a blank line: "data: {...}\\n\\n".
Spec
    WHATWG server-sent events (9.2.6): an event without its blank line is discarded.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.protocol import json_text
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind


@on_frame("WIR004", Severity.ERROR, FrameKind.CUT_OFF, spec="basic/transports/http-sse")
def unfinished_frame(world: World, frame: Frame) -> Faults:
    data = "\n".join(value for name, value in frame.fields if name == "data")
    if not data.lstrip().startswith("{"):
        return ()
    try:
        value = json_text.parse(data).value
    except (json_text.NotJson, json_text.TooDeep):
        severity = Severity.NOTE if world.runs.current is not None else None
        return (
            Fault(
                f"the body ends in the middle of an event: {quote(data, 120)}", severity=severity
            ),
        )
    kind = value.get("type")
    name = kind if isinstance(kind, str) and kind.isidentifier() else "the last event"
    return (
        Fault(
            f"{name[:60]} is in the bytes, but the body ends without the blank line that ends its "
            f"frame: SSE clients discard it{likely('one-line-break')}"
        ),
    )
