"""The input carries activity messages, which a client keeps to itself.

What it checks
    The roles in ``messages``. All activity messages of an input are one finding.
Why it matters
    They are what a client draws, not conversation: agents have no use for them, and many refuse a
    role they do not know or hand a progress widget to the model.
What to do
    Leave messages of the role "activity" out of what is sent, and keep them for the screen.
Spec
    basic/run-input: clients strip activity messages before they send. Our choice: a warning, for
    the client of ours strips them and sends the rest.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.sent_history import sent_messages
from wirelab.rules.wording import quote


@on_request("INP011", Severity.WARNING, spec="basic/run-input#messages")
def activity_sent_back(world: World, sent: SentInput) -> Faults:
    for message in sent_messages(sent):
        if message.role == "activity":
            yield Fault(
                f"activity message {quote(message.id)} is in the input; clients strip those",
                pointer=message.pointer,
                key=world.runs.exchange,
            )
