"""One line that says what an event carries, by type; unknown and unreadable events have one too.

Summaries read the payload as it arrived, right or wrong, and cost no more than the line is long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from wirelab.views.brief_json import brief
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from collections.abc import Callable

    from wirelab.session.event import Event

Payload: TypeAlias = dict[str, Any]
SUMMARY_LIMIT = 200
_ID_MEMBERS = ("messageId", "toolCallId", "stepName", "entityId", "subagentRunId", "runId")


def summarize(event: Event) -> str:
    """What an event carries, on one safe line of at most ``SUMMARY_LIMIT`` characters."""
    payload = event.payload
    if not payload:
        return safe("; ".join(departure.subject for departure in event.departures), SUMMARY_LIMIT)
    write = _SUMMARIES.get(event.type, _rest)
    return safe(write(payload), SUMMARY_LIMIT)


def item_of(payload: Payload) -> str:
    """The id of what an event is about, safe and bounded; empty where it names nothing.

    A tool event is about its call, a tool result about the message it makes, a step about its
    name.
    """
    kind = payload.get("type")
    of_call = isinstance(kind, str) and kind.startswith("TOOL_CALL_")
    for name in ("toolCallId",) if of_call and kind != "TOOL_CALL_RESULT" else _ID_MEMBERS:
        value = payload.get(name)
        if value is not None:
            return safe(value, 60) if isinstance(value, str) else brief(value, 60)
    return ""


def _word(value: Any, limit: int = 80) -> str:
    """A name or id without quotes where it is text; anything else as JSON."""
    return safe(value, limit) if isinstance(value, str) else brief(value, limit)


def _listed(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _optional(label: str, payload: Payload, member: str) -> str:
    return f"{label} {_word(payload[member])}" if member in payload else ""


def _run_started(payload: Payload) -> str:
    return _listed(
        f"on {_word(payload.get('threadId'))}",
        _optional("declares", payload, "protocolVersion"),
        _optional("parent", payload, "parentRunId"),
        "restates its input" if "input" in payload else "",
    )


def _run_finished(payload: Payload) -> str:
    outcome = payload.get("outcome")
    said = "success"
    if isinstance(outcome, dict):
        said = _word(outcome.get("type"))
        interrupts, pending = outcome.get("interrupts"), outcome.get("pendingToolCallIds")
        if isinstance(interrupts, list):
            said += f": {len(interrupts)} to answer"
        if isinstance(pending, list):
            said += f": pending {brief(pending)}"
    elif outcome is not None:
        said = f"outcome {brief(outcome)}"
    result = f"result {brief(payload['result'])}" if "result" in payload else ""
    return _listed(said, result, _usage(payload))


def _usage(payload: Payload) -> str:
    entries = payload.get("usage")
    if not isinstance(entries, list):
        return ""
    totals = [entry.get("totalTokens") for entry in entries if isinstance(entry, dict)]
    return ", ".join(f"{total} tokens" for total in totals[:3] if isinstance(total, int))


def _run_error(payload: Payload) -> str:
    return _listed(_word(payload.get("message"), 160), _optional("code", payload, "code"))


def _delta(payload: Payload) -> str:
    if "delta" not in payload:
        return "metadata" if "metadata" in payload else ""
    return brief(payload["delta"], SUMMARY_LIMIT)


def _text_start(payload: Payload) -> str:
    return _listed(_word(payload.get("role", "assistant")), _optional("name", payload, "name"))


def _text_chunk(payload: Payload) -> str:
    return _listed(_optional("role", payload, "role"), _delta(payload))


def _call_start(payload: Payload) -> str:
    name = _word(payload.get("toolCallName"))
    return _listed(name, _optional("parent", payload, "parentMessageId"))


def _call_chunk(payload: Payload) -> str:
    return _listed(_call_start(payload) if "toolCallName" in payload else "", _delta(payload))


def _call_result(payload: Payload) -> str:
    return f"of {_word(payload.get('toolCallId'))}: {brief(payload.get('content'), 160)}"


def _state_snapshot(payload: Payload) -> str:
    return brief(payload.get("snapshot"), SUMMARY_LIMIT)


def _operations(operations: Any) -> str:
    if not isinstance(operations, list):
        return brief(operations)
    shown = [_operation(each) for each in operations[:3]]
    more = f"and {len(operations) - 3} more" if len(operations) > 3 else ""
    return _listed(*shown, more) or "no operation"


def _operation(operation: Any) -> str:
    if not isinstance(operation, dict):
        return brief(operation, 40)
    said = f"{_word(operation.get('op'))} {_word(operation.get('path'))}"
    if "from" in operation:
        said += f" from {_word(operation['from'])}"
    return said + (f" {brief(operation['value'], 40)}" if "value" in operation else "")


def _messages(payload: Payload) -> str:
    messages = payload.get("messages")
    if not isinstance(messages, list):
        return brief(messages)
    roles = [_word(each.get("role"), 20) for each in messages[:12] if isinstance(each, dict)]
    more = ", …" if len(messages) > 12 else ""
    plural = "" if len(messages) == 1 else "s"
    return f"{len(messages)} message{plural}: {', '.join(roles)}{more}"


def _activity(payload: Payload) -> str:
    kept = "keeps what is there" if payload.get("replace") is False else ""
    return _listed(_word(payload.get("activityType")), kept, brief(payload.get("content")))


def _activity_delta(payload: Payload) -> str:
    return _listed(_word(payload.get("activityType")), _operations(payload.get("patch")))


def _encrypted(payload: Payload) -> str:
    value = payload.get("encryptedValue")
    hidden = f"{len(value)} characters" if isinstance(value, str) else brief(value)
    return _listed(
        f"for a {_word(payload.get('subtype'))}",
        _optional("type", payload, "encryptedValueType"),
        hidden,
    )


def _subagent_started(payload: Payload) -> str:
    return _listed(_word(payload.get("name")), _optional("parent", payload, "parentSubagentRunId"))


def _subagent_finished(payload: Payload) -> str:
    outcome = payload.get("outcome")
    return _word(outcome.get("type")) if isinstance(outcome, dict) else "success"


def _raw(payload: Payload) -> str:
    return _listed(_optional("from", payload, "source"), brief(payload.get("event"), 160))


def _custom(payload: Payload) -> str:
    return f"{_word(payload.get('name'))} {brief(payload.get('value'), 160)}"


def _nothing(payload: Payload) -> str:
    return "metadata" if "metadata" in payload else ""


def _rest(payload: Payload) -> str:
    """An unknown type: its members, but for the type itself."""
    rest = {name: value for name, value in payload.items() if name != "type"}
    return brief(rest, SUMMARY_LIMIT) if rest else ""


_SUMMARIES: dict[str, Callable[[Payload], str]] = {
    "RUN_STARTED": _run_started,
    "RUN_FINISHED": _run_finished,
    "RUN_ERROR": _run_error,
    "STEP_STARTED": _nothing,
    "STEP_FINISHED": _nothing,
    "TEXT_MESSAGE_START": _text_start,
    "TEXT_MESSAGE_CONTENT": _delta,
    "TEXT_MESSAGE_END": _nothing,
    "TEXT_MESSAGE_CHUNK": _text_chunk,
    "TOOL_CALL_START": _call_start,
    "TOOL_CALL_ARGS": _delta,
    "TOOL_CALL_END": _nothing,
    "TOOL_CALL_CHUNK": _call_chunk,
    "TOOL_CALL_RESULT": _call_result,
    "STATE_SNAPSHOT": _state_snapshot,
    "STATE_DELTA": lambda payload: _operations(payload.get("delta")),
    "MESSAGES_SNAPSHOT": _messages,
    "ACTIVITY_SNAPSHOT": _activity,
    "ACTIVITY_DELTA": _activity_delta,
    "REASONING_START": _nothing,
    "REASONING_END": _nothing,
    "REASONING_MESSAGE_START": _nothing,
    "REASONING_MESSAGE_CONTENT": _delta,
    "REASONING_MESSAGE_END": _nothing,
    "REASONING_MESSAGE_CHUNK": _delta,
    "REASONING_ENCRYPTED_VALUE": _encrypted,
    "SUBAGENT_STARTED": _subagent_started,
    "SUBAGENT_FINISHED": _subagent_finished,
    "SUBAGENT_ERROR": _run_error,
    "RAW": _raw,
    "CUSTOM": _custom,
}
