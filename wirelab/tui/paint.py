"""What the TUI's colours mean, as names of theme variables; every meaning has a sign or word too.

Styles are given to ``Content`` beside plain text, never written into it: no markup is parsed.
"""

from __future__ import annotations

from typing import TypeAlias

from textual.content import Content

from wirelab.projections.runs import RunStatus
from wirelab.rules.finding import Severity
from wirelab.views.signs import SEVERITY_SIGNS

Part: TypeAlias = "str | Content | tuple[str, str]"

FAINT = "$foreground-muted"
STRONG = "bold"
NAME = "$text-primary"
ACCENT = "bold $text-accent"
ERROR = "bold $text-error"
WARNING = "$text-warning"
GOOD = "$text-success"
BORDER = "bold $text-accent"
MARKED = "reverse"
"""Text that was searched for."""
FOUND = "bold underline"
FOUND_HERE = "bold underline reverse"
REASONING = "italic $foreground-muted"
LANE_STYLES = ("$text-primary", "$text-success", "$text-warning", "$text-accent", "$text-secondary")
LANE_SIGNS = "│┃┆║"
"""The rails of subagents, by turns; what is theirs has their name too."""

SEVERITY_STYLES = {Severity.ERROR: ERROR, Severity.WARNING: WARNING, Severity.NOTE: FAINT}
STATUS_STYLES = {
    RunStatus.NEVER_STARTED: FAINT,
    RunStatus.RUNNING: ACCENT,
    RunStatus.SUCCESS: "bold $text-success",
    RunStatus.INTERRUPTED: "bold $text-warning",
    RunStatus.CANCELLED: "bold $text-warning",
    RunStatus.FAILED: ERROR,
    RunStatus.TRUNCATED: ERROR,
    RunStatus.REJECTED: ERROR,
}
ROLE_STYLES = {
    "user": "bold $text-primary",
    "assistant": "bold $text-success",
    "tool": "bold $text-accent",
    "reasoning": "bold $foreground-muted",
    "activity": "bold $text-secondary",
}


def line(*parts: Part) -> Content:
    """One line from plain strings, content and (text, style) pairs."""
    return Content.assemble(*parts)


def severity_sign(severity: Severity | None) -> Content:
    """The sign of a severity in its style; one blank of none."""
    if severity is None:
        return Content(" ")
    return Content.styled(SEVERITY_SIGNS[severity], SEVERITY_STYLES[severity])
