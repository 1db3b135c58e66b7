"""The tabs of the bench, in the order of their keys. A new tab is one file and one line here."""

from __future__ import annotations

from wirelab.tui.tabs.conversation import ConversationTab
from wirelab.tui.tabs.events import EventsTab
from wirelab.tui.tabs.state import StateTab
from wirelab.tui.tabs.tab import BenchTab
from wirelab.tui.tabs.timing import TimingTab
from wirelab.tui.tabs.tools import ToolsTab
from wirelab.tui.tabs.verdict import VerdictTab
from wirelab.tui.tabs.wire import WireTab

TABS: tuple[type[BenchTab], ...] = (
    ConversationTab,
    EventsTab,
    ToolsTab,
    StateTab,
    VerdictTab,
    TimingTab,
    WireTab,
)
