"""What an interrupt asked and what became of it: answered, abandoned, or not answered yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.views.brief_json import brief
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.projections.runs import Run
    from wirelab.session.session import Exchange

_MOST_EXCHANGES = 20
_MOST_INTERRUPTS = 20


@dataclass(slots=True, frozen=True)
class Asked:
    """One interrupt; every text is safe.

    details: what else it carries, such as the call it is about. answer: what the client sent for
    it; empty while it has sent nothing.
    """

    id: str
    prompt: str
    details: list[str]
    answer: str


def interrupts_of(run: Run, exchanges: list[Exchange], reached: int) -> list[Asked]:
    """The interrupts a run ended with; ``reached`` is the exchange as of the moment."""
    if not run.interrupts:
        return []
    answers = _answers(exchanges[run.exchange + 1 : reached + 1][:_MOST_EXCHANGES])
    return [_asked(each, answers) for each in run.interrupts[:_MOST_INTERRUPTS]]


def _answers(exchanges: list[Exchange]) -> dict[str, dict[str, Any]]:
    """The first entry of any ``resume`` for each interrupt."""
    found: dict[str, dict[str, Any]] = {}
    for exchange in exchanges:
        for entry in exchange.run_input.resume[:1000] if exchange.run_input is not None else ():
            if isinstance(entry.get("interruptId"), str):
                found.setdefault(entry["interruptId"], entry)
    return found


def _asked(interrupt: dict[str, Any], answers: dict[str, dict[str, Any]]) -> Asked:
    said = interrupt.get("message") or interrupt.get("reason")
    prompt = safe(said, 400) if isinstance(said, str) else brief(interrupt, 400)
    id_ = interrupt.get("id")
    entry = answers.get(id_) if isinstance(id_, str) else None
    return Asked(
        safe(id_, 60) if isinstance(id_, str) else brief(id_, 60),
        prompt,
        _details(interrupt),
        _answer(entry) if entry is not None else "",
    )


def _details(interrupt: dict[str, Any]) -> list[str]:
    details = []
    if isinstance(interrupt.get("message"), str) and isinstance(interrupt.get("reason"), str):
        details.append(safe(interrupt["reason"], 60))
    if isinstance(interrupt.get("toolCallId"), str):
        details.append(f"call {safe(interrupt['toolCallId'], 60)}")
    if isinstance(interrupt.get("expiresAt"), str):
        details.append(f"expires {safe(interrupt['expiresAt'], 40)}")
    schema = interrupt.get("responseSchema")
    if isinstance(schema, dict):
        members = schema.get("properties")
        details.append(f"asks for {_members(members)}" if isinstance(members, dict) else "a schema")
    return details


def _members(members: dict[str, Any]) -> str:
    names = [safe(name, 30) for name, _ in zip(members, range(8), strict=False)]
    return ", ".join(names) + (" …" if len(members) > len(names) else "")


def _answer(entry: dict[str, Any]) -> str:
    if entry.get("status") == "cancelled":
        return "abandoned"
    payload = brief(entry["payload"], 400) if "payload" in entry else "(no payload)"
    status = entry.get("status")
    return payload if status == "resolved" else f"{brief(status, 40)} {payload}"
