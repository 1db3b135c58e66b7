"""The conversation: every message a client would hold, in its order [events/text-messages, state].

Messages are told apart by family and id: a reasoning message and a text message that (wrongly)
share an id stay two messages here, so that no text is lost to the reader.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wirelab.projections.conversation_order import ConversationOrder
from wirelab.projections.copying import copier
from wirelab.protocol.json_patch import Owned

if TYPE_CHECKING:
    from collections.abc import Iterable


FAMILY_OF_ROLE = {"tool": "tool", "reasoning": "reasoning", "activity": "activity"}
"""Every other role is of the family "text"."""
FAMILIES = ("text", "tool", "reasoning", "activity")


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
    lease: whose it is to change, see ``Messages.own``; None while no conversation holds it.
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
    lease: object = field(default=None, compare=False, repr=False)

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
    lease: messages that carry it are held here alone; others may be shared with checkpoints.
    """

    order: ConversationOrder[Message] = field(default_factory=ConversationOrder)
    by_key: MutableMapping[tuple[str, str], Message] = field(default_factory=dict)
    open: dict[tuple[str, str], Message] = field(default_factory=dict)
    dropped_open: dict[tuple[str, str], int] = field(default_factory=dict)
    lease: object = field(default_factory=object, compare=False, repr=False)

    def find(self, message_id: Any, family: str | None = None) -> Message | None:
        """The message of that id, in one family or (first found) in any."""
        if family is not None:
            return self.by_key.get((family, message_id))
        return next(iter(self.of_id(message_id)), None)

    def of_id(self, message_id: Any) -> list[Message]:
        """The messages of that id, of which each is of another family."""
        held = self.by_key.get
        return [
            message for family in FAMILIES if (message := held((family, message_id))) is not None
        ]

    def own(self, message: Message) -> Message:
        """The message, which is held here, for changing it; a copy of it where it is shared."""
        if message.lease is self.lease:
            return message
        twin = self._leased(message)
        self.order.replace(message, twin)
        if self.by_key.get((message.family, message.id)) is message:
            self.by_key[message.family, message.id] = twin
        return twin

    def share(self) -> None:
        """All messages may be held elsewhere from here on, but those that are open."""
        self.lease = object()
        for message in self.open.values():
            message.lease = self.lease

    def append(self, message: Message) -> Message:
        message = self._leased(message)
        if self.order.held:
            message.place = self.order.last_place + (message.family != "tool")
        self.order.append(message)
        self.by_key[message.family, message.id] = message
        return message

    def insert_behind(self, holder: Message, message: Message) -> Message:
        """Place a message right behind the holder, and behind results already standing there."""
        message = self._leased(message)
        message.place = holder.place
        self.order.insert(message)
        self.by_key[message.family, message.id] = message
        return message

    def hold(self, messages: Iterable[Message]) -> None:
        """Hold these instead, in this order."""
        held = list(messages)
        self.order.clear()
        self.by_key.clear()
        place = 0
        for message in held:
            place += message.family != "tool"
            if message.place != place or message.lease is None:
                message = self._leased(message)
                message.place = place
            self.order.append(message)
            self.by_key[message.family, message.id] = message

    def _leased(self, message: Message) -> Message:
        """The message where it is new or held here alone, else a copy."""
        if message.lease is not None and message.lease is not self.lease:
            message = message.copy()
        message.lease = self.lease
        return message
