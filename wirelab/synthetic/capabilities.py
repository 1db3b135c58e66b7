"""The AgentCapabilities of a scenario, read off its own events so that they are true.

A scenario's header may say more (a tool's description, say); what it says wins.
"""

from __future__ import annotations

from typing import Any

Payloads = list[dict[str, Any]]


def capabilities_of(
    name: str, about: str, payloads: Payloads, said: dict[str, Any]
) -> dict[str, Any]:
    """An AgentCapabilities object for a scenario that sends ``payloads``."""
    return _merged(_shown(name, about, payloads), said)


def _shown(name: str, about: str, payloads: Payloads) -> dict[str, Any]:
    types = {payload.get("type") for payload in payloads}
    calls = any(str(type_).startswith("TOOL_CALL") for type_ in types)
    reasons = any(str(type_).startswith("REASONING") for type_ in types)
    interrupts = any(_outcome(payload) == "interrupt" for payload in payloads)
    return {
        "identity": {
            "name": name,
            "type": "synthetic",
            "description": about,
            "provider": "wirelab",
        },
        "transport": {
            "streaming": True,
            "websocket": False,
            "httpBinary": False,
            "pushNotifications": False,
            "resumable": False,
        },
        "tools": {"supported": calls, "clientProvided": _uses_advertised_tool(payloads)},
        "output": {"structuredOutput": False, "supportedMimeTypes": ["text/plain"]},
        "state": {
            "snapshots": "STATE_SNAPSHOT" in types,
            "deltas": "STATE_DELTA" in types,
            "memory": False,
            "persistentState": False,
        },
        "multiAgent": _multi_agent(payloads),
        "reasoning": {
            "supported": reasons,
            "streaming": reasons,
            "encrypted": "REASONING_ENCRYPTED_VALUE" in types,
        },
        "humanInTheLoop": {
            "supported": interrupts,
            "approvals": interrupts,
            "interrupts": interrupts,
        },
    }


def _multi_agent(payloads: Payloads) -> dict[str, Any]:
    """Subagents by name, each once, as their first announcement describes them."""
    found: dict[str, dict[str, Any]] = {}
    for payload in payloads:
        if payload.get("type") == "SUBAGENT_STARTED":
            said = {"name": payload.get("name"), "description": payload.get("description")}
            members = {key: value for key, value in said.items() if value is not None}
            found.setdefault(str(payload.get("name")), members)
    if not found:
        return {"supported": False}
    return {"supported": True, "delegation": True, "subagents": list(found.values())}


def _uses_advertised_tool(payloads: Payloads) -> bool:
    return any("{{advertised.name}}" in str(payload.get("toolCallName")) for payload in payloads)


def _outcome(payload: dict[str, Any]) -> Any:
    outcome = payload.get("outcome")
    return outcome.get("type") if isinstance(outcome, dict) else None


def _merged(shown: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    return shown | {
        key: _merged(shown[key], value)
        if isinstance(value, dict) and isinstance(shown.get(key), dict)
        else value
        for key, value in said.items()
    }
