"""What is copied of each thing the bench shows: as text for people, and as JSON.

The text keeps its lines and tabs; other control characters are made visible, for it may be pasted
into a terminal. The JSON is exact: what a terminal would obey is escaped. Secrets in headers and
URLs are redacted as a recording redacts them.
"""

from __future__ import annotations

from dataclasses import dataclass
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from wirelab.exports.json_report import json_text
from wirelab.projections.message_json import call_to_json, message_to_json
from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.rules.catalog import find_rule
from wirelab.views.exchange_text import header_lines, request_line, response_line
from wirelab.views.finding_rows import finding_row
from wirelab.views.json_rows import event_json, frame_json, request_json, response_json
from wirelab.views.safe_text import safe, safe_lines

if TYPE_CHECKING:
    from wirelab.projections.messages import Message
    from wirelab.projections.tool_calls import ToolCall, ToolCalls
    from wirelab.rules.finding import Finding
    from wirelab.session.event import Event
    from wirelab.session.session import Session
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Request, Response


@dataclass(slots=True, frozen=True)
class Copied:
    """what: in words, for saying what was copied (safe). text: safe. value: what Y copies."""

    what: str
    text: str
    value: Any

    @property
    def json(self) -> str:
        return json_text(self.value) + "\n"


def plain(text: str) -> str:
    """A text to paste: line ends and tabs stay, other control characters are visible."""
    return "\t".join("\n".join(safe_lines(part)) for part in text.split("\t"))


def copied_frame(frame: Frame, event: Event | None) -> Copied:
    """An event's data as it arrived, or its payload as JSON; of other frames what they say."""
    if event is None:
        return Copied(
            f"frame {frame.seq}", plain(frame.data) or wire_text(frame), frame_json(frame)
        )
    value = event.payload or event_json(event, frame)
    return Copied(f"event {event.seq}", plain(frame.data), value)


def copied_bytes(frame: Frame) -> Copied:
    """A frame's bytes as text, line by line as they came."""
    row = frame_json(frame) | {"raw": frame.raw.decode("utf-8", "backslashreplace")}
    return Copied(f"the bytes of frame {frame.seq}", wire_text(frame), row)


def wire_text(frame: Frame) -> str:
    return plain(frame.raw.decode("utf-8", "backslashreplace") or frame.data)


def copied_request(request: Request) -> Copied:
    """The request line, the headers, the body."""
    body = request.body.decode("utf-8", "backslashreplace")
    lines = [
        request_line(request),
        *header_lines(request.headers, everything=True),
        "",
        plain(body),
    ]
    return Copied("the request", "\n".join(lines), request_json(request))


def copied_response(response: Response) -> Copied:
    lines = [response_line(response), *header_lines(response.headers, everything=True)]
    return Copied("the head of the response", "\n".join(lines), response_json(response))


def copied_finding(finding: Finding, session: Session) -> Copied:
    """What is wrong, where, what to do, and the event: enough to report it to somebody."""
    row = finding_row(finding)
    where = f"{row.place} at {row.pointer}" if row.pointer else row.place
    lines = [f"{row.sign} {row.word} {row.code} {row.slug}", row.message, f"Where: {where}"]
    if row.related is not None:
        lines.append(f"Explained by event {row.related}: {_event_text(row.related, session)}")
    if row.event is not None:
        lines.append(f"Event {row.event}: {_event_text(row.event, session)}")
    lines += [f"What to do: {advice}" if (advice := _advice(finding.code)) else "", row.spec]
    return Copied(f"finding {row.code}", "\n".join(filter(None, lines)), finding.to_json())


def _event_text(number: int, session: Session) -> str:
    if number >= len(session.events):
        return "—"
    return " ".join(safe_lines(session.frames[session.events[number].frame].data))


def _advice(code: str) -> str:
    """The rule's page under "What to do", on one line."""
    rule = find_rule(code)
    page = cleandoc(rule.page) if rule is not None else ""
    _, _, after = page.partition("What to do\n")
    indented = []
    for line in after.splitlines():
        if line and not line.startswith(" "):
            break
        indented.append(line)
    return " ".join(" ".join(indented).split())


def copied_call(call: ToolCall) -> Copied:
    """The arguments as they came, joined; as JSON the whole call with its result."""
    result = call.result.content if call.result is not None else None
    value = call_to_json(call) | {"arguments": _parsed(call.arguments), "result": result}
    return Copied(f"the arguments of {safe(call.id, 60)}", plain(call.arguments), value)


def copied_message(message: Message, calls: ToolCalls) -> Copied:
    """A message's text; as JSON the message as a client holds it."""
    value = message_to_json(message, calls)
    text = message.text or json_text(value)
    return Copied(f"message {safe(message.id, 60)}", plain(text), value)


def copied_value(value: Any, name: str) -> Copied:
    """A JSON value; a string as its text. name: what it is, in words."""
    text = plain(value) if isinstance(value, str) else json_text(value)
    return Copied(safe(name, 80), text, value)


def _parsed(text: str) -> Any:
    try:
        return parse(text).value
    except (NotJson, TooDeep):
        return text
