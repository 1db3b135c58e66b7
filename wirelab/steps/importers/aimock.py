"""Fixtures of aimock's AG-UI mock, each an exchange of events. Times, bytes and requests are
unknown: ``delayMs`` is how it plays them, ``match`` what it answers.

A fixture with ``text`` instead of events is not read: the events it is played as, and their ids,
are aimock's own and made when they are sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from wirelab.errors import SourceError
from wirelab.steps.importers.event_lines import bare_frame
from wirelab.steps.importers.importer import Head, Imported, Importer
from wirelab.steps.importers.json_document import document, event_bytes, list_in, object_in
from wirelab.steps.step import BadLine
from wirelab.wire.traffic import End, Ending

_BEGIN = re.compile(r'\{\s*"(?:fixtures"\s*:\s*\[|agui"\s*:\s*\{)')
_EVENTS = re.compile(r'"events"\s*:\s*\[')
_MODEL = re.compile(r'"userMessage"|"response"\s*:')


def _recognises(head: Head) -> bool:
    if not _BEGIN.match(head.text):
        return False
    return bool(_EVENTS.search(head.text)) or not _MODEL.search(head.text)


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    whole = document(chunks, name, "a file of aimock fixtures")
    fixtures = list_in(object_in(whole, "agui") or whole, "fixtures")
    with_events = [each for each in fixtures if _has_events(each)]
    if not with_events:
        raise SourceError(_without_events(name, fixtures))
    for number, fixture in enumerate(fixtures, start=1):
        if not _has_events(fixture):
            yield BadLine(0, f"fixture {number} has no list of events")
            continue
        yield from (bare_frame(event_bytes(event)) for event in fixture["events"])
        yield End(Ending.UNKNOWN)


def _has_events(fixture: Any) -> bool:
    return isinstance(fixture, dict) and isinstance(fixture.get("events"), list)


def _without_events(name: str, fixtures: list[Any]) -> str:
    if any(isinstance(each, dict) and "response" in each for each in fixtures):
        return f"{name} holds fixtures for mocking a language model; they are no AG-UI events"
    if any(isinstance(each, dict) and "text" in each for each in fixtures):
        return f"{name} holds aimock fixtures with text only; their events are made by aimock"
    return f"{name} holds aimock fixtures without events"


AIMOCK = Importer("aimock", _recognises, _read)
