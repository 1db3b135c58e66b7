"""The conversation sent is not the conversation the client held.

What it checks
    The input's messages against those the exchange before left: each is there under its id, with
    its role, name and content, its calls with their arguments, in the same order. New messages may
    stand anywhere. Activity messages are not expected, reasoning messages may be left out, and so
    may whatever a failed run streamed. White space in arguments, metadata and attribution are not
    compared. One finding an input; where things are only missing, one a thread.
Why it matters
    What is sent is all the agent sees of the past. A message under a new id is a new message to it,
    and comes back twice with the next snapshot; a result that lands behind the answer, or arguments
    that differ, make the model argue with itself.
What to do
    Keep messages under the ids they came with and send them as they stand. A client that edits or
    shortens the history on purpose, or leaves it to the server, can take this for what it is.
Spec
    basic/run-input (messages): the complete history, in order. events/state: messages accumulate
    across runs. Legal, hence a note where messages are only missing, and a warning where what is
    there is not what it was.
"""

from __future__ import annotations

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.sent_differences import changes
from wirelab.rules.sent_history import follows_on
from wirelab.rules.wording import listing


@on_request("INP018", Severity.WARNING, spec="basic/run-input#messages")
def messages_sent_differ(world: World, sent: SentInput) -> Faults:
    if sent.run_input is None or not follows_on(world, sent):
        return ()
    found = list(changes(world, sent))
    if not found:
        return ()
    only_missing = all(change.missing for change in found)
    first = found[0] if only_missing else next(each for each in found if not each.missing)
    words = listing([change.words for change in found], 4)
    return (
        Fault(
            f"the conversation sent is not the one the client held: {words}",
            pointer=first.pointer,
            related=first.related,
            severity=Severity.NOTE if only_missing else Severity.WARNING,
            key=("missing", sent.run_input.thread_id) if only_missing else None,
        ),
    )
