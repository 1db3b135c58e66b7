"""Text from the wire as Markdown that shows it and nothing else.

Everything is a code span or ``<code>``: in those neither markup nor HTML, links, mentions, issue
numbers and emoji codes act, on GitHub and GitLab alike.
"""

from __future__ import annotations

import html
import re

from wirelab.views.safe_text import safe

_BACKTICKS = re.compile("`+")


def code(text: str, limit: int | None = None) -> str:
    """A code span of one line, for running text."""
    shown = safe(text, limit)
    if not shown.strip():
        return "` `"
    longest = max((len(run) for run in _BACKTICKS.findall(shown)), default=0)
    fence = "`" * (longest + 1)
    # One space is taken off each side where both have one: what begins or ends so gets another.
    pad = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def cell(text: str, limit: int | None = None) -> str:
    """A code span for a table's cell; a bar right behind a backslash becomes a broken one, since
    there is no way to write it."""
    return code(text.replace("\\|", "\\¦"), limit).replace("|", "\\|")


def html_code(text: str, limit: int | None = None) -> str:
    """``<code>``, for a block of HTML."""
    return f"<code>{html.escape(safe(text, limit))}</code>"
