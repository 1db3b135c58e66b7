"""The conversation: every message a client would hold, in its order [events/text-messages, state].

Messages are told apart by family and id: a reasoning message and a text message that (wrongly)
share an id stay two messages here, so that no text is lost to the reader.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from wirelab.projections.copying import copier
from wirelab.projections.metadata import merge_metadata
from wirelab.protocol.json_patch import Owned
from wirelab.session.event import Departure, DepartureKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.projections.world import Fold, World
    from wirelab.session.event import Event

FAMILY_OF_ROLE = {"tool": "tool", "reasoning": "reasoning", "activity": "activity"}
"""Every other role is of the family "text"."""
_ROLES = {"text": "assistant", "reasoning": "reasoning"}
_PLACE = attrgetter("place")


@dataclass(slots=True)
class Message:
    """One message.

    family: text, tool, reasoning or activity. origin: input, stream, snapshot, or call (minted
        to hold a tool call).
    parts: the text so far, as fragments until it is closed; ``body`` instead for content that is
        not streamed text.
    opened, closed: seq of the START and END last seen; ``open`` while more may come.
    cut_off: the run ended while it was open.
    opener_owner: the owner its last START named; ``owner`` is the conversation's word, which a
        snapshot may change.
    call_ids: the calls it holds, in order; a dict, because it is asked for one of them.
    run: index of the run that began it; None for the input's.
    place: rises along the conversation; tool results share that of the message they stand behind.
    owned: what of an activity's ``body`` its patches may change in place; likewise
        ``owns_metadata``.
    """

    id: str
    role: str
    family: str
    origin: str
    name: str | None = None
    owner: str | None = None
    opener_owner: str | None = None
    parts: list[str] = field(default_factory=list)
    body: Any = None
    call_ids: dict[str, None] = field(default_factory=dict)
    tool_call_id: str | None = None
    error: str | None = None
    activity_type: str | None = None
    encrypted_value: str | None = None
    encrypted_value_type: str | None = None
    metadata: dict[str, Any] | None = None
    owns_metadata: bool = False
    open: bool = False
    opened: int | None = None
    opened_ms: float | None = None
    closed: int | None = None
    closed_ms: float | None = None
    cut_off: bool = False
    run: int | None = None
    place: int = 0
    owned: Owned | None = None

    @property
    def text(self) -> str:
        """The text so far; surrogate pairs cut across fragments are joined again."""
        if self.body is not None:
            return self.body if isinstance(self.body, str) else ""
        joined = "".join(self.parts)
        if not joined.isascii() and any("\ud800" <= char <= "\udfff" for char in joined):
            joined = joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return joined

    @property
    def content(self) -> Any:
        """The ``content`` member as JSON; None where it is absent."""
        if self.body is not None:
            return self.body
        if self.parts or self.opened is not None or self.family != "text":
            return self.text
        return None

    def copy(self) -> Message:
        """A copy that shares ``body`` and ``metadata``; both copy those before changing them."""
        self.owned, self.owns_metadata = None, False
        twin = _copied(self)
        twin.parts, twin.call_ids = self.parts.copy(), self.call_ids.copy()
        return twin


_copied = copier(Message)


@dataclass(slots=True)
class Messages:
    """All messages in conversation order.

    open: those under way, in opening order, by (family, id); text and reasoning only.
    dropped_open: (family, id) of messages that a snapshot removed while they were open.
    """

    order: list[Message] = field(default_factory=list)
    by_key: dict[tuple[str, str], Message] = field(default_factory=dict)
    open: dict[tuple[str, str], Message] = field(default_factory=dict)
    dropped_open: dict[tuple[str, str], int] = field(default_factory=dict)

    def find(self, message_id: Any, family: str | None = None) -> Message | None:
        """The message of that id, in one family or (first found) in any."""
        if family is not None:
            return self.by_key.get((family, message_id))
        for each in ("text", "tool", "reasoning", "activity"):
            message = self.by_key.get((each, message_id))
            if message is not None:
                return message
        return None

    def append(self, message: Message) -> Message:
        if self.order:
            message.place = self.order[-1].place + (message.family != "tool")
        self.order.append(message)
        self.by_key[message.family, message.id] = message
        return message

    def insert_behind(self, holder: Message, message: Message) -> Message:
        """Place a message right behind the holder, and behind results already standing there."""
        message.place = holder.place
        position = bisect_right(self.order, holder.place, key=_PLACE)
        self.order.insert(position, message)
        self.by_key[message.family, message.id] = message
        return message

    def hold(self, messages: Iterable[Message]) -> None:
        """Hold these instead, in this order."""
        self.order[:] = messages
        self.by_key.clear()
        place = 0
        for message in self.order:
            place += message.family != "tool"
            message.place = place
            self.by_key[message.family, message.id] = message

    def copy(self) -> Messages:
        order = [message.copy() for message in self.order]
        by_key = {(message.family, message.id): message for message in order}
        still_open = {key: by_key[key] for key in self.open if key in by_key}
        return Messages(order, by_key, still_open, self.dropped_open.copy())


def open_message(world: World, event: Event, family: str, role: str) -> None:
    """Open a message of a streamed family, or reopen the one that has its id."""
    messages, payload = world.messages, event.payload
    message_id = payload.get("messageId")
    if message_id is None:
        return
    key = (family, message_id)
    message = messages.by_key.get(key)
    if message is None:
        message = messages.append(
            Message(
                message_id,
                role,
                family,
                "stream",
                name=payload.get("name"),
                owner=event.owner,
                run=world.run_index,
            )
        )
    elif message.open:
        world.losses.note_opener(family)
    elif message.body is not None:
        message.parts = [message.body] if isinstance(message.body, str) else []
        message.body = None
    message.open = True
    message.cut_off = False
    message.opener_owner = event.owner
    message.opened, message.opened_ms = event.seq, event.at_ms
    messages.open[key] = message
    messages.dropped_open.pop(key, None)
    merge_metadata(message, payload)


def extender(family: str) -> Fold:
    """The fold for the content events of a streamed family."""

    def extend_message(world: World, event: Event) -> Iterable[Departure]:
        payload = event.payload
        message = world.messages.open.get((family, payload.get("messageId", "")))
        if message is None:
            refused = _refused(world, event, family)
            if refused is not None:
                return refused
            open_message(world, event, family, _ROLES[family])
            message = world.messages.open[family, payload["messageId"]]
        delta = payload.get("delta")
        if delta:
            message.parts.append(delta)
        if "metadata" in payload:
            merge_metadata(message, payload)
        return ()

    return extend_message


def closer(family: str) -> Fold:
    """The fold for the end events of a streamed family."""

    def close_message(world: World, event: Event) -> Iterable[Departure]:
        key = (family, event.payload.get("messageId", ""))
        message = world.messages.open.pop(key, None)
        if message is None:
            refused = _refused(world, event, family)
            if world.messages.dropped_open.pop(key, None) is None and refused:
                world.losses.closers[family] += 1
            if refused is not None:
                return refused
            open_message(world, event, family, _ROLES[family])
            message = world.messages.open.pop(key)
        message.open = False
        message.parts = ["".join(message.parts)] if message.parts else []
        message.closed, message.closed_ms = event.seq, event.at_ms
        merge_metadata(message, event.payload)
        return ()

    return close_message


def _refused(world: World, event: Event, family: str) -> Iterable[Departure] | None:
    """Why nothing came of an event for a message that is not open; () where that was told before,
    None where its start was lost, so that the message begins here.

    subject: the family. detail, where a snapshot dropped the message: ``event``, that snapshot.
    """
    message_id = event.payload.get("messageId")
    if message_id is None or world.runs.active is None:
        return ()
    dropped = world.messages.dropped_open.get((family, message_id))
    if dropped is not None:
        detail = {"event": dropped}
        return (Departure(DepartureKind.ITEM_DROPPED, "/messageId", family, detail),)
    held = world.messages.by_key.get((family, message_id))
    if not world.began(held) and world.losses.take_opener(family):
        return None
    world.losses.spoilt.add(event.type)
    return (Departure(DepartureKind.ITEM_NOT_OPEN, "/messageId", family),)


def _start(world: World, event: Event) -> Iterable[Departure]:
    open_message(world, event, "text", event.payload.get("role") or "assistant")
    return ()


FOLDS = {
    "TEXT_MESSAGE_START": _start,
    "TEXT_MESSAGE_CONTENT": extender("text"),
    "TEXT_MESSAGE_END": closer("text"),
}
