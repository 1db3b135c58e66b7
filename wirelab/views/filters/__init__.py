"""The filter language: which frames of a session a person wants to see, in one line of text.

``type:TOOL_* sev:error or "Lisbon"``. The TUI, ``--filter`` and ``parse_filter`` read the same
language; its terms stand in one table (``keys.KEYS``). Matching a frame costs what that frame
holds, however long the session is.
"""

from __future__ import annotations

from wirelab.views.filters.filter import Filter
from wirelab.views.filters.filter_error import FilterError
from wirelab.views.filters.keys import KEYS, Key
from wirelab.views.filters.matching_frames import MatchingFrames
from wirelab.views.filters.parsing import parse_filter

__all__ = ["KEYS", "Filter", "FilterError", "Key", "MatchingFrames", "parse_filter"]
