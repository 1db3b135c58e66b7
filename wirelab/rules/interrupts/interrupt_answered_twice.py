"""``resume`` has two entries for one interrupt.

What it checks
    The interruptIds of ``resume`` differ.
Why it matters
    Nobody says which of two entries counts. Agents that build a table keep the last, others act on
    the first: an approval may win over a refusal.
What to do
    Send one entry an interrupt. Two taps on a button are one answer.
Spec
    basic/patterns/interrupt-resume: one entry for each interrupt answered. Our choice: a warning,
    for every interrupt is covered all the same, and clients are not told to refuse it.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.resume_entries import entries
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.wording import quote


@on_request("INT004", Severity.WARNING, spec="basic/patterns/interrupt-resume#resuming")
def interrupt_answered_twice(world: World, sent: SentInput) -> Faults:
    first: dict[str, tuple[str, object]] = {}
    for pointer, entry, interrupt_id in entries(sent):
        earlier, status = first.setdefault(interrupt_id, (pointer, entry.get("status")))
        if earlier == pointer:
            continue
        other = entry.get("status")
        words = "" if status == other else f", once {quote(status)} and once {quote(other)}"
        yield Fault(
            f"resume answers interrupt {quote(interrupt_id)} twice{words}",
            pointer=pointer,
            key=(world.runs.exchange, interrupt_id),
        )
