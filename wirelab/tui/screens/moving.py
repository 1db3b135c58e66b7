"""Moving the cursor: by events, to findings, to what a person picked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.rules.finding import Place
from wirelab.tui.cursor import Found
from wirelab.tui.screens.showing import Showing
from wirelab.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from wirelab.tui.messages import FindingPicked, FramePicked, TimePicked

_FOUND_WORDS = {
    (Found.AROUND, True): "From the top.",
    (Found.AROUND, False): "From the end.",
    **{(Found.NONE, on): "No findings." for on in (True, False)},
    **{(Found.HERE, on): "No findings but those here." for on in (True, False)},
}
"""What a person is told after going to a finding, by the direction (True is forward)."""


class Moving(Showing):
    """The actions and messages that move the cursor."""

    def on_frame_picked(self, message: FramePicked) -> None:
        self.cursor.to_frame(message.frame)
        if message.keep_tab:
            self.show()
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
        self.sought()
        self.show()

    def sought(self) -> None:
        """A person picked a time: what moves the cursor by itself goes on from there."""

    def action_by_events(self, count: int) -> None:
        self.cursor.by_events(count)
        self.show()

    def action_to_run(self, step: int) -> None:
        self.cursor.to_run(step)
        self.show()

    def action_to_start(self) -> None:
        self.cursor.to_start()
        self.sought()
        self.show()

    def action_to_end(self) -> None:
        self.cursor.to_end()
        self.show()
        pane = self.current_tab.first_focus
        if isinstance(pane, TextPane):
            pane.to_end()

    def action_to_finding(self, step: int) -> None:
        said = _FOUND_WORDS.get((self.cursor.to_finding(step), step > 0))
        if said is not None:
            self.notify(said)
        self.show()
