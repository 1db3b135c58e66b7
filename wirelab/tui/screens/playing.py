"""Playing: follow, pause, step and speed of a replay; holding and cancelling a live run.

While more may come, the keys act on the source; after the end, on playing again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.tui.screens.playing_again import PlayingAgain
from wirelab.tui.speeds import faster, slower
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from wirelab.tui.messages import FeedEnded

_ENDED = "That was the last: space plays it again, home goes to the first."


class Playing(PlayingAgain):
    """The actions on what is being played."""

    def action_follow(self) -> None:
        playback = self.playable.playback
        if self.playhead.playing:
            self.stop_playing_again()
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
        self.refresh_bindings()
        self.show()

    def action_go_on(self) -> None:
        self.action_follow()

    @property
    def _stands_still(self) -> bool:
        """Paused, or held by who moved the cursor."""
        playback = self.playable.playback
        paused = playback is not None and playback.paused
        return not self.playhead.playing and (paused or not self.cursor.following)

    def action_step(self) -> None:
        """One frame on: from where the cursor stands, and at the end the next one there is."""
        if self.cursor.frame < self.cursor.last_frame:
            self._pause()
            self.cursor.to_frame(self.cursor.frame + 1)
        elif self._moves:
            self.playable.step()
            self.cursor.to_end()
        else:
            self.notify(_ENDED)
        self.show()

    def action_step_back(self) -> None:
        """One frame back."""
        self._pause()
        self.cursor.to_frame(self.cursor.frame - 1)
        self.show()

    def _pause(self) -> None:
        """Nothing moves the cursor but who steps."""
        self.stop_playing_again()
        if self.playable.playback is not None and self._moves:
            self.playable.playback.pause()

    @property
    def _moves(self) -> bool:
        """More may come."""
        return self.playing

    def action_speed(self, direction: int) -> None:
        playback = self.playable.playback
        if playback is not None and self._moves:
            change = faster if direction > 0 else slower
            playback.set_speed(change(playback.speed))
        else:
            self.change_speed(direction)
        self.show()

    def on_feed_ended(self, message: FeedEnded) -> None:
        """It plays again as fast as it played; in a loop, at once."""
        playback = self.playable.playback
        if playback is not None:
            self.playhead.speed = playback.speed or 1.0
        if self.playhead.looping and not self.playing:
            self.action_play_again()

    def action_cancel(self) -> None:
        self.feed.cancel()
        unsent = self.playable.unsent
        left = f" {counted(unsent, 'further turn')} not sent." if unsent else ""
        self.notify(f"Cancelled: this side closed the connection.{left}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        replaying = self.playable.playback is not None
        moves = self.playing or self.playhead.playing
        if action in ("follow", "go_on", "play_again"):
            if not moves:
                return action == "play_again"
            return action == ("go_on" if self._stands_still else "follow")
        if action == "speed":
            return not self.typing and (replaying or not self.playing)
        if action == "cancel":
            return not replaying and self.playing
        return super().check_action(action, parameters)
