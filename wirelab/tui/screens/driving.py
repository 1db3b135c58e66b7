"""Driving a run: what a person sends from the bench, turn by turn, on the session observed.

An input is sent as a conforming client sends it, and refused where such a client refuses, unless
the session was started raw. One run at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.protocol.run_input import encode_run_input
from wirelab.rules.open_interrupts import waiting_before
from wirelab.session.input_check import check_input
from wirelab.session.next_input import next_input
from wirelab.transports.fresh_ids import fresh_id
from wirelab.tui.plays import Observation
from wirelab.tui.screens.playing import Playing
from wirelab.tui.tabs.conversation import ConversationTab
from wirelab.tui.widgets.composer import Composer
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wirelab.tui.messages import MessageWritten

RUN_UNDER_WAY = "a run is under way"
_REPLAYED = "a recording is replayed; only an endpoint that is observed can be sent to"


class Driving(Playing):
    """The actions that send a run."""

    @property
    def observation(self) -> Observation | None:
        """What is observed; None where a recording is replayed."""
        return self.playable if isinstance(self.playable, Observation) else None

    @property
    def why_busy(self) -> str:
        """Why nothing at all can be sent now, in words; empty where something can."""
        if self.observation is None:
            return _REPLAYED
        return RUN_UNDER_WAY if self.playing else ""

    @property
    def interrupted(self) -> bool:
        """The thread waits for answers to its interrupts."""
        world = self.session.world
        return waiting_before(world, world.input) is not None

    @property
    def why_no_message(self) -> str:
        """Why no plain message can be sent now, in words; empty where one can."""
        if not self.why_busy and self.interrupted and not self.raw:
            return "the run waits for an answer to its interrupts"
        return self.why_busy

    def send_next(
        self,
        *,
        text: str | None = None,
        resume: list[dict[str, Any]] | None = None,
        messages: Sequence[dict[str, Any]] = (),
    ) -> str | None:
        """Send the thread's next input: a user's ``text``, answers to interrupts, and messages
        such as tool results. Returns why it was not sent, in words; None where it was."""
        if self.why_busy:
            return self.why_busy
        given = next_input(
            self.session,
            text,
            run_id=fresh_id("run"),
            message_id=fresh_id("message"),
            resume=resume,
            messages=messages,
        )
        return self.send_input(given)

    def send_input(self, given: dict[str, Any]) -> str | None:
        """Send a whole RunAgentInput as a conforming client does; returns why it was not sent."""
        if self.raw:
            return self.send_body(encode_run_input(given))
        checked = check_input(given, self.session.world)
        if checked.payload is None:
            return f"no client would send this: {safe(checked.refused, 400)}"
        reason = self.send_body(encode_run_input(checked.payload))
        if reason is None and checked.warnings:
            said = "\n".join(safe(sentence, 300) for sentence in checked.warnings[:3])
            self.notify(f"Sent, though: {said}", severity="warning", markup=False)
        return reason

    def send_body(self, body: bytes) -> str | None:
        """Send these bytes, whatever they are; returns why they were not sent."""
        if self.observation is None or self.why_busy:
            return self.why_busy
        self.observation.send(body)
        self.cursor.to_end()
        self.play()
        self.show()
        return None

    @property
    def raw(self) -> bool:
        """Inputs are sent however wrong they are."""
        return self.observation is not None and self.observation.raw

    # the composer

    def show(self) -> None:
        super().show()
        composer = self.query_one(Composer)
        composer.display = self.observation is not None
        composer.show_reason(self.why_no_message)

    def action_write(self) -> None:
        if self._tab != ConversationTab.TAB_NAME:
            self.action_show_tab(ConversationTab.TAB_NAME)
        composer = self.query_one(Composer)
        self.set_focus(composer)
        composer.focus()  # once more, behind the focus that the tab asked for

    def on_message_written(self, message: MessageWritten) -> None:
        if not message.text.strip():
            self.notify("Nothing to send yet: write a message first.")
            return
        reason = self.why_no_message or self.send_next(text=message.text)
        if reason:
            self._refuse(reason)
        else:
            self.query_one(Composer).clear()

    def _refuse(self, reason: str) -> None:
        self.notify(f"Not sent: {reason}.", severity="warning", timeout=10, markup=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "write":
            return self.observation is not None and not self.typing
        return super().check_action(action, parameters)
