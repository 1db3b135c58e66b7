"""Everything the next input has to answer, as one form: what is covered, what is not, and the
answers once all of it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from wirelab.rules.known_time import read_moment
from wirelab.session.answers import DECLINED, Answers, abandoned, tool_failure
from wirelab.session.owed_answers import NOTHING_OWED, OpenCall, Owed, expired
from wirelab.views.answer_blocks import CallBlock, How, InterruptBlock
from wirelab.views.durations import duration
from wirelab.views.field_values import is_showable, json_entry
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from wirelab.projections.world import World
    from wirelab.session.canned_answers import CannedAnswers

_UNITS = (("year", 31_557_600), ("day", 86_400), ("hour", 3600), ("minute", 60))
Block: TypeAlias = "InterruptBlock | CallBlock"

MOST_BLOCKS = 20
"""An agent that asks for more at once gets an answer to these, and the rest is turned down."""


@dataclass(slots=True)
class AnswerForm:
    """blocks: one an interrupt or call, in the order they were asked.
    rest: what is beyond the form: abandoned and declined."""

    blocks: list[Block]
    rest: Owed = NOTHING_OWED

    @property
    def title(self) -> str:
        """``2 interrupts and 1 tool call wait for you``."""
        interrupts = sum(isinstance(each, InterruptBlock) for each in self.blocks)
        counts = (
            (interrupts + len(self.rest.interrupts), "interrupt"),
            (len(self.blocks) - interrupts + len(self.rest.calls), "tool call"),
        )
        said = " and ".join(counted(count, noun) for count, noun in counts if count)
        return f"{said} {'waits' if sum(count for count, _ in counts) == 1 else 'wait'} for you"

    @property
    def rest_words(self) -> str:
        """What becomes of the rest; empty where there is none."""
        more = len(self.rest.interrupts) + len(self.rest.calls)
        return f"and {more} more, which are turned down; --answers FILE answers any" if more else ""

    def problem(self, now: datetime) -> str:
        """Which block is not covered and why; empty where all can be sent."""
        return next(
            (f"{each.name}: {why}" for each in self.blocks if (why := each.problem(now))), ""
        )

    def answers(self, fresh_id: Callable[[str], str]) -> Answers:
        """What is sent; asked only where there is no problem."""
        answers = Answers()
        for each in self.blocks:
            if isinstance(each, InterruptBlock):
                answers.resume.append(each.entry())
            else:
                answers.messages.append(each.message(fresh_id("tool")))
        answers.resume.extend(map(abandoned, self.rest.interrupts))
        for call in self.rest.calls:
            answers.messages.append(tool_failure(call.id, fresh_id("tool"), DECLINED))
        return answers


def answer_form(owed: Owed, world: World, canned: CannedAnswers | None = None) -> AnswerForm:
    """The form for what is owed; what the file of canned answers has stands in it already."""
    interrupts, room = owed.interrupts[:MOST_BLOCKS], max(MOST_BLOCKS - len(owed.interrupts), 0)
    blocks: list[Block] = [_interrupt_block(each, world, canned) for each in interrupts]
    blocks += [_call_block(each, canned) for each in owed.calls[:room]]
    return AnswerForm(blocks, Owed(owed.interrupts[MOST_BLOCKS:], owed.calls[room:]))


def expiry_words(interrupt: dict[str, Any], now: datetime) -> str:
    """``expires 2099-12-31T23:59:59Z, in 3h``, or that it did; empty where it never does."""
    text, moment = interrupt.get("expiresAt"), read_moment(interrupt.get("expiresAt"))
    if not isinstance(text, str):
        return ""
    if moment is None:
        return f"expires {safe(text, 40)} (no time with an offset: not judged)"
    away = _about(abs((moment - now).total_seconds()))
    if expired(interrupt, now):
        return f"✖ expired {safe(text, 40)}, {away} ago: it can only be abandoned"
    return f"expires {safe(text, 40)}, in {away}"


def _about(seconds: float) -> str:
    """A span as people say it; beyond a minute only its first unit."""
    for unit, length in _UNITS:
        if seconds >= 2 * length:
            return counted(int(seconds // length), unit)
    return duration(seconds * 1000)


def _interrupt_block(
    interrupt: dict[str, Any], world: World, canned: CannedAnswers | None
) -> InterruptBlock:
    call_id = interrupt.get("toolCallId")
    held = world.tool_calls.by_id.get(call_id) if isinstance(call_id, str) else None
    call = OpenCall(held.id, held.name, held.held_arguments) if held is not None else None
    block = InterruptBlock(interrupt, call)
    entry = canned.entry(interrupt) if canned is not None else None
    if entry is not None:
        block.how = How.ABANDON
        if entry["status"] == "resolved":
            block.edit(json_entry(entry["payload"]))
            block.how = How.EDIT
    return block


def _call_block(call: OpenCall, canned: CannedAnswers | None) -> CallBlock:
    message = canned.message(call, "") if canned is not None else None
    if message is None or not is_showable(message["content"]):
        return CallBlock(call)
    if "error" in message:
        block = CallBlock(call, error=message["error"])
        block.how = How.DECLINE
        return block
    block = CallBlock(call, message["content"])
    block.how = How.ANSWER
    return block
