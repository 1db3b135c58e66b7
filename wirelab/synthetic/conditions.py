"""When a section of a scenario is played: what the input carries, by name.

A condition reads the scene alone, and the clock where something expires. A scenario plays the
first of its sections that holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from wirelab.synthetic.request_wishes import asked_for

if TYPE_CHECKING:
    from wirelab.synthetic.scene import Scene


def _first_turn(scene: Scene) -> bool:
    """No answer of an agent is in the conversation yet."""
    return all(message.get("role") != "assistant" for message in scene.run_input.messages)


def _later_turn(scene: Scene) -> bool:
    """The conversation carries an agent's answer."""
    return not _first_turn(scene)


def _tool_message(scene: Scene) -> bool:
    """The conversation ends with the answer to a tool call."""
    return scene.tool_message is not None


def _covered(scene: Scene) -> bool:
    return bool(scene.interrupts) and scene.interrupts <= scene.answers.keys()


def _abandoned(scene: Scene) -> bool:
    return any(entry.get("status") == "cancelled" for entry in scene.answers.values())


def _resume(scene: Scene) -> bool:
    """Every interrupt of the scenario is resolved."""
    return _covered(scene) and not _abandoned(scene)


def _resume_expired(scene: Scene) -> bool:
    """An answer resolves what had expired by then, as far as the request says when that is."""
    expires = _moment(asked_for(scene.run_input, "expiresAt"))
    resolved = any(entry.get("status") == "resolved" for entry in scene.answers.values())
    return resolved and expires is not None and expires <= datetime.now(UTC)


def _moment(text: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None


def _resume_abandoned(scene: Scene) -> bool:
    """Every interrupt is answered, at least one by abandoning it."""
    return _covered(scene) and _abandoned(scene)


def _resume_incomplete(scene: Scene) -> bool:
    """Some interrupt is left without an answer, or the run goes on as if there were none."""
    waiting = any(scene.unanswered(name) for name in scene.waits)
    return not _covered(scene) and (bool(scene.run_input.resume) or waiting)


def _always(scene: Scene) -> bool:
    """Whatever the input carries."""
    return True


CONDITIONS: Mapping[str, Callable[[Scene], bool]] = {
    "first-turn": _first_turn,
    "later-turn": _later_turn,
    "tool-message": _tool_message,
    "resume": _resume,
    "resume-expired": _resume_expired,
    "resume-abandoned": _resume_abandoned,
    "resume-incomplete": _resume_incomplete,
    "always": _always,
}
