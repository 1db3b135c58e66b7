"""A MESSAGES_SNAPSHOT changes what was streamed before it.

What it checks
    What the client holds after the snapshot against what it had streamed: messages under another
    id, text or arguments that differ, several messages merged into one, messages gone. One finding
    a snapshot, which says what the client ends with. Where only the order differs, because a
    client keeps its own order for messages it has, it is a note; so it is where only a message that
    the client had to make up for a tool call gets its real id.
Why it matters
    Nothing is malformed and no client says a word, yet the screen shows something else than was
    streamed: messages jump behind the answer, double or vanish, and tool results lose their place.
    It is the commonest damage that real adapters do.
What to do
    Restate each message under the id it was streamed with, with the same text and arguments. A
    framework that makes new ids for its history needs them mapped back.
Spec
    events/state (MESSAGES_SNAPSHOT): the same id replaces in place, new ids are appended, held
    messages that it does not name go. A message dropped while it streams is reported where its
    text is lost (delta-for-dropped-message).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.habits import likely
from wirelab.rules.rule import Fault, Faults, on_departure
from wirelab.rules.wording import quote
from wirelab.session.event import Departure, DepartureKind, Event

_MOST_NAMED = 4
_MOST_ROLES = 12
_MOST_SHOWN = 200
_RENAMES = ("renamed", "holder", "rewritten")


@on_departure(
    "SNP002",
    Severity.WARNING,
    DepartureKind.SNAPSHOT_DIVERGES,
    spec="events/state#messages_snapshot",
)
def snapshot_rewrites_stream(world: World, event: Event, departure: Departure) -> Faults:
    differences = [
        difference
        for difference in departure.detail["differences"]
        if not _reported_later(world, event, difference)
    ]
    order = departure.detail["order"]
    if not differences and order is None:
        return ()
    harmless = all(difference["what"] == "holder" for difference in differences)
    parts = [_in_words(difference) for difference in differences[:_MOST_NAMED]]
    if len(differences) > _MOST_NAMED:
        parts.append(f"{len(differences) - _MOST_NAMED} more")
    if order is not None:
        parts.append(_order_in_words(world, order["held"], order["snapshot"]))
    renames = any(difference["what"] in _RENAMES for difference in differences)
    cause = likely("snapshot-of-framework") if renames else ""
    lead = "the snapshot changes what was streamed" if differences else "only the order differs"
    return (
        Fault(
            f"{lead}: {'; '.join(parts)}{cause}",
            pointer=departure.pointer,
            severity=Severity.NOTE if harmless else None,
        ),
    )


def _reported_later(world: World, event: Event, difference: dict[str, Any]) -> bool:
    """Whether it is a message dropped in the middle of its stream, which its content tells."""
    dropped = world.messages.dropped_open
    return difference["what"] == "gone" and event.seq in (
        dropped.get(("text", difference["id"])),
        dropped.get(("reasoning", difference["id"])),
    )


def _in_words(difference: dict[str, Any]) -> str:
    name = quote(difference["id"])
    match difference["what"]:
        case "renamed":
            return f"message {name} ({difference['role']}) becomes {quote(difference['to'])}"
        case "holder":
            return f"the message made up for call {name} becomes {quote(difference['to'])}"
        case "merged":
            return f"the text of message {name} goes into {quote(difference['to'])}"
        case "rewritten":
            before, after = _before_and_after(difference)
            to = quote(difference["to"])
            return f"message {name} becomes {to}, its content was {before}, becomes {after}"
        case "gone":
            return f"message {name} ({difference['role']}) is gone"
        case "arguments":
            before, after = _before_and_after(difference)
            return f"the arguments of call {name} were {before}, become {after}"
        case _:
            before, after = _before_and_after(difference)
            return f"the content of message {name} was {before}, becomes {after}"


def _before_and_after(difference: dict[str, Any]) -> tuple[str, str]:
    """Both values from a little before the place where they part."""
    before, after = difference["before"], difference["after"]
    if not isinstance(before, str) or not isinstance(after, str):
        return quote(before), quote(after)
    shorter = min(len(before), len(after))
    parting = next((index for index in range(shorter) if before[index] != after[index]), shorter)
    start = max(parting - 20, 0)
    lead = "…" if start else ""
    stop = start + _MOST_SHOWN
    return quote(lead + before[start:stop]), quote(lead + after[start:stop])


def _order_in_words(world: World, held: list[str], wanted: list[str]) -> str:
    """The first pair that the client has the other way round, and the roles as it has them."""
    place = {message_id: index for index, message_id in enumerate(wanted)}
    roles = {message.id: message.role for message in world.messages.order}
    first, second = next((one, other) for one, other in pairwise(held) if place[one] > place[other])
    words = (
        f"the client keeps {roles[second]} message {quote(second)} behind {roles[first]} message "
        f"{quote(first)}, in the snapshot it comes before"
    )
    order = [roles[message_id] for message_id in held]
    return words + (f" (the client has {', '.join(order)})" if len(order) <= _MOST_ROLES else "")
