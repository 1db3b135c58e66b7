"""Playing: follow, pause, step and speed of a replay; holding and cancelling a live run."""

from __future__ import annotations

from wirelab.tui.screens.moving import Moving
from wirelab.tui.speeds import faster, slower
from wirelab.views.signs import counted

_ENDED = "It has ended: home goes to the start, right goes on from there."


class Playing(Moving):
    """The actions on what is being played."""

    def action_follow(self) -> None:
        playback = self.playable.playback
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
        self.show()

    def action_step(self) -> None:
        """One frame on: from where the cursor stands, and at the end the next one there is."""
        playback = self.playable.playback
        if self.cursor.frame < self.cursor.last_frame:
            if playback is not None and self._moves:
                playback.pause()
            self.cursor.to_frame(self.cursor.frame + 1)
        elif self._moves:
            self.playable.step()
            self.cursor.to_end()
        else:
            self.notify(_ENDED)
        self.show()

    @property
    def _moves(self) -> bool:
        """More may come."""
        return self.feed.running or not self.session.exchanges

    def action_speed(self, direction: int) -> None:
        playback = self.playable.playback
        if playback is not None:
            change = faster if direction > 0 else slower
            playback.set_speed(change(playback.speed))
            self.show()

    def action_cancel(self) -> None:
        self.feed.cancel()
        unsent = self.playable.unsent
        left = f" {counted(unsent, 'further turn')} not sent." if unsent else ""
        self.notify(f"Cancelled: this side closed the connection.{left}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        replaying = self.playable.playback is not None
        if action == "step":
            return replaying
        if action == "speed":
            return replaying and self._moves
        if action == "cancel":
            return not replaying and self.feed.running
        return True
