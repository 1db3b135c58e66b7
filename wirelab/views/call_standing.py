"""How a tool call stands at a moment, in one sign and a few words; and what touched one last."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wirelab.projections.runs import Run
    from wirelab.projections.tool_calls import ToolCall
    from wirelab.projections.world import World
    from wirelab.session.event import Event

_MOST_LOOKED_BACK = 1000


class Tone(Enum):
    """What a person should think of it."""

    GOING = "going"
    WAITING = "waiting"
    BAD = "bad"
    GOOD = "good"


@dataclass(slots=True, frozen=True)
class Standing:
    sign: str
    words: str
    tone: Tone


_CUT_OFF = Standing("✂", "cut off", Tone.BAD)
_ARRIVING = Standing("▶", "arguments arriving", Tone.GOING)
_FAILED = Standing("✖", "answered with an error", Tone.BAD)
_ANSWERED = Standing("✔", "answered", Tone.GOOD)
_RUNNING = Standing("…", "no result yet", Tone.GOING)
_NO_RESULT = Standing("…", "no result", Tone.WAITING)
_APPLICATION = Standing("…", "waits for the application", Tone.WAITING)
_INTERRUPT = Standing("⏸", "waits for an answer", Tone.WAITING)


def call_standing(call: ToolCall, world: World) -> Standing:
    """How a call stands in a world."""
    if call.cut_off:
        return _CUT_OFF
    if call.open:
        return _ARRIVING
    if call.result is not None:
        answer = world.messages.by_key.get(("tool", call.result.message_id))
        return _FAILED if answer is not None and answer.error else _ANSWERED
    runs = world.runs
    run = runs.all[call.run] if call.run is not None and call.run < len(runs.all) else None
    if run is None or run is not runs.last:
        return _NO_RESULT
    return _RUNNING if run is runs.active else _left_by(run, call, world)


def _left_by(run: Run, call: ToolCall, world: World) -> Standing:
    """How a call without a result stands when its run, the last there is, is over."""
    about = [(each.get("toolCallId"), each.get("id")) for each in run.interrupts[:100]]
    if any(call.id in ids for ids in about):
        return _INTERRUPT
    given = world.input
    return _APPLICATION if given is not None and call.name in given.tools else _NO_RESULT


def last_touched(world: World, events: Sequence[Event], event: int) -> ToolCall | None:
    """The call that an event touched last, up to event number ``event``; of very many events
    without one, the call that began last."""
    calls = world.tool_calls.by_id
    for seq in range(event, max(event - _MOST_LOOKED_BACK, -1), -1):
        for effect in events[seq].effects:
            call_id = effect.payload.get("toolCallId")
            if isinstance(call_id, str) and call_id in calls:
                return calls[call_id]
    return world.tool_calls.latest
