"""The agent answers with the version it was sent, whatever that is.

What it checks
    ``protocolVersion`` of RUN_STARTED against the input's, over the requests of a session: at least
    two different values were sent, and each came back as it was.
Why it matters
    The version says what the agent can do. An echo says that it can do whatever the client can, and
    the client goes by it: it keeps back no new shape and gives no warning.
What to do
    Send the version the agent was built for, a constant. Serving an older client is no reason to
    name the older version.
Spec
    basic/versioning: each side declares its own version. An agent that chooses the older of both
    looks the same from outside, and is as wrong.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event(
    "VER007",
    Severity.WARNING,
    "RUN_STARTED",
    member="protocolVersion",
    spec="basic/versioning",
)
def version_mirrored(world: World, event: Event) -> Faults:
    sent = world.runs.version_asked_by(world.input, event.payload.get("runId"))
    if event.payload["protocolVersion"] != sent:
        return ()
    answers = world.runs.version_answers
    others = [version for version in answers if version != sent]
    if not others or any(answers[version] != version for version in others):
        return ()
    return (
        Fault(
            f"the agent says version {quote(sent)}, as the request did, and said "
            f"{quote(others[-1])} where that was sent: it mirrors the client's version instead of "
            "declaring its own",
            pointer="/protocolVersion",
            key="mirrored",
        ),
    )
