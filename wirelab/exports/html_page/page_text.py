"""The text of the page: its own script and style, and the session as data that cannot run.

Invariant: nothing of the session is markup or script. What stands in the page is escaped, the rest
is compressed and base64; the script sets texts only, which the page's policy enforces (trusted
types), as it enforces that nothing is loaded and no other script or style counts.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from wirelab.exports.html_page.page_model import page_model, page_of
from wirelab.exports.json_report import json_text
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.exports.outcome import Outcome
    from wirelab.steps.exporters.exporter import Export

SCRIPTS = (
    *("words.js", "model.js", "json.js", "conversation.js", "events.js"),
    *("tools.js", "tabs.js", "timing.js", "player.js", "page.js", "start.js"),
)
"""One after the other they are the script of the page."""
_SLOT = re.compile(r"\{\{(\w+)\}\}")
_LINE = 76 * 1024


def write(outcome: Outcome, export: Export) -> Iterator[bytes]:
    """The page of a source; says in ``export`` what found no place in it."""
    session = outcome.session
    if session is None:
        return
    page = page_of(session, safe(export.title, 200), safe(outcome.name, 200))
    if page.cut:
        export.note(page.cut)
    script, style = "\n".join(_asset(name) for name in SCRIPTS), _asset("page.css")
    slots = {
        "policy": _policy(script, style),
        "title": escape(page.title or page.source),
        "source": escape(page.source),
        "verdict": escape(page.verdict),
        "tone": page.tone,
        "runs": "".join(f"<li>{escape(line)}</li>" for line in page.run_lines),
        "counts": escape(page.counts),
        "style": style,
        "script": script,
        "data": "",
    }
    before, after = _asset("page.html").split("{{data}}")
    yield _filled(before, slots).encode()
    yield from _packed(json_text(page_model(page), None))
    yield _filled(after, slots).encode()


def _filled(template: str, slots: dict[str, str]) -> str:
    return _SLOT.sub(lambda slot: slots[slot[1]], template)


def _asset(name: str) -> str:
    return (files("wirelab.exports.html_page") / name).read_text(encoding="utf-8")


def _policy(script: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _packed(text: str) -> Iterator[bytes]:
    """Compressed, in base64, in lines that an editor can bear."""
    data = zlib.compress(text.encode(), 9)
    for at in range(0, len(data), _LINE * 3 // 4):
        yield b64encode(data[at : at + _LINE * 3 // 4]) + b"\n"
