"""The inspection: the only engine. It decodes, mends, expands, judges and folds what arrives.

For every event the stages run in the protocol's order: shims, enforcement, chunk expansion, then
each resulting event is judged against the world as it stood before it, and folded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from wirelab.protocol.event_types import CHUNK_TYPES
from wirelab.protocol.json_text import plain_object
from wirelab.protocol.schema_gate import gate
from wirelab.protocol.versions import judged_by
from wirelab.rules.catalog import all_rules
from wirelab.session.chunk_expansion import ChunkExpansion
from wirelab.session.closing_events import closing_events
from wirelab.session.decoding import decode
from wirelab.session.enforcement import enforce
from wirelab.session.event import Departure, Event
from wirelab.session.judge import Judge
from wirelab.session.reading_inputs import sent_input
from wirelab.session.session import Exchange, Session
from wirelab.session.shims import Shims
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import Request, Response

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.rules.rule import Rule

_EVENT = FrameKind.EVENT
_TIDY_AT = 0xFFF
Arrival: TypeAlias = Request | Response | Frame


class Inspection:
    """Feed it what arrives, in order; read ``session`` at any time.

    run_input: the RunAgentInput, for sources that do not carry it.
    spec: ``auto``, or the protocol version to judge by.
    keep: hold frames and events for views; False keeps memory flat.
    """

    def __init__(
        self,
        *,
        run_input: dict[str, Any] | None = None,
        spec: str = "auto",
        rules: Iterable[Rule] | None = None,
        keep: bool = True,
    ) -> None:
        self.session = Session(spec, keep=keep)
        self._open = False
        self._given_input = run_input
        self._keep = keep
        self._judge = Judge(all_rules() if rules is None else tuple(rules), self.session)
        self._expansion = ChunkExpansion()
        self._shims = Shims()
        self._use_spec(judged_by(None, spec))

    def take(self, arrival: Arrival) -> None:
        """Take whatever framing yields."""
        self.take_all((arrival,))

    def take_all(self, arrivals: Iterable[Arrival]) -> None:
        """Take all that framing yields."""
        feed = self.feed
        for arrival in arrivals:
            if type(arrival) is Frame:
                feed(arrival)
            elif isinstance(arrival, Request):
                self._begin(arrival)
            elif isinstance(arrival, Response):
                self._answer(arrival)

    def feed(self, frame: Frame) -> None:
        """Take one frame. Never raises, whatever is in it."""
        session = self.session
        if not self._open:
            self._begin(None)
        session.frame_count += 1
        if self._keep:
            session.frames.append(frame)
        if frame.kind is not _EVENT:
            self._judge.frame(frame)
            session.world.note_frame(frame)
            if frame.kind is FrameKind.CLOSED:
                self._close(frame)
            return
        world = session.world
        if frame.plain and frame.at_ms is None and not world.odd_bytes.alert:
            world.arrivals.events += 1
        else:
            self._note_event_frame(frame)
        seq = session.event_count
        session.event_count = seq + 1
        payload = plain_object(frame.data)
        name: Any = payload.get("type") if payload is not None else None
        plain = payload is not None and type(name) is str
        if payload is None or not plain:
            event = decode(frame, seq)
            self._judge.departures(event, event.departures)
            self._take_event(event, plain=False)
        else:
            event = Event(seq, name, payload, frame.seq, frame.at_ms)
            if (
                len(payload) == self._bare.get(name)
                and world.runs.active is not None
                and not self._expansion.lanes
                and self._plain_checks[name](payload)
            ):
                stated = world.fold_bare(event)
                if stated or self._keep or self._judge.rejecting:
                    self._folded(event, stated, told=False)
            else:
                self._take_event(event, plain=True)
        if self._keep:
            session.events.append(event, plain=plain)
            session.remember(seq)
        elif not seq & _TIDY_AT:
            world.tidy()

    def _note_event_frame(self, frame: Frame) -> None:
        """Ask about an event's frame where something is to be seen on the frame itself."""
        world = self.session.world
        silence = frame.at_ms is not None and world.timing.is_silence_before(frame.at_ms)
        if silence or (not frame.plain and (b"\r" in frame.raw or "\ufffd" in frame.data)):
            self._judge.frame(frame)
        world.note_frame(frame)

    def closing_events(self) -> list[dict[str, Any]]:
        """What would end the items and the run that are open; nothing is fed."""
        return list(closing_events(self.session.world, self._expansion.items))

    def finish(self) -> Session:
        """The source has no more; an exchange still open ends here. Returns the session."""
        if not self.session.exchanges:
            self._begin(None)
        if self._open:
            self.feed(self._unsaid_end())
        return self.session

    # exchanges

    def _begin(self, request: Request | None) -> None:
        session = self.session
        if self._open:
            ended = self._unsaid_end()
            self._judge.frame(ended)
            self._close(ended)
        sent = sent_input(request, self._given_input, session.spec_asked)
        if sent is not None:
            self._judge.request(sent)
        run_input = sent.run_input if sent is not None else None
        session.exchanges.append(
            Exchange(request, run_input, session.event_count, session.frame_count)
        )
        session.world.begin_exchange(request, run_input)
        session.frozen, self._judge.rejecting = None, False
        self._expansion = ChunkExpansion()
        self._shims = Shims(len(session.exchanges))
        self._open = True

    def _unsaid_end(self) -> Frame:
        """The end of an exchange whose source did not keep how it ended."""
        how = (("how", "unknown"),)
        return Frame(self.session.frame_count, None, FrameKind.CLOSED, b"", "unknown", how)

    def _answer(self, response: Response) -> None:
        if not self._open:
            self._begin(None)
        self.session.exchanges[-1].response = response
        self.session.world.answer(response)
        self._judge.response(response)

    def _close(self, frame: Frame) -> None:
        session = self.session
        exchange = session.exchanges[-1]
        exchange.closed_after = session.event_count
        exchange.ending = frame.field("how") or frame.data
        session.world.close_stream(by_us=exchange.by_us)
        exchange.ending_detail = frame.field("detail") or ""
        exchange.ended_ms = frame.at_ms
        self._open = False

    # events

    def _take_event(self, event: Event, *, plain: bool) -> None:
        """All the stages. plain: ``json_text.plain_object`` read it."""
        if event.type == "RUN_STARTED":
            version = event.payload.get("protocolVersion")
            self._use_spec(judged_by(version, self.session.spec_asked))
        checks = self._plain_checks if plain else self._checks
        if not checks[event.type](event.payload):
            for mended in self._mend(event):
                self._expand(event, mended)
        elif self._expansion.lanes or event.type in CHUNK_TYPES:
            self._expand(event, event)
        else:
            self._apply(event)

    def _mend(self, event: Event) -> Iterable[Event]:
        """Shims and enforcement, for an event the schema does not take as it is."""
        unreadable = not event.payload and bool(event.departures)
        event.applied = ()
        if unreadable:
            self.session.world.note_unread(event)
            return ()
        payload, departures = self._shims.apply(event.payload)
        mended: tuple[Event, ...] = ()
        if event.type and self._checks[payload["type"]](payload):
            mended = (_successor(event, payload),)
        else:
            result = enforce(payload, self.session.world.spec)
            departures = [*departures, *result.departures]
            if result.payload is not None:
                mended = (_successor(event, result.payload),)
            elif result.salvage is not None:
                mended = (_successor(event, result.salvage, salvaged=True),)
        event.departures = [*event.departures, *departures]
        self._judge.departures(event, departures)
        if not event.type:
            self.session.world.note_unread(event)
        return mended

    def _expand(self, event: Event, mended: Event) -> None:
        """Expand, judge and fold one event that shims and enforcement let through."""
        if mended.salvaged:
            self._apply(mended)
            event.applied = (*(event.applied or ()), mended)
            return
        before = len(mended.departures)
        expanded = self._expansion.expand(mended)
        if len(mended.departures) > before:
            stated = mended.departures[before:]
            if mended is not event:
                event.departures = [*event.departures, *stated]
            self._judge.departures(event, stated)
        if expanded is None:
            if mended is not event:
                event.applied = (*(event.applied or ()), mended)
            self._apply(mended)
            return
        event.applied = (*(event.applied or ()), *expanded)
        for derived in expanded:
            self._apply(derived)

    def _apply(self, event: Event) -> None:
        told = event.salvaged or self._judge.event(event)
        self._folded(event, self.session.world.fold(event), told)

    def _folded(self, event: Event, stated: Iterable[Departure], told: bool) -> None:
        """What follows from the fold of an event, and from what it could not apply."""
        session = self.session
        judge = self._judge
        if stated:
            event.departures = [*event.departures, *stated]
            if not told:
                judge.departures(event, stated)
        if self._keep and session.frozen is None and not event.salvaged:
            session.deliver(event.seq)
        if judge.rejecting:
            judge.mark_rejected_run(event.seq)

    def _use_spec(self, spec: str) -> None:
        self.session.world.spec = spec
        self._checks = gate(spec).event_checks
        self._plain_checks = gate(spec).plain_checks
        self._judge.use_spec(spec)
        self._bare = self._judge.members_unasked


def _successor(event: Event, payload: dict[str, Any], *, salvaged: bool = False) -> Event:
    return Event(
        event.seq,
        payload.get("type", ""),
        payload,
        event.frame,
        event.at_ms,
        derived=True,
        salvaged=salvaged,
    )
