"""The bench: header, scrubber, tabs and footer around one session and its one cursor.

It owns the session's state on the screen. The feed tells it that the session has grown; keys and
widgets tell it that a person went somewhere; either way the current tab is shown the moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen
from textual.widgets import ContentSwitcher

from wirelab.errors import WirelabError
from wirelab.rules.finding import Place
from wirelab.tui.cursor import Cursor, Found
from wirelab.tui.live_feed import LiveFeed
from wirelab.tui.messages import (
    FeedEnded,
    FindingPicked,
    FramePicked,
    SessionAdvanced,
    TabPicked,
    TimePicked,
)
from wirelab.tui.screens.bench_keys import BENCH_BINDINGS
from wirelab.tui.screens.help import HelpScreen
from wirelab.tui.screens.position_words import position_words
from wirelab.tui.speeds import faster, slower
from wirelab.tui.tabs import TABS
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.timeline import Timeline
from wirelab.tui.widgets.key_line import KeyLine
from wirelab.tui.widgets.scrubber import WORDS_WIDTH, Scrubber
from wirelab.tui.widgets.status_header import StatusHeader
from wirelab.tui.widgets.tab_bar import TabBar
from wirelab.views.event_rows import EventRows
from wirelab.views.signs import counted
from wirelab.views.status_line import status_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from wirelab.session.inspection import Inspection
    from wirelab.tui.plays import Playable
    from wirelab.wire.frame import Frame
    from wirelab.wire.traffic import Traffic

_TICK_S = 0.1
_ENDED = "It has ended: home goes to the start, right goes on from there."
_FOUND_WORDS = {
    (Found.AROUND, True): "From the top.",
    (Found.AROUND, False): "From the end.",
    **{(Found.NONE, on): "No findings." for on in (True, False)},
    **{(Found.HERE, on): "No findings but those here." for on in (True, False)},
}
"""What a person is told after going to a finding, by the direction (True is forward)."""


class BenchScreen(Screen[None]):
    """One session under the eyes of a person.

    note: a word for the first line, such as where it is recorded to.
    """

    BINDINGS: ClassVar[list[BindingType]] = BENCH_BINDINGS

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
        self._playable = playable
        self._note = note
        self._trouble = ""
        self._rows = EventRows(self.session)
        self._timeline = Timeline(self.session)
        self.cursor = Cursor(self.session, self._rows)
        self._tab = TABS[0].TAB_NAME

    def compose(self) -> ComposeResult:
        yield StatusHeader(self._playable.subject, id="status")
        yield Scrubber(id="scrubber")
        yield TabBar([(tab.TAB_NAME, tab.TITLE) for tab in TABS], id="tabs")
        with ContentSwitcher(initial=self._tab, id="panes"):
            for tab in TABS:
                pane = tab()
                pane.id = tab.TAB_NAME
                yield pane
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._ticking = self.set_interval(_TICK_S, self._tick)
        self.run_worker(self._run_feed(), exit_on_error=True)
        self.current_tab.first_focus.focus()
        self.call_after_refresh(self._show)

    @property
    def current_tab(self) -> BenchTab:
        return self.query_one(f"#{self._tab}", BenchTab)

    # the feed

    async def _run_feed(self) -> None:
        error = ""
        try:
            await self.feed.run(self._playable.play)
        except WirelabError as failure:
            error = str(failure)
        self.post_message(FeedEnded(error))

    def _tell(self) -> None:
        self.post_message(SessionAdvanced())

    def on_session_advanced(self) -> None:
        self._show()
        self.call_after_refresh(self.feed.painted)

    def on_feed_ended(self, message: FeedEnded) -> None:
        self._ticking.stop()
        if message.error:
            self._trouble = f"stopped: {message.error}"
            self.notify(message.error, severity="error", timeout=20, markup=False)
        self.on_session_advanced()
        self.query_one(KeyLine).leave_out("follow", "step")
        self.refresh_bindings()

    # showing

    def _tick(self) -> None:
        """Time goes on though nothing comes; what came is shown by ``_show``, all in one paint."""
        if self.feed.shown:
            self._show_header()

    def _show(self) -> None:
        self._rows.update()
        self._timeline.update()
        moment = self.cursor.moment()
        self.current_tab.show(moment)
        self.query_one(TabBar).show(self._tab, {tab.TAB_NAME: tab.note(moment) for tab in TABS})
        self._show_header()

    def _show_header(self) -> None:
        playback = self._playable.playback
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
            room=WORDS_WIDTH,
        )
        self.query_one(Scrubber).show(self._timeline, at_ms, words)

    # going somewhere

    def on_frame_picked(self, message: FramePicked) -> None:
        self.cursor.to_frame(message.frame)
        if message.keep_tab:
            self._show()
        else:
            self.action_show_tab("events")

    def on_finding_picked(self, message: FindingPicked) -> None:
        finding = message.finding
        if message.related and finding.related is not None:
            self.cursor.to_event(finding.related)
        else:
            self.cursor.to_frame(self.cursor.place_of(finding))
        of_head = finding.place in (Place.REQUEST, Place.RESPONSE) and not message.related
        self.action_show_tab("wire" if of_head else "events")
        self.current_tab.point_at(finding)

    def on_time_picked(self, message: TimePicked) -> None:
        self.cursor.to_frame(self._timeline.frame_at(message.at_ms))
        self._show()

    def on_tab_picked(self, message: TabPicked) -> None:
        self.action_show_tab(message.name)

    def action_show_tab(self, name: str) -> None:
        self._tab = name
        self.query_one(ContentSwitcher).current = name
        self._show()
        self.current_tab.first_focus.focus()
        self.call_after_refresh(self._show)

    def action_leave_pane(self) -> None:
        self.current_tab.first_focus.focus()

    def action_by_events(self, count: int) -> None:
        self.cursor.by_events(count)
        self._show()

    def action_to_start(self) -> None:
        self.cursor.to_start()
        self._show()

    def action_to_end(self) -> None:
        self.cursor.to_end()
        self._show()

    def action_to_finding(self, step: int) -> None:
        said = _FOUND_WORDS.get((self.cursor.to_finding(step), step > 0))
        if said is not None:
            self.notify(said)
        self._show()

    # the run and the replay

    def action_follow(self) -> None:
        playback = self._playable.playback
        if not self._moves:
            self.notify(_ENDED)
        elif playback is not None:
            if playback.paused or not self.cursor.following:
                playback.resume()
                self.cursor.to_end()
            else:
                playback.pause()
        elif self.cursor.following:
            self.cursor.hold()
        else:
            self.cursor.to_end()
        self._show()

    def action_step(self) -> None:
        """One frame on: from where the cursor stands, and at the end the next one there is."""
        playback = self._playable.playback
        if self.cursor.frame < self.cursor.last_frame:
            if playback is not None and self._moves:
                playback.pause()
            self.cursor.to_frame(self.cursor.frame + 1)
        elif self._moves:
            self._playable.step()
            self.cursor.to_end()
        else:
            self.notify(_ENDED)
        self._show()

    @property
    def _moves(self) -> bool:
        """More may come."""
        return self.feed.running or not self.session.exchanges

    def action_speed(self, direction: int) -> None:
        playback = self._playable.playback
        if playback is not None:
            change = faster if direction > 0 else slower
            playback.set_speed(change(playback.speed))
            self._show()

    def action_cancel(self) -> None:
        self.feed.cancel()
        unsent = self._playable.unsent
        left = f" {counted(unsent, 'further turn')} not sent." if unsent else ""
        self.notify(f"Cancelled: this side closed the connection.{left}")

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        replaying = self._playable.playback is not None
        if action == "step":
            return replaying
        if action == "speed":
            return replaying and self._moves
        if action == "cancel":
            return not replaying and self.feed.running
        return True
