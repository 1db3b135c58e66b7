"""Whole inputs under a person's hands: sent again, edited before they are sent, copied as curl."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.errors import WirelabError
from wirelab.rules.open_interrupts import waiting_before
from wirelab.session.edited_input import NotAnInput, editable, read_edited
from wirelab.session.next_input import next_input, same_input
from wirelab.transports.fresh_ids import fresh_id
from wirelab.tui.clipboard import copy
from wirelab.tui.editor import edit
from wirelab.tui.screens.driving import Driving
from wirelab.tui.widgets.composer import Composer
from wirelab.views.curl_text import curl_command
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.wire.traffic import Request


class Reworking(Driving):
    """The actions on whole inputs.

    An edited input that was not sent is kept, to be opened again, until something is sent or the
    editor is left without saving.
    """

    _draft: str | None = None

    def send_body(self, body: bytes) -> str | None:
        reason = super().send_body(body)
        self._draft = self._draft if reason else None
        return reason

    def action_run_again(self) -> None:
        """The last input once more, as a conversation of its own."""
        last = self.session.exchanges[-1]
        if last.run_input is not None:
            ids = {"thread_id": fresh_id("thread"), "run_id": fresh_id("run")}
            reason = self.send_input(same_input(last.run_input.payload, **ids))
        else:
            reason = self.send_body(last.request.body if last.request is not None else b"")
        if reason:
            self._refuse(reason)

    def action_edit_input(self) -> None:
        """The next input in an editor; then it is sent."""
        try:
            text = edit(self.app, self._draft or self._next_text(), "run-agent-input.json")
        except WirelabError as failure:
            self.notify(safe(str(failure), 400), severity="error", timeout=10, markup=False)
            return
        if text is None:
            self._draft = None
            self.notify("Nothing was saved in the editor, so nothing is sent.")
            return
        self._draft, composed = text, not self.interrupted
        reason = self._send_text(text)
        if reason:
            self._refuse(f"{reason} (e opens it again as you left it)")
        elif composed:
            self.query_one(Composer).clear()

    def _next_text(self) -> str:
        """The next input, with what stands in the composer, or with every interrupt abandoned."""
        world, resume, text = self.session.world, None, None
        waiting = waiting_before(world, world.input)
        if waiting is None:
            text = self.query_one(Composer).text
        else:
            ids = [each.get("id") for each in waiting.interrupts]
            resume = [{"interruptId": each, "status": "cancelled"} for each in ids]
        run_id, message_id = fresh_id("run"), fresh_id("message")
        return editable(
            next_input(self.session, text, run_id=run_id, message_id=message_id, resume=resume)
        )

    def _send_text(self, text: str) -> str | None:
        if self.raw:
            return self.send_body(text.encode("utf-8", "surrogateescape"))
        try:
            return self.send_input(read_edited(text))
        except NotAnInput as fault:
            return safe(str(fault), 300)

    def action_copy_curl(self) -> None:
        """The request at the cursor as a curl command line."""
        request = self._request_here()
        if request is None:
            self.notify("No request was kept here, so there is nothing to copy.")
            return
        insecure = self.observation is not None and self.observation.target.insecure
        copy(self.app, curl_command(request, insecure=insecure), "the request as a curl command")

    def _request_here(self) -> Request | None:
        here = self.cursor.moment().world.request
        return here if here is not None else self.session.world.request

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("run_again", "edit_input"):
            return not self.why_busy and bool(self.session.exchanges)
        if action == "copy_curl":
            return self.session.world.request is not None
        return super().check_action(action, parameters)
