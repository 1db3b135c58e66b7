"""Copying what is selected in the current tab, as text or as JSON."""

from __future__ import annotations

from wirelab.tui.clipboard import copy
from wirelab.tui.screens.moving import Moving


class Copying(Moving):
    """The actions behind ``y`` and ``Y``."""

    def action_copy(self) -> None:
        copied = self.current_tab.copied()
        if copied is None or not copied.text:
            self.notify("There is nothing to copy here.")
        else:
            copy(self.app, copied.text, copied.what)

    def action_copy_json(self) -> None:
        copied = self.current_tab.copied()
        if copied is None:
            self.notify("There is nothing to copy here.")
        else:
            copy(self.app, copied.json, f"{copied.what} as JSON")
