"""The bench on one exchange that passes the proxy, or has passed: it looks on and sends nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from wirelab.steps.redaction import redact_urls
from wirelab.tui.messages import FeedEnded
from wirelab.tui.screens.bench import BenchScreen

if TYPE_CHECKING:
    from wirelab.transports.playback import Playback
    from wirelab.tui.live_feed import LiveFeed
    from wirelab.tui.proxy.exchange_list_rows import Passing
    from wirelab.tui.proxy.live_talk import LiveTalk

_LOOKS_ON = "this passes a proxy; what is sent is up to the client"


class _Passing:
    """What the bench looks on to; it is fed whether or not anybody looks."""

    def __init__(self, exchange: Passing) -> None:
        request = exchange.passed.request
        self.subject = f"#{exchange.number} {request.method} {redact_urls(request.url)}"
        self.playback: Playback | None = None
        self.unsent = 0

    async def play(self, feed: LiveFeed) -> None:
        """The talk plays."""

    def step(self) -> None:
        """A live run has no steps."""


class ExchangeBench(BenchScreen):
    """It stands at the end of its exchange, or follows while that is the last one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "back", "Exchanges", tooltip="Back to the list of exchanges (also esc)"),
    ]

    def __init__(self, exchange: Passing, talk: LiveTalk, note: str = "") -> None:
        super().__init__(_Passing(exchange), talk.inspection, note=note)
        self._talk = talk
        self.feed = talk.feed
        later = self.session.exchanges[exchange.index + 1 :]
        if later:
            self.cursor.to_frame(max(later[0].first_frame - 1, 0))

    @dataclass
    class Opened(Message):
        """It can be worked at."""

    def on_mount(self) -> None:
        self._talk.attach(self)
        self.post_message(self.Opened())

    def on_unmount(self) -> None:
        self._talk.attach(None)

    def tell(self) -> None:
        """The session has grown."""
        self._tell()

    async def _run_feed(self) -> None:
        await self._talk.quiet.wait()
        self.playing = False
        self.post_message(FeedEnded())

    @property
    def why_busy(self) -> str:
        return _LOOKS_ON

    def action_back(self) -> None:
        self.dismiss()

    def action_leave_pane(self) -> None:
        """Out of a pane, and from there to the list of exchanges."""
        if self.focused is self.current_tab.first_focus:
            self.dismiss()
        else:
            super().action_leave_pane()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("cancel", "recent_endpoints"):
            return False
        return super().check_action(action, parameters)
