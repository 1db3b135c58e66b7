"""Bodies that are one document, a web page or a JSON value, where a stream was expected."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wirelab.protocol import json_text
from wirelab.protocol.event_types import DEFINITION_OF
from wirelab.rules.wording import quote

if TYPE_CHECKING:
    from wirelab.projections.world import World

_PAGE = re.compile(r"\s*<(?:!doctype|html|head|body|title|h1|center|\?xml)\b", re.IGNORECASE)
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{1,200})", re.IGNORECASE)


def is_web_page(text: str) -> bool:
    """Whether text begins as HTML or XML does."""
    return _PAGE.match(text) is not None


def page_title(text: str) -> str:
    """`` titled "Sign in"``, or "" where no title is to be seen."""
    title = _TITLE.search(text[:4000])
    return f" titled {quote(' '.join(title[1].split()))}" if title else ""


def is_document(text: str) -> bool:
    """Whether a body that begins so is a web page or a JSON value: neither SSE nor JSON lines."""
    begins = text[:4000].lstrip("\ufeff \t\r\n")
    if is_web_page(begins):
        return True
    return begins[:1] in ("{", "[") and not _is_event(begins.split("\n", 1)[0])


def began_as_document(world: World, text: str = "") -> bool:
    """Whether all that arrived in the exchange, ``text`` last, is the beginning of a document."""
    return not world.arrivals.events and is_document(world.arrivals.opening + text)


def _is_event(line: str) -> bool:
    try:
        value = json_text.parse(line).value
    except (json_text.NotJson, json_text.TooDeep):
        return False
    kind = value.get("type") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind in DEFINITION_OF
