"""The state sent is not the state the client held.

What it checks
    The input's ``state`` against what the exchange before left: its input's state, changed by every
    STATE_SNAPSHOT and STATE_DELTA. An absent state is the empty object. Not asked after a patch
    that did not apply, for then nobody can tell what a client holds; nor where a failed run is
    tried again with the state it began with.
Why it matters
    The agent starts from what it is sent, and its deltas apply to that. A client that forgets the
    state, or sends an old one, undoes what the agent did.
What to do
    Keep the state as the events make it and send that. A member changed by the user on purpose is
    what shared state is for: then this is only worth a look.
Spec
    basic/run-input (state): the last agreed value, typically what the run before left behind.
    Hence a note; a warning where a state was held and none is sent.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from wirelab.projections.sent_input import SentInput
from wirelab.projections.world import World
from wirelab.protocol.json_difference import ABSENT, Difference, differences
from wirelab.protocol.json_equality import json_equal
from wirelab.protocol.schema_words import found
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_request
from wirelab.rules.sent_history import follows_on
from wirelab.rules.wording import listing

_NAMED = 3


@on_request("INP017", Severity.NOTE, spec="basic/run-input#state")
def state_sent_differs(world: World, sent: SentInput) -> Faults:
    if sent.run_input is None or world.state.diverged is not None or not follows_on(world, sent):
        return ()
    held, given = world.state.document, sent.run_input.state
    held, given = {} if held is None else held, {} if given is None else given
    different = list(islice(differences(held, given), _NAMED + 1))
    if not different or _starts_again(world, given):
        return ()
    if held and given == {}:
        message = f"the client held a state ({found(held)}), and the input carries none of it"
        return (Fault(message, "/state", world.state.snapshot, severity=Severity.WARNING),)
    told = [_told(difference) for difference in different[:_NAMED]]
    told += ["more"] if len(different) > _NAMED else []
    message = f"the state sent is not the one the client held: {listing(told)}"
    return (Fault(message, f"/state{different[0].pointer}", world.state.snapshot),)


def _told(difference: Difference) -> str:
    pointer, before, after = difference
    place = pointer or "the state"
    if after is ABSENT:
        return f"{place} is missing"
    if before is ABSENT:
        return f"{place} is new"
    return f"{place} is {found(after)} instead of {found(before)}"


def _starts_again(world: World, given: Any) -> bool:
    run = world.runs.current
    if run is None or not run.cut_short or world.input is None:
        return False
    before = world.input.state
    return json_equal({} if before is None else before, given)
