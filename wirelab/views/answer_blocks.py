"""One thing that waits for an answer, and the answer as it is being given; no screen.

A block says what it still lacks (``problem``) and, once that is nothing, makes its entry of
``resume`` or its tool message. Nothing counts as an answer until a person said how it is answered.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from wirelab.protocol.parameter_schema import mismatches
from wirelab.protocol.run_input import UNSET
from wirelab.session.answers import (
    DECLINED,
    abandoned,
    resolved,
    tool_failure,
    tool_result,
)
from wirelab.session.owed_answers import expired
from wirelab.views.brief_json import brief
from wirelab.views.field_values import (
    Entry,
    NoValue,
    draft_of,
    first_entry,
    parsed,
    payload_of,
)
from wirelab.views.form_fields import form_of
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from datetime import datetime

    from wirelab.session.owed_answers import OpenCall

_NAME, _ARGUMENTS, _WHY = 40, 400, 200


class How(StrEnum):
    """How a block is answered."""

    OPEN = "open"
    ANSWER = "answer"
    EDIT = "as JSON"
    ABANDON = "abandon"
    DECLINE = "decline"


class InterruptBlock:
    """An interrupt on its way to an entry of ``resume``.

    entries: one a field of ``form``. edited: the payload as JSON, where it is answered so.
    call: the tool call it is about, where that is known.
    """

    ways = (How.ANSWER, How.EDIT, How.ABANDON)

    def __init__(self, interrupt: dict[str, Any], call: OpenCall | None = None) -> None:
        self.interrupt = interrupt
        self.call = call
        self.schema = interrupt.get("responseSchema")
        self.form = form_of(self.schema)
        self.entries: list[Entry] = [first_entry(field) for field in self.form.fields]
        self.edited = ""
        self._edited_by_hand = False
        self.how = How.OPEN

    @property
    def key(self) -> tuple[str, str]:
        return ("interrupt", self.interrupt["id"])

    @property
    def name(self) -> str:
        return safe(self.interrupt["id"], _NAME)

    def choose(self, how: How) -> None:
        """Answer it this way; JSON begins with what the fields hold."""
        if how is How.EDIT and not self._edited_by_hand:
            self.edited = draft_of(self.form, self.entries)
        self.how = how

    def edit(self, text: str) -> None:
        """Take a payload that was edited by hand."""
        self.edited, self._edited_by_hand = text, True

    def problem(self, now: datetime) -> str:
        """What it lacks, safe to show; empty where it is covered."""
        if self.how is How.OPEN:
            return "neither answered nor abandoned"
        if self.how is How.ABANDON:
            return ""
        if expired(self.interrupt, now):
            return "it expired: it can only be abandoned"
        try:
            payload = self._payload()
        except NoValue as fault:
            return safe(str(fault), _WHY)
        if self.schema is None:
            return ""
        why = mismatches(self.schema, None if payload is UNSET else payload)
        if why and payload is UNSET:
            return "needs a payload"
        return safe("; ".join(why), _WHY)

    def entry(self) -> dict[str, Any]:
        """The entry; asked only where there is no problem."""
        if self.how is How.ABANDON:
            return abandoned(self.interrupt)
        return resolved(self.interrupt, self._payload())

    def _payload(self) -> Any:
        if self.how is not How.EDIT:
            return payload_of(self.form, self.entries)
        return parsed(self.edited) if self.edited.strip() else UNSET


class CallBlock:
    """A call of a client's tool on its way to a tool message.

    result: the content, as typed. error: why there is none, where it is declined.
    """

    ways = (How.ANSWER, How.DECLINE)

    def __init__(self, call: OpenCall, result: str = "", error: str = DECLINED) -> None:
        self.call = call
        self.result = result
        self.error = error
        self.how = How.OPEN

    @property
    def key(self) -> tuple[str, str]:
        return ("call", self.call.id)

    @property
    def name(self) -> str:
        return safe(self.call.name or self.call.id, _NAME)

    def choose(self, how: How) -> None:
        self.how = how

    def problem(self, now: datetime) -> str:
        """What it lacks; empty where it is covered."""
        if self.how is How.OPEN:
            return "neither answered nor declined"
        return "needs a reason" if self.how is How.DECLINE and not self.error.strip() else ""

    @property
    def kind(self) -> str:
        """What the content will be, for a person who meant JSON and slipped."""
        if self.how is How.DECLINE:
            return "an error"
        try:
            parsed(self.result)
        except NoValue:
            return "plain text" if self.result else "an empty text"
        return "JSON"

    def message(self, message_id: str) -> dict[str, Any]:
        """The tool message; asked only where there is no problem."""
        if self.how is How.DECLINE:
            return tool_failure(self.call.id, message_id, self.error)
        return tool_result(self.call.id, message_id, self.result)


def call_line(call: OpenCall) -> str:
    """A call and its arguments on one line, safe to show."""
    try:
        arguments = brief(parsed(call.arguments), _ARGUMENTS)
    except NoValue:
        arguments = safe(call.arguments, _ARGUMENTS)
    return f"{safe(call.name or call.id, _NAME)} {arguments}"
