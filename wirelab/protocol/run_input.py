"""The RunAgentInput: what a client sends to start a run [basic/run-input].

Reading is tolerant (an inspector meets malformed input too): a member of the wrong type reads as
absent here, and the schema says so elsewhere.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(slots=True, frozen=True)
class RunInput:
    """The members of a RunAgentInput that later judging needs.

    payload: the whole object as sent.
    tools: the advertised tools by name.
    state: the state sent; meaningful only when ``has_state``.
    """

    payload: dict[str, Any]
    thread_id: str | None = None
    run_id: str | None = None
    protocol_version: str | None = None
    messages: list[dict[str, Any]] = field(default_factory=list)
    tools: dict[str, dict[str, Any]] = field(default_factory=dict)
    resume: list[dict[str, Any]] = field(default_factory=list)
    has_state: bool = False
    state: Any = None


def read_run_input(payload: dict[str, Any]) -> RunInput:
    """Read a decoded RunAgentInput; never raises."""
    return RunInput(
        payload=payload,
        thread_id=_text(payload.get("threadId")),
        run_id=_text(payload.get("runId")),
        protocol_version=_text(payload.get("protocolVersion")),
        messages=_objects(payload.get("messages")),
        tools={
            tool["name"]: tool
            for tool in _objects(payload.get("tools"))
            if isinstance(tool.get("name"), str)
        },
        resume=_objects(payload.get("resume")),
        has_state=payload.get("state") is not None,
        state=payload.get("state"),
    )


UNSET: Any = object()
"""The mark of a member nobody gave; None is a value (``null``)."""

_SENT_EMPTY: dict[str, Any] = {"state": {}, "tools": [], "context": [], "forwardedProps": {}}
"""Optional, yet agents from before 1.0 ask for them."""


def build_run_input(
    fresh_thread_id: str,
    fresh_run_id: str,
    given: dict[str, Any] | None = None,
    new_messages: Iterable[dict[str, Any]] = (),
    **members: Any,
) -> dict[str, Any]:
    """A whole RunAgentInput: defaults, over them what is given, over that the ``members``.

    fresh_thread_id, fresh_run_id: for where nothing names one.
    given: an input to start from; it gets no default but for what every input must have.
    new_messages: come after those of ``given``.
    members: in the protocol's words in snake case (``thread_id``, ``forwarded_props``); UNSET
        ones leave things as they are, ``protocol_version=None`` declares none.
    """
    payload: dict[str, Any] = {"threadId": fresh_thread_id, "runId": fresh_run_id, "messages": []}
    payload |= _SENT_EMPTY if given is None else given
    for name, value in members.items():
        if value is not UNSET:
            payload[_camel(name)] = value
    if members.get("protocol_version", UNSET) is None:
        del payload["protocolVersion"]
    added = list(new_messages)
    if added:
        held = payload["messages"]
        payload["messages"] = [*held, *added] if isinstance(held, list) else added
    return payload


def encode_run_input(run_input: Mapping[str, Any]) -> bytes:
    """The body of a request. A lone surrogate goes out as the escape it came as."""
    try:
        return json.dumps(run_input, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(run_input, separators=(",", ":")).encode()


def user_message(message_id: str, text: str) -> dict[str, Any]:
    """A message as the user of a client would send it."""
    return {"id": message_id, "role": "user", "content": text}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
