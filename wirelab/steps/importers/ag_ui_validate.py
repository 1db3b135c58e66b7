"""A scenario of ag-ui-validate: the text of each read and the gap before it, without loss.

It stands for the answer to a request that it does not have; its status is that of an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from wirelab.errors import SourceError
from wirelab.steps.importers.importer import Head, Imported, Importer
from wirelab.steps.importers.json_document import document, list_in, ms, number_in, text_in
from wirelab.steps.step import BadLine
from wirelab.wire.traffic import End, Ending, Headers, Read, Response

_CHUNKS = re.compile(r'"chunks"\s*:\s*\[')
_GAP = re.compile(r'"gapMs"\s*:')


def _recognises(head: Head) -> bool:
    return head.is_document and bool(_CHUNKS.search(head.text) and _GAP.search(head.text))


def _read(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    scenario = document(chunks, name, "a scenario of ag-ui-validate")
    if not isinstance(scenario.get("chunks"), list):
        raise SourceError(f'{name} is a scenario of ag-ui-validate without a list of "chunks"')
    content_type = text_in(scenario, "contentType")
    if content_type:
        yield Response(200, _headers(content_type), 0.0)
    yield from _reads(list_in(scenario, "chunks"))
    abnormal = scenario.get("abnormalEof") is True
    yield End(Ending.RESET if abnormal else Ending.EOF)


def _headers(content_type: str) -> Headers:
    """The one that is kept, where it matters; else none, so that none is missed."""
    kind = content_type.partition(";")[0].strip().lower()
    return () if kind == "text/event-stream" else (("content-type", content_type),)


def _reads(chunks: list[Any]) -> Iterator[Imported]:
    at_ms: float | None = 0.0
    for number, chunk in enumerate(chunks, start=1):
        if not isinstance(chunk, dict) or not isinstance(chunk.get("text"), str):
            yield BadLine(0, f'chunk {number} has no "text"')
            continue
        gap = number_in(chunk, "gapMs")
        at_ms = ms(at_ms + gap) if at_ms is not None and gap is not None else None
        yield Read(text_in(chunk, "text").encode("utf-8"), at_ms)


AG_UI_VALIDATE = Importer("ag-ui-validate", _recognises, _read)
