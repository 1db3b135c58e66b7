"""Playing again what has arrived: the cursor moves over it at the recorded intervals.

Nothing is judged or sent again, so it starts at once, and runs observed play again like any
recording. Whoever moves the cursor takes it over; a place picked in time goes on from there.
"""

from __future__ import annotations

from wirelab.tui.playhead import Playhead
from wirelab.tui.screens.moving import Moving
from wirelab.tui.speeds import SPEEDS, faster, slower, speed_words

_MOVES_A_SECOND = 25
_WITHOUT_TIMES_MS = 100.0
"""Between frames, where the source kept no times."""


class PlayingAgain(Moving):
    """The playhead and the actions on it."""

    def on_mount(self) -> None:
        self.playhead = Playhead()
        self._left_at = -1
        self._moving = self.set_interval(1 / _MOVES_A_SECOND, self.play_on, pause=True)

    def action_play_again(self) -> None:
        """From where the cursor stands, and at the end from the beginning."""
        if self.session.frames:
            self._play_from(0 if self.cursor.is_at_end else self.cursor.frame)
            self.show()

    def action_loop(self) -> None:
        self.playhead.looping = not self.playhead.looping
        if not self.playhead.looping:
            self.notify("Loop off: it plays to the end, once.")
        elif self.playing:
            self.notify("Loop on: when it has ended, it plays again from the beginning.")
        elif not self.playhead.playing:
            self.action_play_again()
        self.show()

    def play_on(self) -> None:
        """Bring the cursor to where the playhead is by now."""
        if self.cursor.following or self.cursor.frame != self._left_at:
            self.stop_playing_again()  # somebody moved it
        elif self.playhead.is_over(self._ms_of(self.cursor.last_frame)):
            self._reach_the_end()
        else:
            self._move_to(self._frame_at(self.playhead.position_ms))

    def stop_playing_again(self) -> None:
        """Stand still; the cursor stays where it is."""
        if self.playhead.playing:
            self.playhead.pause()
            self._moving.pause()
            self.refresh_bindings()
            self.show()

    def sought(self) -> None:
        if self.playhead.playing:
            self._play_from(self.cursor.frame)

    def change_speed(self, direction: int) -> None:
        """The speed at which it plays again; there is none without waiting."""
        change = faster if direction > 0 else slower
        self.playhead.speed = change(self.playhead.speed) or SPEEDS[-2] or 1.0

    @property
    def again_words(self) -> str:
        head = self.playhead
        loop = "↻ " if head.looping else ""
        if head.playing:
            return f"▶ {loop or 'again '}{speed_words(head.speed)}"
        return f"■ {loop}ended" if loop else ""

    def _play_from(self, frame: int) -> None:
        self.cursor.to_frame(frame)
        self.cursor.hold()
        self._left_at = self.cursor.frame
        self.playhead.play(self._ms_of(self._left_at))
        self._moving.resume()
        self.refresh_bindings()

    def _move_to(self, frame: int) -> None:
        if frame != self.cursor.frame:
            self.cursor.to_frame(frame)
            self._left_at = self.cursor.frame
            self.show()

    def _reach_the_end(self) -> None:
        if self.playhead.looping:
            self._play_from(0)
            self.show()
        else:
            self.cursor.to_end()
            self.stop_playing_again()

    def _ms_of(self, frame: int) -> float:
        at_ms = self._timeline.time_of(frame)
        return at_ms if self._timeline.has_times else at_ms * _WITHOUT_TIMES_MS

    def _frame_at(self, at_ms: float) -> int:
        if not self._timeline.has_times:
            at_ms /= _WITHOUT_TIMES_MS
        return self._timeline.frame_at(at_ms)
