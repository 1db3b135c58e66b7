"""What a feed plays: an observation (POSTs, one a turn) or a replay of recorded traffic.

Both play into ``LiveFeed.take`` and know nothing of the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from wirelab.steps.redaction import redact_urls
from wirelab.transports.http_post import Target, deliver
from wirelab.transports.playback import Item, Playback

if TYPE_CHECKING:
    from wirelab.session.automatic_answers import AutomaticAnswers
    from wirelab.session.session import Session
    from wirelab.tui.live_feed import LiveFeed

NextBody: TypeAlias = "Callable[[Session], bytes | None]"
"""The body of the next turn, made from the session so far; None when there is no further turn."""


class Playable(Protocol):
    """Something a bench can be opened on.

    subject: what it is, for the first line. playback: the controls of a replay; None when live.
    unsent: turns that were meant to be sent and are not.
    """

    subject: str
    unsent: int

    @property
    def playback(self) -> Playback | None: ...

    async def play(self, feed: LiveFeed) -> None: ...

    def step(self) -> None: ...


@dataclass(slots=True, frozen=True)
class Endpoint:
    """Where else a run can be sent, and with what: a scenario of the demo.

    name, about: in a word and in a line. body: makes the input sent there, with fresh ids.
    """

    name: str
    about: str
    target: Target
    body: Callable[[], bytes]


class Observation:
    """POSTs each turn's body to an endpoint, one after the other.

    It can be played again, for what a person sends once the turns before are over.
    target: where it posts. raw: inputs are sent however wrong they are.
    sending: told each body, just before it is sent. automatic: answers what the agent
    asks for, where there is a file of answers. others: where else a person can turn to.
    """

    def __init__(
        self,
        target: Target,
        next_body: NextBody,
        *,
        turns: int = 1,
        raw: bool = False,
        sending: Callable[[bytes], None] = lambda body: None,
        automatic: AutomaticAnswers | None = None,
        others: Sequence[Endpoint] = (),
    ) -> None:
        self.playback = None
        self.unsent = turns
        self.turn_to(target)
        self.others = others
        self.raw = raw
        self.automatic = automatic
        self._next_body = next_body
        self._sending = sending

    def turn_to(self, target: Target) -> None:
        """Post there from now on."""
        self.target, self.subject = target, f"POST {redact_urls(target.url)}"

    def send(self, body: bytes) -> None:
        """Let this be what is played next, in place of turns that were meant to be and were not."""
        rest = [body]
        self._next_body, self.unsent = lambda _: rest.pop() if rest else None, 1

    async def play(self, feed: LiveFeed) -> None:
        body = self._next_body(feed.session)
        while body is not None:
            self.unsent = max(self.unsent - 1, 0)
            self._sending(body)
            await deliver(self.target, body, feed.clock, feed.take)
            body = self._next_body(await feed.caught_up())

    def step(self) -> None:
        """A live run has no steps."""


class Replay:
    """Recorded traffic at its recorded times."""

    def __init__(
        self,
        name: str,
        items: Iterable[Item],
        *,
        speed: float | None = 1.0,
        start_at_ms: float = 0.0,
        begins: Callable[[], float | None] | None = None,
        progress: Callable[[], float | None] = lambda: None,
    ) -> None:
        self.subject = f"replay {name}"
        self.unsent = 0
        self.playback = Playback(
            items, speed=speed, start_at_ms=start_at_ms, begins=begins, progress=progress
        )
        self._stepping = False

    async def play(self, feed: LiveFeed) -> None:
        frames = 0
        async for item in self.playback:
            feed.take(item)
            await feed.room()
            if not self._stepping:
                continue
            session = await feed.caught_up()
            self._stepping = session.frame_count == frames
            frames = session.frame_count
            if self._stepping:
                self.playback.step()

    def step(self) -> None:
        """Deliver up to the next frame, then stand still."""
        if not self.playback.paused:
            self.playback.pause()
        self._stepping = True
        self.playback.step()
