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
from wirelab.tui.pages.component_lines import component_lines
from wirelab.tui.pages.message_lines import message_lines, message_version
from wirelab.tui.paint import FAINT, LANE_SIGNS, LANE_STYLES, line
from wirelab.tui.widgets.text_pane import Block
from wirelab.views.component_payloads import components_in
from wirelab.views.ignored_content import Ignored
from wirelab.views.transcript import ClientStops, Entry, LeftOut, RunBegan, RunEnded

if TYPE_CHECKING:
    from wirelab.tui.cursor import Moment
    from wirelab.tui.pages.reading import Reading
    from wirelab.views.transcript import Mark

_Drawn: TypeAlias = tuple[Hashable, Callable[[int], list[Content]]]
"""The version of an entry, and what draws it for a width."""


def entry_block(entry: Entry, reading: Reading) -> Block:
    """An entry as a block of the pane."""
    version, draw = _drawn(entry, reading)
    place = (entry.lane, entry.owner)
    return Block(entry.key, (version, place), lambda width: _in_lane(draw, entry.lane, width))


def state_block(moment: Moment) -> Block:
    """What of the state is a component payload; no line where nothing is."""
    state = moment.world.state
    version = (moment.world.runs.exchange, state.snapshot, state.deltas)

    def draw(width: int) -> list[Content]:
        found = component_lines(components_in(state.document), width - 2)
        heading = [Content.styled("the state holds", FAINT)] if found else []
        return heading + [line("  ", each) for each in found]

    return Block("state", version, draw)


def _in_lane(
    draw: Callable[[int], list[Content]], lane: tuple[int, ...], width: int
) -> list[Content]:
    """Lines behind the rails of their lanes, each rail in its lane's colour."""
    rails = Content("").join(_rail(number) for number in lane)
    room = max(width - rails.cell_length, 8)
    return [rails + each for each in draw(room)]


def _rail(number: int) -> Content:
    sign = LANE_SIGNS[number % len(LANE_SIGNS)]
    return Content.styled(f"{sign} ", LANE_STYLES[number % len(LANE_STYLES)])


def _drawn(entry: Entry, reading: Reading) -> _Drawn:
    subject, owner, moment = entry.subject, entry.owner, reading.moment
    match subject:
        case Message():
            version = message_version(subject, reading)
            return version, lambda width: message_lines(subject, owner, width, reading)
        case ToolCall():
            world = moment.world
            version = card_version(subject, world)
            return version, lambda width: card_lines(subject, owner, world, width)
        case RunStep():
            closed = (subject.closed, subject.cut_off)
            return closed, lambda width: run_marks.step_lines(subject, owner, width)
        case Subagent():
            ending = (subject.ending, subject.closed)
            return ending, lambda width: run_marks.subagent_lines(subject, owner, moment, width)
        case _:
            return _drawn_mark(subject, moment)


def _drawn_mark(mark: Mark, moment: Moment) -> _Drawn:
    match mark:
        case RunBegan():
            version = (mark.of, mark.run.run_id)
            return version, lambda width: run_marks.run_began_lines(mark, width)
        case RunEnded():
            reached = moment.world.runs.exchange if mark.run.interrupts else None
            ending = (mark.run.status, mark.cancelled, reached)
            return ending, lambda width: run_marks.run_ended_lines(mark, moment, width)
        case ClientStops():
            return mark.event, lambda width: run_marks.client_stops_lines(mark, moment, width)
        case Ignored():
            return mark.count, lambda width: run_marks.ignored_lines(mark, width)
        case LeftOut():
            return mark, lambda width: run_marks.left_out_lines(mark, width)
