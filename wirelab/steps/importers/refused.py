"""Formats that are recognised but not taken, each refused by name: a wrong verdict on a file of
another kind would be worse than none. One that learns to be read leaves for a file of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from wirelab.errors import SourceError
from wirelab.steps.importers.importer import Head, Imported, Importer

_OF_RUN_INPUT = {"threadId", "runId", "messages", "tools", "context", "forwardedProps"}
_AS_EVENTS = "give its events one a line, or as a JSON array"


def _refusal(format_: str, recognises: Callable[[Head], bool], sentence: str) -> Importer:
    def examine(head: Head, name: str) -> None:
        raise SourceError(f"{name} {sentence}")

    return Importer(format_, recognises, _nothing, examine)


def _nothing(chunks: Iterable[bytes], name: str) -> Iterator[Imported]:
    return iter(())


def _document(*patterns: str) -> Callable[[Head], bool]:
    """A JSON document that begins with the first pattern and holds the others near its start."""
    first, *others = (re.compile(pattern) for pattern in patterns)

    def recognises(head: Head) -> bool:
        return bool(first.match(head.text)) and all(other.search(head.text) for other in others)

    return recognises


def _first_line(*keys: str) -> Callable[[Head], bool]:
    """A first line that is an object with these members."""

    def recognises(head: Head) -> bool:
        return head.first is not None and all(key in head.first for key in keys)

    return recognises


def _is_run_input(head: Head) -> bool:
    """Also one that lacks some of what it needs."""
    first = head.first
    return first is not None and "type" not in first and len(_OF_RUN_INPUT & set(first)) > 1


def _is_protobuf(head: Head) -> bool:
    """A 4-byte length, then a field that is length-delimited, as every event is."""
    length = int.from_bytes(head.data[:4], "big")
    return head.data[:1] == b"\0" and length > 1 and head.data[4:5] != b"" and head.data[4] & 7 == 2


def _is_binary(head: Head) -> bool:
    return b"\0" in head.data or (head.text.count("\ufffd") > len(head.text) // 10)


LOOK_ALIKES = (
    _refusal(
        "report",
        _document(r'[\[{]\s*\{?\s*"schema"\s*:\s*"wirelab\.report/'),
        "is a report of Wire Lab about a stream, not the stream",
    ),
    _refusal(
        "read-index",
        _first_line("t", "off", "len"),
        "lists the reads of a body that is not beside it",
    ),
    _refusal(
        "run-input",
        _is_run_input,
        "is a RunAgentInput, the request of a run; it holds no events (give it as --input)",
    ),
)
"""Told by how they begin, which would otherwise pass for events."""

DOCUMENTS = (
    _refusal(
        "llm-mock",
        _document(r'\{\s*"fixtures"\s*:\s*\[', r'"userMessage"|"response"\s*:'),
        "holds fixtures for mocking a language model; they are no AG-UI events",
    ),
    _refusal(
        "chat-updates",
        _document(r"\[\s*\[\s*\{", r'"contents"'),
        "records the language model's side (ChatResponseUpdate); it holds no AG-UI events",
    ),
    _refusal(
        "run-input",
        _document(r"\{", r'"threadId"\s*:', r'"runId"\s*:', r'"messages"\s*:\s*\['),
        "is a RunAgentInput, the request of a run; it holds no events (give it as --input)",
    ),
    _refusal(
        "json",
        _document(r"\{\s*\n"),
        f"is a JSON document of no kind known here; if it holds events, {_AS_EVENTS}",
    ),
    _refusal(
        "html",
        _document(r"(?i)<(?:!doctype html|html)\b"),
        "is a web page; the address that gave it serves no AG-UI stream",
    ),
    _refusal(
        "protobuf",
        _is_protobuf,
        "looks like a protobuf body, and nothing beside it says so; "
        "record it with its response's head",
    ),
    _refusal("binary", _is_binary, "is binary data of no kind known here"),
)
"""Told by their beginning, once the formats that are read had their turn."""
