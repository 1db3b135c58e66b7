"""The entries of a conversation as items of the page: what is said of each, as plain members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.exports.html_page.json_values import exact
from wirelab.projections.messages import Message
from wirelab.projections.run_steps import RunStep
from wirelab.projections.runs import RunStatus
from wirelab.projections.subagents import Subagent
from wirelab.projections.tool_calls import ToolCall
from wirelab.views.brief_json import brief
from wirelab.views.durations import duration
from wirelab.views.first_clause import first_clause
from wirelab.views.ignored_content import Ignored
from wirelab.views.interrupt_answers import interrupts_of
from wirelab.views.safe_text import safe
from wirelab.views.signs import STATUS_SIGNS, counted, status_word
from wirelab.views.transcript import ClientStops, LeftOut, RunBegan, RunEnded

if TYPE_CHECKING:
    from wirelab.views.transcript import Entry, Moment

Item = dict[str, Any]
_USERS = ("user", "system", "developer")
_ENDINGS = {
    None: ("▶", "active", "going"),
    "finished": ("✔", "finished", "good"),
    "suspended": ("⏸", "suspended", "waiting"),
    "failed": ("✖", "failed", "bad"),
    "cut off": ("✂", "cut off", "bad"),
}


def entry_item(entry: Entry, moment: Moment) -> Item:
    """What the page shows of an entry, without the text of a message, which grows."""
    item = {"lane": list(entry.lane), "owner": safe(entry.owner, 60)}
    match entry.subject:
        case Message() as message:
            return item | _message(message)
        case ToolCall() as call:
            return item | {"kind": "call", "call": call.id}
        case RunStep() as step:
            return item | _step(step)
        case Subagent() as subagent:
            return item | _subagent(subagent, moment)
        case RunBegan() as began:
            said = (
                f"run {began.run.index + 1} of {began.of} · {safe(began.run.run_id or 'no id', 60)}"
            )
            return item | {"kind": "began", "said": said, "event": began.run.started}
        case RunEnded() as ended:
            return item | _ended(ended, moment)
        case ClientStops() as stop:
            said = f"a conforming client stops here: it rejects the stream at event {stop.event}"
            return item | {"kind": "stop", "said": said, "event": stop.event}
        case LeftOut() as left:
            return item | {
                "kind": "left",
                "said": f"… {counted(left.count, f'earlier {left.what}')}",
            }
        case Ignored(first=finding):
            said = f"{finding.code} {first_clause(finding.message, 160)}"
            return item | {"kind": "left", "said": said}


def _message(message: Message) -> Item:
    body = message.body if not isinstance(message.body, str) else None
    item: Item = {
        "kind": "message",
        "id": safe(message.id, 80),
        "role": safe(message.role, 40),
        "family": message.family,
        "name": safe(message.name or "", 60),
        "origin": _origin(message),
        "open": message.open,
        "cut": message.cut_off,
        "event": message.opened,
        "took": _taken(message.opened_ms, message.closed_ms),
        "error": message.error,
        "of": safe(message.tool_call_id or "", 60),
        "sealed": _sealed(message.encrypted_value, message.encrypted_value_type),
    }
    if message.family == "activity":
        return item | {"activity": safe(message.activity_type or "", 60)}
    return item | {"body": exact(body)} if body is not None else item


def _origin(message: Message) -> str:
    mine = message.role in _USERS
    if message.origin == "input":
        return "" if mine else "sent back by the client"
    if message.origin == "snapshot":
        return "restated by a snapshot"
    return "streamed in the user's name" if mine else ""


def _sealed(value: str | None, kind: str | None) -> str:
    if value is None:
        return ""
    of_type = f" of type {safe(kind, 60)}" if kind else ""
    return f"encrypted value{of_type} · {counted(len(value), 'character')}"


def _step(step: RunStep) -> Item:
    took = _taken(step.opened_ms, step.closed_ms)
    sign, said, tone = "✔", took or "done", "good"
    if step.cut_off:
        sign, said, tone = "✂", "cut off", "bad"
    elif step.closed is None:
        sign, said, tone = "▶", "open", "going"
    return {
        "kind": "step",
        "name": safe(step.name, 80),
        "sign": sign,
        "said": said,
        "tone": tone,
        "event": step.opened,
    }


def _subagent(subagent: Subagent, moment: Moment) -> Item:
    sign, said, tone = _ENDINGS.get(subagent.ending, ("", subagent.ending or "", "going"))
    more = [safe(subagent.description, 300)] if subagent.description else []
    if subagent.parent_call_id:
        more.append(f"for call {safe(subagent.parent_call_id, 60)}")
    more += [f"✖ {safe(subagent.error, 300)}"] if subagent.error else []
    if subagent.ending == "finished" and subagent.closed is not None:
        payload = moment.session.events[subagent.closed].payload
        if payload.get("subagentRunId") == subagent.id and "result" in payload:
            more.append(f"result {brief(payload['result'], 300)}")
    return {
        "kind": "subagent",
        "name": safe(subagent.name, 60) or "(no name)",
        "id": safe(subagent.id, 60),
        "sign": sign,
        "said": said,
        "tone": tone,
        "took": _taken(subagent.opened_ms, subagent.closed_ms),
        "more": more,
        "event": subagent.opened,
    }


def _ended(ended: RunEnded, moment: Moment) -> Item:
    run, status = ended.run, ended.run.status
    if ended.cancelled and status is RunStatus.TRUNCATED:
        status = RunStatus.CANCELLED
    asked = interrupts_of(run, moment.session.exchanges, moment.world.runs.exchange)
    code = f" ({safe(str(run.error_code), 60)})" if run.error_code else ""
    return {
        "kind": "ended",
        "sign": STATUS_SIGNS[status],
        "word": status_word(status),
        "status": status.value,
        "why": _why(ended, status),
        "error": f"{safe(str(run.error), 2000)}{code}" if run.error is not None else "",
        "result": brief(run.result, 300) if run.result is not None else "",
        "asked": [
            {"id": each.id, "prompt": each.prompt, "details": each.details, "answer": each.answer}
            for each in asked
        ],
        "event": run.ended,
    }


def _why(ended: RunEnded, status: RunStatus) -> str:
    if ended.cancelled:
        return "this side closed the connection before the run ended"
    if status is RunStatus.REJECTED:
        return f"by its own events the run is {ended.run.ending.value}"
    return "the stream ended before the run did" if status is RunStatus.TRUNCATED else ""


def _taken(opened: float | None, closed: float | None) -> str:
    return duration(closed - opened) if opened is not None and closed is not None else ""
