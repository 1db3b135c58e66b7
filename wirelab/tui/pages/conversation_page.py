"""The entries of a conversation as blocks of a pane, each drawn by the page of its kind."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeAlias

from textual.content import Content

from wirelab.projections.messages import Message
from wirelab.projections.run_steps import RunStep
from wirelab.projections.subagents import Subagent
from wirelab.projections.tool_calls import ToolCall
from wirelab.tui.pages import run_marks
from wirelab.tui.pages.call_card import card_lines, card_version
from wirelab.tui.pages.message_lines import message_lines, message_version
from wirelab.tui.transcript import ClientStops, Entry, LeftOut, RunBegan, RunEnded
from wirelab.tui.widgets.text_pane import Block

if TYPE_CHECKING:
    from wirelab.tui.cursor import Moment

_Drawn: TypeAlias = tuple[Hashable, Callable[[int], list[Content]]]
"""The version of an entry, and what draws it for a width."""


def entry_block(entry: Entry, moment: Moment) -> Block:
    """An entry as a block of the pane."""
    version, draw = _drawn(entry, moment)
    indent = Content("  " * entry.depth)
    place = (entry.depth, entry.owner)
    return Block(entry.key, (version, place), lambda width: _indented(draw, indent, width))


def _indented(draw: Callable[[int], list[Content]], indent: Content, width: int) -> list[Content]:
    room = max(width - indent.cell_length, 8)
    return [indent + each for each in draw(room)]


def _drawn(entry: Entry, moment: Moment) -> _Drawn:
    subject, owner = entry.subject, entry.owner
    match subject:
        case Message():
            return message_version(subject), lambda width: message_lines(subject, owner, width)
        case ToolCall():
            return card_version(subject), lambda width: card_lines(subject, owner, width)
        case RunStep():
            closed = (subject.closed, subject.cut_off)
            return closed, lambda width: run_marks.step_lines(subject, owner, width)
        case Subagent():
            return subject.ending, lambda width: run_marks.subagent_lines(subject, width)
        case _:
            return _drawn_mark(subject, moment)


def _drawn_mark(mark: RunBegan | RunEnded | ClientStops | LeftOut, moment: Moment) -> _Drawn:
    match mark:
        case RunBegan():
            version = (mark.of, mark.run.run_id)
            return version, lambda width: run_marks.run_began_lines(mark, width)
        case RunEnded():
            return (mark.run.status, mark.cancelled), lambda width: run_marks.run_ended_lines(
                mark, width
            )
        case ClientStops():
            return mark.event, lambda width: run_marks.client_stops_lines(mark, moment, width)
        case LeftOut():
            return mark.count, lambda width: run_marks.left_out_lines(mark, width)
