"""Events to spans, by the rules of folding: an opener of what is open and an end of what is not
change nothing, and the end of a run or of its stream cuts off what is still open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.projections.runs import RunStatus
from wirelab.views.span import Span, SpanKind

if TYPE_CHECKING:
    from collections.abc import Hashable

    from wirelab.session.event import Event
    from wirelab.session.session import Exchange

_DEEPEST = 8
_OPENERS = {
    "TEXT_MESSAGE_START": (SpanKind.TEXT, "messageId"),
    "REASONING_MESSAGE_START": (SpanKind.REASONING, "messageId"),
    "REASONING_START": (SpanKind.REASONING_SPAN, "messageId"),
    "TOOL_CALL_START": (SpanKind.CALL, "toolCallId"),
    "STEP_STARTED": (SpanKind.STEP, "stepName"),
    "SUBAGENT_STARTED": (SpanKind.SUBAGENT, "subagentRunId"),
}
_CONTENTS = {
    "TEXT_MESSAGE_CONTENT": (SpanKind.TEXT, "messageId"),
    "REASONING_MESSAGE_CONTENT": (SpanKind.REASONING, "messageId"),
    "TOOL_CALL_ARGS": (SpanKind.CALL, "toolCallId"),
}
_ENDS = {
    "TEXT_MESSAGE_END": (SpanKind.TEXT, "messageId"),
    "REASONING_MESSAGE_END": (SpanKind.REASONING, "messageId"),
    "REASONING_END": (SpanKind.REASONING_SPAN, "messageId"),
    "TOOL_CALL_END": (SpanKind.CALL, "toolCallId"),
    "STEP_FINISHED": (SpanKind.STEP, "stepName"),
    "SUBAGENT_FINISHED": (SpanKind.SUBAGENT, "subagentRunId"),
    "SUBAGENT_ERROR": (SpanKind.SUBAGENT, "subagentRunId"),
}
_NAMES = {
    SpanKind.TEXT: "role",
    SpanKind.CALL: "toolCallName",
    SpanKind.SUBAGENT: "name",
}
_OUTCOMES = {"interrupt": RunStatus.INTERRUPTED, "cancelled": RunStatus.CANCELLED}


class SpanReading:
    """Takes events in order; ``spans`` in the order in which they began, ``runs`` among them.

    asked_ms: when the request of the current exchange was sent.
    """

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.runs: list[Span] = []
        self.asked_ms: float | None = None
        self._run: Span | None = None
        self._last: tuple[int, float | None] = (-1, None)
        self._open: dict[Hashable, Span] = {}
        self._owners: dict[str, Span] = {}
        self._calls: dict[str, Span] = {}

    def take(self, event: Event) -> Span | None:
        """The span an event is about, its run where it is about no other."""
        self._last = (event.seq, event.at_ms)
        concerned = None
        for effect in event.effects:
            concerned = self._take(effect) or concerned
        return concerned or self._run

    def end_exchange(self, exchange: Exchange) -> None:
        """The stream ended behind the last event taken."""
        seq, at_ms = self._last
        if exchange.ended_ms is not None:
            at_ms = exchange.ended_ms
        self._end_run(seq, at_ms, RunStatus.CANCELLED if exchange.by_us else RunStatus.TRUNCATED)
        self._run = None

    def _take(self, event: Event) -> Span | None:
        type_ = event.type
        if type_ == "RUN_STARTED":
            return self._start_run(event)
        if type_ in ("RUN_FINISHED", "RUN_ERROR"):
            return self._finish_run(event)
        if self._run is None:
            self._open_run(event, "")
        if type_ in _CONTENTS:
            return self._open.get(_key(event, *_CONTENTS[type_]))
        if type_ in _OPENERS:
            return self._start(event, *_OPENERS[type_])
        if type_ in _ENDS:
            return self._end(event, *_ENDS[type_])
        return self._answer(event) if type_ == "TOOL_CALL_RESULT" else None

    # runs

    def _start_run(self, event: Event) -> Span:
        run, run_id = self._run, _text(event.payload.get("runId"))
        if run is not None and run.closed is None and run.id in ("", run_id):
            run.id = run_id  # it was opened by an event before its RUN_STARTED, or is started twice
            return run
        self._end_run(event.seq, event.at_ms, RunStatus.TRUNCATED)
        return self._open_run(event, run_id)

    def _open_run(self, event: Event, run_id: str) -> Span:
        number = len(self.spans)
        run = Span(SpanKind.RUN, number, (number,), run_id, "", event.seq, event.at_ms)
        run.asked_ms = self.asked_ms if self._run is None else None
        self.spans.append(run)
        self.runs.append(run)
        self._run = run
        return run

    def _finish_run(self, event: Event) -> Span | None:
        ending = RunStatus.FAILED
        if event.type == "RUN_FINISHED":
            outcome = event.payload.get("outcome")
            kind = outcome.get("type") if isinstance(outcome, dict) else None
            ending = _OUTCOMES.get(kind, RunStatus.SUCCESS) if kind else RunStatus.SUCCESS
        elif self._run is None:
            self._open_run(event, "")
        run = self._run
        if run is not None and run.closed is None:
            run.usage = event.payload.get("usage")
        self._end_run(event.seq, event.at_ms, ending)
        return run

    def _end_run(self, seq: int, at_ms: float | None, ending: RunStatus) -> None:
        for span in self._open.values():
            span.close(seq, at_ms, cut_off=True)
        self._open.clear()
        self._owners.clear()
        run = self._run
        if run is not None and run.closed is None:
            run.close(seq, at_ms, cut_off=ending is RunStatus.TRUNCATED)
            run.ending = ending.value

    # what runs hold

    def _start(self, event: Event, kind: SpanKind, member: str) -> Span | None:
        subject = event.payload.get(member)
        if not isinstance(subject, str):
            return None
        key = _key(event, kind, member)
        span = self._open.get(key)
        if span is None:
            name = _text(event.payload.get(_NAMES.get(kind, "")))
            span = self._open[key] = self._make(event, kind, subject, name)
            if kind is SpanKind.SUBAGENT:
                self._owners[subject] = span
            elif kind is SpanKind.CALL:
                self._calls[subject] = span
        return span

    def _make(self, event: Event, kind: SpanKind, subject: str, name: str) -> Span:
        of_parent = kind is SpanKind.SUBAGENT
        owner = event.payload.get("parentSubagentRunId") if of_parent else event.owner
        holder = self._owners.get(owner, self._run) if isinstance(owner, str) else self._run
        above = holder.place[:_DEEPEST] if holder is not None else ()
        number = len(self.spans)
        place = (*above, number)
        span = Span(kind, number, place, subject, name, event.seq, event.at_ms, self._run)
        span.owner = owner if isinstance(owner, str) and owner not in self._owners else None
        self.spans.append(span)
        return span

    def _end(self, event: Event, kind: SpanKind, member: str) -> Span | None:
        span = self._open.pop(_key(event, kind, member), None)
        if span is None:
            return None
        span.close(event.seq, event.at_ms)
        if event.type == "SUBAGENT_ERROR":
            span.ending = "failed"
        elif kind is SpanKind.SUBAGENT:
            outcome = event.payload.get("outcome")
            suspended = isinstance(outcome, dict) and outcome.get("type") == "suspended"
            span.ending = "suspended" if suspended else "finished"
        return span

    def _answer(self, event: Event) -> Span | None:
        call = self._calls.get(_text(event.payload.get("toolCallId")))
        if call is not None and call.answered is None:
            call.answered, call.answered_ms = event.seq, event.at_ms
        return call


def _key(event: Event, kind: SpanKind, member: str) -> Hashable:
    """What an id is unique within: its kind, for steps their owner besides."""
    subject = _text(event.payload.get(member))
    return (kind, event.owner, subject) if kind is SpanKind.STEP else (kind, subject)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
