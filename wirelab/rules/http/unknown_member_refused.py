"""The agent refused an input for a member that it does not know.

What it checks
    A refusal (4xx) of an input that is valid, unknown members apart: whether its body says that a
    member is unknown, in the words of the common validators (pydantic's extra_forbidden, zod's
    unrecognized_keys, serde, Jackson, .NET, JSON Schema), and names one that was sent. A refusal
    that gives another reason, or none, is not judged.
Why it matters
    A client that speaks a newer version sends members this agent has not heard of. An agent that
    refuses them fails with every newer client, where it could have served it.
What to do
    Take out what is unknown and run: in pydantic ``extra="ignore"``, in zod drop ``strict()``, in
    serde drop ``deny_unknown_fields``.
Spec
    basic/run-input, basic/processing: an agent strips members it does not know and runs; it refuses
    known members that are malformed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wirelab.projections.world import World
from wirelab.protocol.run_input import RunInput
from wirelab.protocol.schema_gate import gate
from wirelab.protocol.unknown_material import Stripped
from wirelab.protocol.versions import judged_by
from wirelab.rules.finding import Severity
from wirelab.rules.rule import Fault, Faults, on_frame
from wirelab.rules.wording import quote
from wirelab.wire.frame import Frame, FrameKind

_SAYS_UNKNOWN = re.compile(
    r"extra_forbidden|extra (?:inputs|fields) (?:are )?not permitted|unrecognized[ _](?:key|field)"
    r"|unknown (?:field|property|member|key)|(?:additional|unevaluated) ?propert"
    r"|could not be mapped to any \.net member",
    re.IGNORECASE,
)
_MOST_READ = 20_000
_BEFORE, _BEHIND = 60, 90
"""How far from such words, in characters, a validator writes the name."""
_REQUIRED = {"threadId", "runId", "messages"}


@on_frame("HTP012", Severity.ERROR, FrameKind.STRAY, spec="basic/run-input")
def unknown_member_refused(world: World, frame: Frame) -> Faults:
    response = world.response
    if response is None or not 400 <= response.status < 500 or world.input is None:
        return ()
    said = _SAYS_UNKNOWN.search(frame.data, 0, _MOST_READ)
    if said is None:
        return ()
    around = frame.data[max(said.start() - _BEFORE, 0) : said.end() + _BEHIND]
    found = [(place, name) for name, place in _named(around, _members(world.input))]
    if not found:
        return ()
    return (
        Fault(
            f"the agent refused the input with status {response.status} for its member "
            f"{quote(min(found)[1])} ({said[0]}); it is to take out what it does not know, and run"
        ),
    )


def _members(run_input: RunInput) -> list[str]:
    """What an agent may not know of an input that is valid otherwise; nothing where it is not."""
    version = judged_by(run_input.protocol_version)
    stripped = Stripped(version, "RunAgentInput", run_input.payload)
    if not gate(version).accepts("RunAgentInput", stripped.value):
        return []
    strangers = [each.name for each in stripped.strangers if not each.member]
    return [*strangers, *(name for name in stripped.value if name not in _REQUIRED)]


def _named(text: str, names: list[str]) -> Iterator[tuple[str, int]]:
    """The names that stand in a text as words of their own, and where."""
    for name in names:
        place = re.search(rf"(?<!\w){re.escape(name[:100])}(?!\w)", text)
        if place is not None and name:
            yield name, place.start()
