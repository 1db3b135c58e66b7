"""Everything the tabs show, from the first event to the last, as steps (see ``steps``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from wirelab.exports.html_page.call_steps import CallSteps
from wirelab.exports.html_page.conversation_steps import ConversationSteps
from wirelab.exports.html_page.json_values import steps_between
from wirelab.exports.html_page.steps import Instant, Step
from wirelab.session.event import Event
from wirelab.views.signs import STATUS_SIGNS
from wirelab.views.state_origin import divergence, made_of
from wirelab.views.status_line import status_line

if TYPE_CHECKING:
    from wirelab.projections.world import World
    from wirelab.session.session import Session

_ANEW = frozenset({"MESSAGES_SNAPSHOT", "RUN_STARTED", "RUN_FINISHED", "RUN_ERROR"})
_PLACED = frozenset({"TOOL_CALL_START", "TOOL_CALL_RESULT"})


def timeline(session: Session, last: int) -> Iterator[tuple[int, list[Step]]]:
    """Each event up to ``last`` that changed something, with its steps; -1 stands for what is there
    without any."""
    walk = _Walk(session)
    if not session.event_count:
        yield -1, walk.steps(Event(-1, "", {}, -1, None), session.world)
    for event, world in session.worlds():
        if event.seq > last:
            return
        is_last = event.seq == session.event_count - 1
        steps = walk.steps(event, session.world if is_last else world)
        if steps:
            yield event.seq, steps


class _Walk:
    """One pass through a session, with what was told so far."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._calls, self._conversation, self._rest = CallSteps(), ConversationSteps(), _Rest()
        self._turning = _turning_points(session)
        self._exchange = -1

    def steps(self, event: Event, world: World) -> list[Step]:
        turns = event.seq in self._turning or world.runs.exchange != self._exchange
        self._exchange = world.runs.exchange
        instant = Instant(self._session, event.seq, world, event)
        instant.anew = turns or not instant.types.isdisjoint(_ANEW)
        instant.placed = not instant.types.isdisjoint(_PLACED)
        told = self._calls.after, self._conversation.after, self._rest.after
        return [step for after in told for step in after(instant)]


def _turning_points(session: Session) -> set[int]:
    """Events at which the stream of an exchange ended, or a client rejected it."""
    found: set[int] = set()
    for exchange in session.exchanges:
        if exchange.closed_after is not None:
            found.add(exchange.closed_after - 1)
        if exchange.stopped_at is not None:
            found.add(exchange.stopped_at)
        if exchange.rejected_run is not None:
            found.add(exchange.rejected_run[0])
    return found


class _Rest:
    """The state and the standing of the run."""

    def __init__(self) -> None:
        self._state: Any = {}
        self._told: dict[str, Any] = {}

    def after(self, instant: Instant) -> Iterator[Step]:
        state = instant.world.state
        if state.document is not self._state:
            document = state.shared()
            changes = steps_between(self._state, document)
            self._state = document
            if changes:
                yield ["state", changes, "STATE_DELTA" in instant.types]
        line = status_line(instant.session, world=instant.world, event=instant.event)
        told = {
            "sign": STATUS_SIGNS[line.status],
            "word": line.word,
            "status": line.status.value,
            "run": line.run_id,
            "thread": line.thread_id,
            "exchange": instant.world.runs.exchange,
            "made": made_of(instant.world),
            "diverged": divergence(instant),
        }
        if told != self._told:
            self._told = told
            yield ["status", told]
