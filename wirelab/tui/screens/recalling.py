"""Sending again what was sent lately: an input out of the list of recent endpoints.

Only to the endpoint that is observed: what belongs to another one is a command to copy, for its
headers are not known here, and those of this endpoint are nobody else's business.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wirelab.session.next_input import same_input
from wirelab.transports.fresh_ids import fresh_id
from wirelab.tui import recent
from wirelab.tui.clipboard import copy
from wirelab.tui.screens.driving import Driving
from wirelab.tui.screens.recent_endpoints import RecentEndpoints
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.tui.recent_inputs import RecentInput
    from wirelab.tui.screens.recent_endpoints import RecentRow


class Recalling(Driving):
    """The action behind ``E``."""

    def action_recent_endpoints(self) -> None:
        listed = RecentEndpoints()
        self.app.push_screen(listed, partial(self._recalled, listed))

    def _recalled(self, listed: RecentEndpoints, index: int | None) -> None:
        if index is None:
            return
        row = listed.found.rows[index]
        if row.input is not None and self._is_here(row):
            self._send_again(row.input)
        else:
            copy(self.app, row.command, "the command")

    def _is_here(self, row: RecentRow) -> bool:
        here = self.observation
        return here is not None and recent.without_secrets(here.target.url) == row.endpoint.url

    def _send_again(self, entry: RecentInput) -> None:
        kept = recent.read_input(entry)
        if kept is None:
            self._refuse("its file is gone or broken")
            return
        ids = {"thread_id": fresh_id("thread"), "run_id": fresh_id("run")}
        reason = self.send_input(same_input(kept, **ids))
        if reason:
            self._refuse(reason)
        elif entry.left_out:
            left = safe(", ".join(entry.left_out), 300)
            said = f"Sent without what is never kept: {left} (e edits an input)."
            self.notify(said, severity="warning", timeout=10, markup=False)
