"""A CUSTOM event says that something finished, failed or was interrupted.

What it checks
    The last part of ``name``, behind any prefix: a word such as error, failed, finished, cancelled
    or interrupt, alone or with words that only mean the run (run, agent, workflow, status ...). For
    a name that only says status or state, the value's own word. One finding a name and word.
Why it matters
    Clients may ignore every CUSTOM event. A failure sent as one is not seen, and a run that waits
    for an approval announced this way looks finished.
What to do
    Send RUN_ERROR for a failure, RUN_FINISHED for the end, and its interrupt outcome for a question
    to the user; SUBAGENT_* for a part of the work. The custom event may go beside it.
Spec
    events/passthrough (CUSTOM): it does not carry what a standard event is for.
"""

from __future__ import annotations

import re
from typing import Any

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event

_MEANING = {
    "error": "RUN_ERROR",
    "failed": "RUN_ERROR",
    "failure": "RUN_ERROR",
    "exception": "RUN_ERROR",
    "aborted": "RUN_ERROR",
    "finished": "RUN_FINISHED",
    "complete": "RUN_FINISHED",
    "completed": "RUN_FINISHED",
    "done": "RUN_FINISHED",
    "cancelled": "RUN_FINISHED with outcome cancelled",
    "canceled": "RUN_FINISHED with outcome cancelled",
    "interrupt": "RUN_FINISHED with outcome interrupt",
    "interrupted": "RUN_FINISHED with outcome interrupt",
}
_OF_THE_RUN = {"run", "agent", "workflow", "graph", "flow", "chat", "session", "stream", "task"}
_OF_THE_RUN |= {"execution", "status", "state", "event", "on"}
_STATUS = frozenset({"status", "state"})
_SEPARATORS = re.compile(r"[.:/]")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@on_event("PAS003", Severity.NOTE, "CUSTOM", spec="events/passthrough#custom")
def custom_carries_lifecycle(world: World, event: Event) -> Faults:
    name = event.payload["name"]
    word, pointer = _meaning(name), "/name"
    if not word:
        word, pointer = _meaning_of_status(name, event.payload["value"])
    if not word:
        return ()
    return (
        Fault(
            f"the custom event {quote(name)} says {quote(word)}, which clients may ignore; "
            f"{_MEANING[word]} is the event for it{likely('custom-lifecycle')}",
            pointer=pointer,
            key=(name, word),
        ),
    )


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(text[:100])]


def _meaning(name: str) -> str:
    """The one word of lifecycle in a name that says nothing else, or ""."""
    words = _words(_SEPARATORS.split(name)[-1])
    found = [word for word in words if word in _MEANING]
    others = [word for word in words if word not in _MEANING and word not in _OF_THE_RUN]
    return found[0] if len(found) == 1 and not others else ""


def _meaning_of_status(name: str, value: Any) -> tuple[str, str]:
    """What the value of a status says, and where; "" where it is no end."""
    words = _words(_SEPARATORS.split(name)[-1])
    if not words or words[-1] not in _STATUS or not set(words) <= _OF_THE_RUN:
        return "", ""
    members = value if isinstance(value, dict) else {}
    told = {"/value": value} | {f"/value/{key}": members.get(key) for key in _STATUS}
    for pointer, text in sorted(told.items()):
        if isinstance(text, str) and (word := text.lower()) in _MEANING:
            return word, pointer
    return "", ""
