"""Going to what a person names: an event, a time, an id, a frame.

Ids are read from the events in slices, once somebody asks; what is not read yet is waited for
without holding up the screen.
"""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING

from textual import on
from textual.suggester import Suggester

from wirelab.tui.screens.moving import Moving
from wirelab.tui.widgets.prompt_line import PromptLine
from wirelab.views.destinations import (
    ACCEPTED,
    AtEvent,
    AtFrame,
    AtId,
    AtTime,
    NotADestination,
    read_destination,
)
from wirelab.views.durations import duration
from wirelab.views.id_places import IdPlaces
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from textual.app import ComposeResult

_EVENTS_A_SLICE = 1000
_SLICES_A_WORD = 20
_MOST_OFFERED = 3
_LONGEST_OFFERED = 60


class CannotGo(ValueError):
    """A sentence: why there is nothing to go to."""


class KnownIds(Suggester):
    """Completes the first id that begins as typed; only ids that can be typed and shown."""

    def __init__(self, places: IdPlaces) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._places = places

    async def get_suggestion(self, value: str) -> str | None:
        for name in self._places.beginning_with(value, 1):
            if len(name) <= _LONGEST_OFFERED and safe(name) == name:
                return name
        return None


class Going(Moving):
    """The prompt behind ``g``."""

    _last_id = ""
    _awaited = False

    @cached_property
    def _places(self) -> IdPlaces:
        return IdPlaces(self.session)

    def prompts(self) -> ComposeResult:
        yield from super().prompts()
        suggester = KnownIds(self._places)
        yield PromptLine("go to", "#42  1.5s  call-1  frame 14", suggester=suggester, id="go-to")

    @property
    def _go_to(self) -> PromptLine:
        return self.query_one("#go-to", PromptLine)

    def action_go_to(self) -> None:
        self.close_prompts()
        self._go_to.open()
        self._go_to.say("enter goes · tab completes an id · esc closes")
        self.run_worker(self._ids_read(), group="ids", exclusive=True)

    async def _ids_read(self) -> None:
        """Read on to the end; says how far it is while somebody waits for it."""
        slices = 0
        while not self._places.complete:
            if self._awaited and slices % _SLICES_A_WORD == 0:
                self._go_to.say(f"reading the ids… {self._places.share:.0%}")
            self._places.read(_EVENTS_A_SLICE)
            slices += 1
            await asyncio.sleep(0)

    @on(PromptLine.Asked, "#go-to")
    def _asked_to_go(self, message: PromptLine.Asked) -> None:
        self.run_worker(self._go(message.text), group="go", exclusive=True)

    async def _go(self, text: str) -> None:
        prompt = self._go_to
        try:
            where = read_destination(text)
            said = await self._to_id(where.text) if isinstance(where, AtId) else self._to(where)
        except (NotADestination, CannotGo) as reason:
            prompt.complain(str(reason))
            return
        self.show()
        if isinstance(where, AtId):
            prompt.say(said)
        else:
            prompt.close()
            if said:
                self.notify(said, markup=False)

    def _to(self, where: AtEvent | AtFrame | AtTime) -> str:
        """Move the cursor; returns what there is to say of it."""
        match where:
            case AtEvent(number):
                self._check(number, self.session.event_count, "event")
                self.cursor.to_event(number)
            case AtFrame(number):
                self._check(number, len(self._rows), "frame")
                self.cursor.to_frame(number)
            case AtTime(at_ms):
                return self._to_time(at_ms)
        return ""

    @staticmethod
    def _check(number: int, count: int, noun: str) -> None:
        if number >= count:
            there = f"they are 0 to {count - 1}" if count else "nothing has arrived yet"
            raise CannotGo(f"There is no {noun} {number}: {there}.")

    def _to_time(self, at_ms: float) -> str:
        if not self._timeline.has_times:
            raise CannotGo("The source kept no times: say an event, an id or a frame.")
        self.cursor.to_frame(self._timeline.frame_at(at_ms))
        self.sought()
        last_ms = self._timeline.last_ms
        return f"Nothing came after {duration(last_ms)}." if at_ms > last_ms else ""

    async def _to_id(self, asked: str) -> str:
        """To where an id is opened; asked again, to its next mention. Returns what to say."""
        if not self._places.complete:
            self._awaited = True
            try:
                await self._ids_read()
            finally:
                self._awaited = False
        name = self._named(asked)
        places, here = self._places, self.cursor.event
        again = name == self._last_id and places.number(name, here) is not None
        event = places.after(name, here) if again else places.opening(name)
        assert event is not None
        self._last_id = name
        self.cursor.to_event(event)
        number = places.number(name, event)
        return f"{safe(name, 30)}: {number} of {places.count(name)} · enter: next"

    def _named(self, asked: str) -> str:
        """The id that was meant: exactly it, else the only one that begins so."""
        if self._places.opening(asked) is not None:
            return asked
        names = self._places.beginning_with(asked, _MOST_OFFERED + 1)
        if len(names) == 1:
            return names[0]
        shown = safe(asked, 40)
        if not names:
            raise CannotGo(f"No id begins with {shown}: say {ACCEPTED}.")
        offered = ", ".join(safe(name, 30) for name in names[:_MOST_OFFERED])
        more = ", …" if len(names) > _MOST_OFFERED else ""
        raise CannotGo(f"Several ids begin with {shown}: {offered}{more}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "go_to":
            return not self.typing
        return super().check_action(action, parameters)
