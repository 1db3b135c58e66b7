"""What a tab of the bench is: it is given a moment of the session and shows its side of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import Container
from textual.content import Content

from wirelab.tui.widgets.text_pane import TextPane
from wirelab.views.copied import Copied

if TYPE_CHECKING:
    from textual.widget import Widget

    from wirelab.rules.finding import Finding
    from wirelab.tui.cursor import Moment


class BenchTab(Container):
    """One tab; shown only while it is the current one, and then told of every change.

    TAB_NAME: its name in code and as the widget's id. TITLE: what the tab bar says.
    PURPOSE: the question it answers, for the help screen.
    """

    TAB_NAME: ClassVar[str]
    TITLE: ClassVar[str]
    PURPOSE: ClassVar[str]

    def show(self, moment: Moment) -> None:
        """Show the session as of a moment."""
        raise NotImplementedError

    def point_at(self, finding: Finding) -> None:
        """A person went to a finding in this tab: show its place where the cursor does not."""

    def copied(self) -> Copied | None:
        """What is selected, to copy it; the text of the pane that has the keys, or of the only
        pane of text."""
        panes = list(self.query(TextPane))
        focused = [pane for pane in panes if pane.has_focus]
        for pane in focused or panes[:1]:
            return Copied(f"the text of {self.TITLE}", pane.text, pane.text)
        return None

    @property
    def first_focus(self) -> Widget:
        """What has the keys when the tab is opened."""
        raise NotImplementedError

    @staticmethod
    def note(moment: Moment) -> Content:
        """What the tab bar says behind the title, such as a count."""
        return Content("")
