"""The world: everything a conforming client would know now, as the sum of the projections.

``fold`` is total. The world stands here, below the rules, because rules name what they read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from wirelab.projections import (
    activities,
    messages,
    messages_snapshot,
    reasoning,
    run_steps,
    runs,
    shared_state,
    streamed_messages,
    subagents,
    tool_calls,
)
from wirelab.projections.arrivals import Arrivals
from wirelab.projections.line_ends import LineEnds
from wirelab.projections.losses import Losses
from wirelab.projections.message_json import hold_input, message_to_json
from wirelab.projections.odd_bytes import OddBytes
from wirelab.projections.passing_conversation import PassingMessages, PassingToolCalls
from wirelab.projections.timing import Timing
from wirelab.protocol.event_types import SUBAGENT_TYPES
from wirelab.wire.frame import Frame, FrameKind

if TYPE_CHECKING:
    from wirelab.protocol.run_input import RunInput
    from wirelab.session.event import Departure, Event
    from wirelab.wire.traffic import Request, Response

Fold: TypeAlias = "Callable[[World, Event], Iterable[Departure]]"

FOLDS: dict[str, Fold] = {
    **runs.FOLDS,
    **streamed_messages.FOLDS,
    **tool_calls.FOLDS,
    **reasoning.FOLDS,
    **shared_state.FOLDS,
    **messages_snapshot.FOLDS,
    **activities.FOLDS,
    **run_steps.FOLDS,
    **subagents.FOLDS,
}
_OPENS_NO_RUN = frozenset({"RUN_STARTED", "RUN_ERROR"})


class _Opened(Protocol):
    @property
    def opened(self) -> int | None: ...


class World:
    """What is known now.

    input: the RunAgentInput of the current exchange, where the source carries it.
    request, response: of the current exchange, likewise.
    spec: the protocol version events are judged by.
    unread_frames: protobuf frames of the exchange, which are kept and shown but not decoded.
    line_ends: where the exchange ended lines with CR, which AG-UI does not.
    odd_bytes: what other SSE decoders may read in another way.
    refused: a conforming client refused the exchange's stream.
    """

    __slots__ = (
        "arrivals",
        "input",
        "line_ends",
        "losses",
        "messages",
        "odd_bytes",
        "reasoning",
        "refused",
        "request",
        "response",
        "runs",
        "spec",
        "state",
        "steps",
        "subagents",
        "timing",
        "tool_calls",
        "unread_frames",
    )

    def __init__(self, *, passing: bool = False) -> None:
        """passing: nobody will look back, so that ``tidy`` may pack what is done with."""
        self.runs = runs.Runs()
        self.messages = PassingMessages() if passing else messages.Messages()
        self.tool_calls = PassingToolCalls() if passing else tool_calls.ToolCalls()
        self.reasoning = reasoning.Reasoning()
        self.state = shared_state.SharedState()
        self.steps = run_steps.RunSteps()
        self.subagents = subagents.Subagents()
        self.losses = Losses()
        self.timing = Timing()
        self.arrivals = Arrivals()
        self.input: RunInput | None = None
        self.request: Request | None = None
        self.response: Response | None = None
        self.spec = "1.1"
        self.unread_frames = 0
        self.refused = False
        self.line_ends = LineEnds()
        self.odd_bytes = OddBytes()

    def begin_exchange(self, request: Request | None, run_input: RunInput | None) -> None:
        """A request is sent: what it carries is what the client holds from here on."""
        self.runs.exchange += 1
        self.request, self.response, self.input = request, None, run_input
        self.unread_frames, self.refused, self.losses = 0, False, Losses()
        self.arrivals, self.line_ends, self.odd_bytes = Arrivals(), LineEnds(), OddBytes()
        self.timing.begin_exchange(request.at_ms if request is not None else None)
        if run_input is not None:
            hold_input(self.messages, self.tool_calls, run_input.messages)
            if run_input.has_state:
                self.state.replace(run_input.state, None)

    def answer(self, response: Response) -> None:
        self.response = response
        self.timing.answered_ms = response.at_ms
        self.odd_bytes.expect(response)

    def note_frame(self, frame: Frame) -> None:
        """Any frame arrived; called before its event is looked at."""
        if frame.at_ms is not None:
            self.timing.note_arrival(frame.at_ms)
        if frame.kind is FrameKind.EVENT:
            self.arrivals.events += 1
        else:
            self.arrivals.note(frame)
        if not frame.plain or self.odd_bytes.alert:
            self.odd_bytes.note(frame)
        if not frame.plain and b"\r" in frame.raw:
            self.line_ends.note(frame, self.arrivals.events)
        if frame.kind is FrameKind.BINARY:
            self.unread_frames += 1

    def fold(self, event: Event) -> Iterable[Departure]:
        """Apply one event; returns why it could not be applied, where so. Never raises."""
        type_, payload, timing = event.type, event.payload, self.timing
        if self.runs.active is None and type_ not in _OPENS_NO_RUN and self.runs.current is None:
            runs.open_implicitly(self, event)
        if "subagentRunId" in payload and type_ not in SUBAGENT_TYPES and event.owner is not None:
            self.subagents.first_attribution.setdefault(event.owner, event.seq)
        if event.at_ms is not None:
            timing.note_event(event.at_ms, type_)
        if "timestamp" in payload:
            timing.note_stamp(payload["timestamp"])
        if event.salvaged:
            self.losses.note_malformed(event)
        fold = FOLDS.get(type_)
        return fold(self, event) if fold is not None else ()

    def fold_bare(self, event: Event) -> Iterable[Departure]:
        """``fold`` for an event inside a run that carries no optional member."""
        if event.at_ms is not None:
            self.timing.note_event(event.at_ms, event.type)
        fold = FOLDS.get(event.type)
        return fold(self, event) if fold is not None else ()

    def tidy(self) -> None:
        """Pack what is done with, where nobody looks back."""
        if isinstance(self.messages, PassingMessages):
            self.messages.tidy()
        if isinstance(self.tool_calls, PassingToolCalls):
            self.tool_calls.tidy()

    def note_unread(self, event: Event) -> None:
        """An event came that cannot be applied, for nothing says what it is."""
        self.losses.note_unread(event, self.arrivals.events)

    def close_stream(self, *, by_us: bool = False) -> None:
        """The exchange's transport ended: a run still active is truncated, or cancelled where this
        side closed it; what arrived stays."""
        run = self.runs.active
        if run is not None:
            run.ending = runs.RunStatus.CANCELLED if by_us else runs.RunStatus.TRUNCATED
            run.hung_up = by_us
            self.runs.active = None
            self.close_everything(None)

    def close_everything(self, seq: int | None) -> None:
        """A run ended: whatever is still open is cut off, and run-wide tables start anew."""
        for message in self.messages.open.values():
            message.open, message.cut_off = False, True
        for call in self.tool_calls.open.values():
            call.open, call.cut_off = False, True
        for span in self.reasoning.open.values():
            span.cut_off = True
        for step in self.steps.open.values():
            step.cut_off = True
        for subagent in self.subagents.active.values():
            subagent.ending, subagent.closed = "cut off", seq
        self.messages.open.clear()
        self.messages.dropped_open.clear()
        self.tool_calls.open.clear()
        self.reasoning.open.clear()
        self.steps.open.clear()
        self.subagents.active.clear()
        self.subagents.of_run.clear()
        self.subagents.first_attribution.clear()
        self.losses = Losses()

    @property
    def run_index(self) -> int | None:
        """Index of the active run; None outside a run."""
        active = self.runs.active
        return active.index if active is not None else None

    def began(self, item: _Opened | None) -> bool:
        """Whether the run under way has opened this item, be it closed again or not."""
        run = self.runs.active
        return (
            item is not None
            and item.opened is not None
            and (run is None or item.opened >= run.started)
        )

    @property
    def item_count(self) -> int:
        """How many items a checkpoint looks at."""
        streamed = len(self.messages.order) + len(self.tool_calls.by_id) + len(self.reasoning.spans)
        return streamed + len(self.steps.all) + len(self.subagents.all) + len(self.runs.all)

    def conversation(self) -> list[dict[str, Any]]:
        """All messages as JSON, in order; what is kept of it, later events leave alone."""
        for message in self.messages.order:
            message.owned = None
        return [message_to_json(message, self.tool_calls) for message in self.messages.order]

    @property
    def open_count(self) -> int:
        """How many items a checkpoint copies."""
        streamed = len(self.messages.open) + len(self.tool_calls.open) + len(self.reasoning.open)
        return streamed + len(self.steps.open) + len(self.subagents.active)
