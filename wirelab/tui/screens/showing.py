"""What the bench shows: header, scrubber, tabs and footer around one session and its one cursor.

It owns the session's state on the screen. The feed tells it that the session has grown; whoever
moves the cursor calls ``show``; either way the current tab is shown the moment, all in one paint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import Screen
from textual.widgets import ContentSwitcher

from wirelab.errors import WirelabError
from wirelab.tui.cursor import Cursor
from wirelab.tui.live_feed import LiveFeed
from wirelab.tui.messages import FeedEnded, SessionAdvanced, TabPicked
from wirelab.tui.screens.position_words import position_words
from wirelab.tui.tabs import TABS
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.timeline import Timeline
from wirelab.tui.widgets.key_line import KeyLine
from wirelab.tui.widgets.prompt_line import PromptLine
from wirelab.tui.widgets.scrubber import WORDS_WIDTH, Scrubber
from wirelab.tui.widgets.status_header import StatusHeader
from wirelab.tui.widgets.tab_bar import TabBar
from wirelab.views.event_rows import EventRows
from wirelab.views.status_line import status_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from wirelab.session.inspection import Inspection
    from wirelab.tui.plays import Playable
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Traffic

_TICK_S = 0.1


class Showing(Screen[None]):
    """One session under the eyes of a person.

    note: a word for the first line, such as where it is recorded to.
    playing: more may come.
    """

    def __init__(
        self,
        playable: Playable,
        inspection: Inspection,
        *,
        record: Callable[[Traffic | Frame], None] | None = None,
        note: str = "",
    ) -> None:
        super().__init__()
        self.session = inspection.session
        self.feed = LiveFeed(inspection, self._tell, record)
        self.playable = playable
        self._note = note
        self._trouble = ""
        self.playing = False
        self._rows = EventRows(self.session)
        self._timeline = Timeline(self.session)
        self.cursor = Cursor(self.session, self._rows)
        self._tab = TABS[0].TAB_NAME

    def compose(self) -> ComposeResult:
        yield StatusHeader(self.playable.subject, id="status")
        yield Scrubber(id="scrubber")
        yield TabBar([(tab.TAB_NAME, tab.TITLE) for tab in TABS], id="tabs")
        with ContentSwitcher(initial=self._tab, id="panes"):
            for tab in TABS:
                pane = tab()
                pane.id = tab.TAB_NAME
                yield pane
        yield from self.prompts()
        yield KeyLine(id="keys")

    def prompts(self) -> ComposeResult:
        """The lines above the footer on which a person types; all are closed at first."""
        yield from ()

    def close_prompts(self) -> None:
        for prompt in self.query(PromptLine):
            prompt.close()

    def on_mount(self) -> None:
        self._ticking = self.set_interval(_TICK_S, self._tick)
        self.play()
        self.current_tab.first_focus.focus()
        self.call_after_refresh(self.show)

    @property
    def current_tab(self) -> BenchTab:
        return self.query_one(f"#{self._tab}", BenchTab)

    @property
    def typing(self) -> bool:
        """Letters go into a text."""
        return self.focused is not None and self.focused.check_consume_key("i", "i")

    # the feed

    def play(self) -> None:
        """Play what there is to play, from the beginning or on."""
        self.playing, self._trouble = True, ""
        self._ticking.resume()
        self.refresh_bindings()
        self.run_worker(self._run_feed(), exit_on_error=True)

    async def _run_feed(self) -> None:
        error = ""
        try:
            await self.feed.run(self.playable.play)
        except WirelabError as failure:
            error = str(failure)
        finally:
            self.playing = False
        self.post_message(FeedEnded(error))

    def _tell(self) -> None:
        self.post_message(SessionAdvanced())

    def on_session_advanced(self) -> None:
        self.show()
        self.call_after_refresh(self.feed.painted)

    def on_feed_ended(self, message: FeedEnded) -> None:
        if message.error:
            self._trouble = f"stopped: {message.error}"
            self.notify(message.error, severity="error", timeout=20, markup=False)
        if self.playing:
            return  # the next has begun
        self._ticking.pause()
        self.on_session_advanced()
        self.refresh_bindings()

    # showing

    def _tick(self) -> None:
        """Time goes on though nothing comes; what came is shown by ``show``, all in one paint."""
        if self.feed.shown:
            self._show_header()

    def show(self) -> None:
        """Show the session as of the cursor."""
        self._rows.update()
        self._timeline.update()
        moment = self.cursor.moment()
        self.current_tab.show(moment)
        self.query_one(TabBar).show(self._tab, {tab.TAB_NAME: tab.note(moment) for tab in TABS})
        self._show_header()

    @property
    def again_words(self) -> str:
        """How it plays again; empty where it does not."""
        return ""

    def _show_header(self) -> None:
        playback = self.playable.playback
        now_ms = None
        if self.feed.running and self.session.exchanges:
            now_ms = playback.position_ms if playback is not None else self.feed.clock()
        moment = self.cursor.moment()
        status = status_line(self.session, now_ms, world=moment.world, event=moment.event)
        note = self.feed.trouble or self._trouble or self._note
        self.query_one(StatusHeader).show(status, note)
        at_ms = self._timeline.time_of(self.cursor.frame)
        words = position_words(
            self.cursor,
            self.session.event_count,
            playback,
            running=self.feed.running,
            again=self.again_words,
            room=WORDS_WIDTH,
        )
        self.query_one(Scrubber).show(self._timeline, at_ms, words, self.cursor.bookmarks.all)

    # tabs

    def on_tab_picked(self, message: TabPicked) -> None:
        self.action_show_tab(message.name)

    def action_show_tab(self, name: str) -> None:
        self._tab = name
        self.query_one(ContentSwitcher).current = name
        self.show()
        self.current_tab.first_focus.focus()
        self.call_after_refresh(self.show)

    def action_leave_pane(self) -> None:
        self.current_tab.first_focus.focus()
