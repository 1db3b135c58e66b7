"""How a person chose to read the conversation, and what of its past a page may ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wirelab.tui.cursor import Moment
    from wirelab.views.activity_changes import ActivityChanges


@dataclass(slots=True, frozen=True)
class Reading:
    """markdown: text is shown as the Markdown it is; unfolded: reasoning is shown whole."""

    moment: Moment
    activities: ActivityChanges
    markdown: bool = False
    unfolded: bool = False
