"""A view whose lines can be searched: matches are highlighted, counted and gone to.

The search reads the lines as they are drawn, in short slices between which the screen is awake,
and goes on as the lines grow. Where they are others altogether it reads them anew, and what was
found before stays until that is done.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from textual.message import Message
from textual.scroll_view import ScrollView

from wirelab.tui.line_search import LineSearch, pattern_of, spans
from wirelab.tui.paint import FOUND, FOUND_HERE

if TYPE_CHECKING:
    from textual.content import Content
    from textual.worker import Worker

_SLICE_S, _TELL_S, _RENEW_S = 0.006, 0.1, 0.3
_LINES_AT_ONCE = 20
WHOLE_LINE = 400
"""Cells for which lines are drawn to be searched: what is cut off on the screen is found too."""


@dataclass
class _Searched:
    """A search under way. origin: where it began. wanted: its first match is yet to be gone to."""

    pattern: re.Pattern[str]
    found: LineSearch
    origin: int
    here: int
    wanted: bool = True
    stale: bool = False


class SearchedView(ScrollView):
    """Base of views that draw lines."""

    @dataclass
    class Searched(Message):
        """There is more to say about what was found."""

        view: SearchedView

    _searched: _Searched | None = None
    _searching: Worker[None] | None = None

    # what the view says of itself

    def search_count(self) -> int:
        raise NotImplementedError

    def search_line(self, index: int) -> tuple[str, str]:
        """The text of a line, and the beginning of what follows it where a text may go on."""
        raise NotImplementedError

    def search_place(self) -> int:
        """The line a person is at."""
        return self._searched.here if self._searched is not None else self.scroll_offset.y

    def search_go(self, index: int) -> None:
        """Bring a line to a person's eyes."""
        raise NotImplementedError

    # what is asked of it

    def search(self, text: str) -> None:
        """Look for a text from where the person is; another text from where that began."""
        before, pattern = self._searched, pattern_of(text)
        here = self.search_place()
        origin = before.origin if before is not None else here
        self._searched = None
        if pattern is not None:
            found = LineSearch(pattern, self.search_line, self.search_count, origin)
            self._searched = _Searched(pattern, found, origin, here)
            self._search_on()
        self.refresh()
        self.post_message(self.Searched(self))

    def search_stop(self) -> None:
        self._searched = None
        self.refresh()

    def search_next(self, step: int) -> None:
        """Go to the next match, or the one before."""
        searched = self._searched
        if searched is None:
            return
        target = searched.found.next_to(self.search_place(), step)
        if target is not None:
            self._go(searched, target)
            searched.origin = target
        self.post_message(self.Searched(self))

    @property
    def search_words(self) -> str:
        """``3 of 17``, ``17 found so far · 40% read``, ``nothing found``; empty where nothing is
        looked for."""
        searched = self._searched
        if searched is None:
            return ""
        count, number = len(searched.found), searched.found.number(self.search_place())
        so_far = "" if searched.found.complete else f" so far · {searched.found.share:.0%} read"
        if not count:
            share = f"looking… {searched.found.share:.0%}"
            return share if so_far else "nothing found in this pane"
        return (f"{number} of {count}" if number else f"{count} found") + so_far

    def search_changed(self, first: int) -> None:
        """Lines from ``first`` on are others or more; 0 where all may be."""
        searched = self._searched
        if searched is None:
            return
        if first > 0:
            searched.found.forget_from(first)
        else:
            searched.stale = True
        self._search_on()

    def marked(self, index: int, content: Content, before: str, after: str) -> Content:
        """A line with its matches marked; the line gone to stands out."""
        searched = self._searched
        if searched is None:
            return content
        style = FOUND_HERE if index == searched.here else FOUND
        for start, end in spans(searched.pattern, before, content.plain, after):
            content = content.stylize(style, start, end)
        return content

    # how it is done

    def _go(self, searched: _Searched, target: int) -> None:
        searched.here, searched.wanted = target, False
        self.search_go(target)
        self.refresh()

    def _search_on(self) -> None:
        if self._searching is None or self._searching.is_finished:
            self._searching = self.run_worker(self._search(), group="search")

    async def _search(self) -> None:
        told = 0.0
        while (searched := self._searched) is not None:
            if not searched.found.complete:
                await self._slice(searched, searched.found)
            elif searched.stale:
                await self._renew(searched)
            else:
                break
            if perf_counter() - told > _TELL_S:
                told = perf_counter()
                self.post_message(self.Searched(self))
        self.post_message(self.Searched(self))

    async def _slice(self, searched: _Searched, search: LineSearch) -> None:
        """Read on for a moment; the first match is gone to as soon as it is known."""
        until = perf_counter() + _SLICE_S
        while not search.complete and perf_counter() < until:
            search.advance(_LINES_AT_ONCE)
        first = search.first()
        if searched.wanted and first is not None and searched is self._searched:
            self._go(searched, first)
        await asyncio.sleep(0)

    async def _renew(self, searched: _Searched) -> None:
        """Read all lines anew, and not again at once."""
        searched.stale = False
        anew = LineSearch(searched.pattern, self.search_line, self.search_count, searched.origin)
        while searched is self._searched and not anew.complete:
            await self._slice(searched, anew)
        searched.found = anew
        if searched.stale:
            await asyncio.sleep(_RENEW_S)
