"""``resume`` resolves an interrupt that had expired.

What it checks
    Entries with the status "resolved" whose interrupt has an ``expiresAt`` in ISO 8601, with its
    offset from UTC, that had passed when the request was sent. What time it was is told by the
    exchange before: the timestamps of its events or the Date header of its answer, and the
    milliseconds since. Where nothing tells, or expiresAt has no offset, nothing is said.
Why it matters
    The agent may have given the offer up, sold the seat, let the token go: an approval that comes
    late approves something else.
What to do
    Look at ``expiresAt`` before sending. An interrupt that expired is still answered, by an entry
    with the status "cancelled"; then the agent can ask again.
Spec
    basic/patterns/interrupt-resume: now or earlier is expired; such an interrupt is abandoned, not
    resolved. Our choice: the agent's own clock counts, and only what had certainly passed.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.known_time import read_moment, sent_not_before
from wirelab.rules.resume_entries import answered_interrupts
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.wording import quote


@on_request("INT002", Severity.ERROR, spec="basic/patterns/interrupt-resume#resuming")
def expired_interrupt_resolved(world: World, sent: SentInput) -> Faults:
    for pointer, entry, interrupt, run in answered_interrupts(world, sent):
        expires, now = read_moment(interrupt.get("expiresAt")), sent_not_before(world, sent.request)
        if entry.get("status") != "resolved" or expires is None or now is None or now < expires:
            continue
        yield Fault(
            f"interrupt {quote(interrupt['id'])} is resolved, but it expired at "
            f"{quote(interrupt['expiresAt'])}, and it was {now.isoformat(timespec='seconds')}",
            pointer=pointer,
            related=run.ended,
        )
