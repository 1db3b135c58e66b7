"""A session of gentui, version 1: events with their times. What the user said begins an exchange;
the request that carried it, bytes, response heads and ends are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from wirelab.errors import SourceError
from wirelab.steps.importers.event_lines import bare_frame
from wirelab.steps.importers.importer import Head, Imported, Importer
from wirelab.steps.importers.json_document import document, event_bytes, list_in, ms, number_in
from wirelab.steps.step import BadLine
from wirelab.wire.traffic import End, Ending

_FORMAT = re.compile(r'"format"\s*:\s*"gentui-session"')
_BEGINS_RUN = ("user", "resume", "submit", "new")


def _recognises(head: Head) -> bool:
    return head.is_document and bool(_FORMAT.search(head.text))


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    session = document(chunks, name, "a session of gentui")
    if session.get("version") != 1:
        raise SourceError(
            f"{name} is a session of gentui in another version "
            f"({str(session.get('version'))[:20]}; this reads version 1)"
        )
    under_way = False
    for number, item in enumerate(list_in(session, "items"), start=1):
        kind = item.get("kind") if isinstance(item, dict) else None
        if kind in _BEGINS_RUN and under_way:
            yield End(Ending.UNKNOWN)
            under_way = False
        if kind == "event" and "event" in item:
            yield bare_frame(event_bytes(item["event"]), _at_ms(item))
            under_way = True
        elif kind not in _BEGINS_RUN:
            yield BadLine(0, f"item {number} is none that gentui writes")
    if under_way:
        yield End(Ending.UNKNOWN)


def _at_ms(item: dict[str, Any]) -> float | None:
    seconds = number_in(item, "t")
    return ms(seconds * 1000) if seconds is not None else None


GENTUI = Importer("gentui", _recognises, _read)
