"""An ACTIVITY_SNAPSHOT with replace: false names another owner than the activity has.

What it checks
    A snapshot that leaves an existing activity as it is (``replace: false``): a subagentRunId on
    it has to be the activity's own. Without ``replace: false`` the snapshot makes the activity
    anew, and its owner with it.
Why it matters
    The established owner stands, so the client shows the activity as somebody else's than this
    snapshot says. Usually two subagents made up the same messageId.
What to do
    Use a messageId for each activity that no other agent uses.
Spec
    events/activity: such a snapshot agrees with the established owner. Clients are not required to
    reject it, so the stream goes on. A snapshot without a tag says nothing here, as on a delta.
"""

from __future__ import annotations

from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.phrases import owner_name
from wirelab.rules.rule import Fault, Faults, on_event
from wirelab.rules.wording import quote
from wirelab.session.event import Event


@on_event("ACT004", Severity.ERROR, "ACTIVITY_SNAPSHOT", spec="events/activity")
def activity_owner_differs(world: World, event: Event) -> Faults:
    owner = event.owner
    if owner is None or event.payload.get("replace") is not False:
        return ()
    message = world.messages.find(event.payload["messageId"], "activity")
    if message is None or message.owner == owner:
        return ()
    return (
        Fault(
            f"activity {quote(message.id)} belongs to {owner_name(message.owner)}, "
            f"this snapshot with replace: false to {owner_name(owner)}",
            pointer="/subagentRunId",
            related=message.opened,
        ),
    )
