"""Tool calls: each argument fragment with its time, and each result [events/tool-calls]."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wirelab.projections.copying import copier
from wirelab.projections.messages import Message
from wirelab.projections.metadata import merge_metadata
from wirelab.session.event import Departure, DepartureKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.projections.world import World
    from wirelab.session.event import Event


_NOT_OPEN = Departure(DepartureKind.ITEM_NOT_OPEN, "/toolCallId", "call")


@dataclass(slots=True, frozen=True)
class Fragment:
    """One piece of the arguments: the event that brought it, when, and its text."""

    event: int
    at_ms: float | None
    text: str


@dataclass(slots=True, frozen=True)
class ToolResult:
    """The (last) result of a call; ``message_id`` is the tool message it made."""

    event: int | None
    at_ms: float | None
    message_id: str
    content: Any


@dataclass(slots=True)
class ToolCall:
    """One tool call.

    parent_id: ``parentMessageId`` as sent. holder_id: the message that carries it in the
    conversation (the parent, or one minted under the call's own id).
    opener_owner: the owner its last START named.
    origin: stream, input or snapshot. run: index of the run that started it; None if not streamed.
    restated: the arguments as an input or snapshot gave them, ``restated_after`` so many fragments.
    owns_metadata: whether ``metadata`` may be changed in place.
    lease: whose it is to change, see ``ToolCalls.own``.
    """

    id: str
    name: str
    origin: str
    holder_id: str
    parent_id: str | None = None
    owner: str | None = None
    opener_owner: str | None = None
    fragments: list[Fragment] = field(default_factory=list)
    restated: str | None = None
    restated_after: int = 0
    open: bool = False
    opened: int | None = None
    opened_ms: float | None = None
    closed: int | None = None
    closed_ms: float | None = None
    cut_off: bool = False
    result: ToolResult | None = None
    encrypted_value: str | None = None
    encrypted_value_type: str | None = None
    metadata: dict[str, Any] | None = None
    owns_metadata: bool = False
    run: int | None = None
    _joined: str = ""
    _joined_until: int = 0
    lease: object = field(default=None, compare=False, repr=False)

    @property
    def arguments(self) -> str:
        """The argument text as streamed so far; where nothing streamed, as restated."""
        if self.restated is None:
            return self._since_restated()
        if not self.fragments:
            return self.restated
        return "".join(fragment.text for fragment in self.fragments)

    @property
    def held_arguments(self) -> str:
        """The argument text as a client holds it: what was restated, and what streamed since."""
        return (self.restated or "") + self._since_restated()

    def restate(self, arguments: object) -> None:
        """Take the arguments an input or snapshot gives."""
        if isinstance(arguments, str):
            self.restated, self.restated_after = arguments, len(self.fragments)
            self.forget_joined()

    def forget_joined(self) -> None:
        """Fragments are not what they were."""
        self._joined, self._joined_until = "", self.restated_after

    def _since_restated(self) -> str:
        """The text streamed since; fragments that were joined before are not joined again."""
        later = self.fragments[self._joined_until :]
        if later:
            self._joined += "".join(fragment.text for fragment in later)
            self._joined_until = len(self.fragments)
        return self._joined

    def copy(self) -> ToolCall:
        """A copy that shares ``metadata``; both copy it before changing it."""
        self.owns_metadata = False
        twin = _copied(self)
        twin.fragments = self.fragments.copy()
        return twin


_copied = copier(ToolCall)


@dataclass(slots=True)
class ToolCalls:
    """All calls by id, in the order first seen; ``open`` are those whose arguments stream.

    latest_id: of the call first seen last; "" where there is none.
    lease: calls that carry it are held here alone; others may be shared with checkpoints.
    """

    by_id: MutableMapping[str, ToolCall] = field(default_factory=dict)
    open: dict[str, ToolCall] = field(default_factory=dict)
    latest_id: str = ""
    lease: object = field(default_factory=object, compare=False, repr=False)

    def hold(self, call: ToolCall) -> None:
        """Hold a new call, last of all."""
        call.lease = self.lease
        self.by_id.pop(call.id, None)
        self.by_id[call.id] = call
        self.latest_id = call.id

    @property
    def latest(self) -> ToolCall | None:
        """The call first seen last."""
        return self.by_id.get(self.latest_id)

    def own(self, call: ToolCall) -> ToolCall:
        """The call, which is held here, for changing it; a copy of it where it is shared."""
        if call.lease is not self.lease:
            call = self.by_id[call.id] = call.copy()
            call.lease = self.lease
        return call

    def share(self) -> None:
        """All calls may be held elsewhere from here on, but those that are open."""
        self.lease = object()
        for call in self.open.values():
            call.lease = self.lease


def _start(world: World, event: Event) -> Iterable[Departure]:
    payload, calls = event.payload, world.tool_calls
    call_id = payload.get("toolCallId")
    if call_id is None:
        return ()
    call = held_call(world, call_id)
    if call is None:
        parent_id = payload.get("parentMessageId")
        holder = world.messages.own(_holder(world, event, parent_id, call_id))
        call = ToolCall(
            call_id,
            payload.get("toolCallName") or "",
            "stream",
            holder.id,
            parent_id=parent_id,
            owner=event.owner,
            run=world.run_index,
        )
        calls.hold(call)
        holder.call_ids[call_id] = None
        if world.runs.active is not None:
            world.runs.active.call_ids.append(call_id)
    elif call.open:
        world.losses.note_opener("call")
    call = calls.own(call)
    call.open = True
    call.cut_off = False
    call.opener_owner = event.owner
    call.opened, call.opened_ms = event.seq, event.at_ms
    calls.open[call_id] = call
    merge_metadata(call, payload)
    return ()


def held_call(world: World, call_id: str) -> ToolCall | None:
    """The call a client holds under an id; one whose message an input left out is not held."""
    call = world.tool_calls.by_id.get(call_id)
    if call is None or call.open:
        return call
    holder = world.messages.by_key.get(("text", call.holder_id))
    return call if holder is not None and call_id in holder.call_ids else None


def _holder(world: World, event: Event, parent_id: str | None, call_id: str) -> Message:
    """The message a new call goes into: its parent, or one minted for it."""
    if parent_id is not None:
        parent = world.messages.find(parent_id)
        if parent is None or parent.role == "assistant":
            return parent or _mint(world, event, parent_id)
    own = world.messages.find(call_id, "text")
    return own if own is not None and own.role == "assistant" else _mint(world, event, call_id)


def _mint(world: World, event: Event, message_id: str) -> Message:
    return world.messages.append(
        Message(message_id, "assistant", "text", "call", owner=event.owner, run=world.run_index)
    )


def _args(world: World, event: Event) -> Iterable[Departure]:
    payload = event.payload
    call = world.tool_calls.open.get(payload.get("toolCallId", ""))
    if call is None:
        if "toolCallId" not in payload or world.runs.active is None:
            return ()
        held = world.tool_calls.by_id.get(payload["toolCallId"])
        if world.began(held) or not world.losses.take_opener("call"):
            world.losses.spoilt.add(event.type)
            return (_NOT_OPEN,)
        _start(world, event)
        call = world.tool_calls.open[payload["toolCallId"]]
    call.fragments.append(Fragment(event.seq, event.at_ms, payload.get("delta", "")))
    if "metadata" in payload:
        merge_metadata(call, payload)
    if ("text", call.holder_id) in world.messages.by_key:
        return ()
    detail = {"event": call.opened}
    return (Departure(DepartureKind.ITEM_DROPPED, "/toolCallId", "call", detail),)


def _end(world: World, event: Event) -> Iterable[Departure]:
    call = world.tool_calls.open.pop(event.payload.get("toolCallId", ""), None)
    if call is None:
        if "toolCallId" not in event.payload or world.runs.active is None:
            return ()
        call_id = event.payload["toolCallId"]
        began = world.began(world.tool_calls.by_id.get(call_id))
        if not world.losses.note_closer("call", began=began):
            return (_NOT_OPEN,)
        _start(world, event)
        call = world.tool_calls.open.pop(call_id)
    call.open = False
    call.closed, call.closed_ms = event.seq, event.at_ms
    merge_metadata(call, event.payload)
    return ()


def _result(world: World, event: Event) -> Iterable[Departure]:
    payload, messages = event.payload, world.messages
    message_id, call_id = payload.get("messageId"), payload.get("toolCallId")
    if message_id is None:
        return ()
    content = payload.get("content", "")
    call = world.tool_calls.by_id.get(call_id) if call_id is not None else None
    if call is not None:
        call = world.tool_calls.own(call)
        call.result = ToolResult(event.seq, event.at_ms, message_id, content)
    message = messages.find(message_id, "tool")
    if message is None:
        message = Message(
            message_id, "tool", "tool", "stream", owner=event.owner, run=world.run_index
        )
        holder = messages.find(call.holder_id, "text") if call is not None else None
        if holder is None:
            messages.append(message)
        else:
            messages.insert_behind(holder, message)
    message = messages.own(message)
    message.body = content
    message.tool_call_id = call_id
    message.opened = message.closed = event.seq
    message.opened_ms = message.closed_ms = event.at_ms
    merge_metadata(message, payload)
    return ()


FOLDS = {
    "TOOL_CALL_START": _start,
    "TOOL_CALL_ARGS": _args,
    "TOOL_CALL_END": _end,
    "TOOL_CALL_RESULT": _result,
}
