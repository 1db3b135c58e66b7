"""Which format a file is in, by what it begins with; the table of all formats, asked in order."""

from __future__ import annotations

from wirelab.errors import SourceError
from wirelab.steps.importers.ag_ui_validate import AG_UI_VALIDATE
from wirelab.steps.importers.agui_inspector import AGUI_INSPECTOR
from wirelab.steps.importers.aimock import AIMOCK
from wirelab.steps.importers.devtools import DEVTOOLS
from wirelab.steps.importers.event_array import EVENT_ARRAY
from wirelab.steps.importers.event_lines import EVENT_LINES, OBJECT_LINES
from wirelab.steps.importers.gentui import GENTUI
from wirelab.steps.importers.har import HAR
from wirelab.steps.importers.importer import HEAD, Head, Importer
from wirelab.steps.importers.refused import DOCUMENTS, LOOK_ALIKES
from wirelab.steps.importers.sse_text import SSE_TEXT
from wirelab.steps.importers.timed_events import TIMED_EVENTS
from wirelab.steps.importers.wirelab_recording import RECORDING

__all__ = ["HEAD", "IMPORTERS", "Importer", "recognise", "sniff"]

IMPORTERS: tuple[Importer, ...] = (
    RECORDING,
    TIMED_EVENTS,
    DEVTOOLS,
    *LOOK_ALIKES,
    HAR,
    GENTUI,
    AGUI_INSPECTOR,
    AG_UI_VALIDATE,
    AIMOCK,
    EVENT_ARRAY,
    SSE_TEXT,
    EVENT_LINES,
    *DOCUMENTS,
    OBJECT_LINES,
)


def recognise(beginning: bytes) -> Importer | None:
    """The importer for a file that begins with these bytes, or None where none claims it."""
    head = Head(beginning[:HEAD])
    return next((importer for importer in IMPORTERS if importer.recognises(head)), None)


def sniff(beginning: bytes, name: str = "the file") -> Importer:
    """As ``recognise``, with a SourceError for what is empty, of no format at all, or of one that
    cannot be taken: another tool's, a newer version's."""
    head = Head(beginning[:HEAD])
    if not head.data:
        raise SourceError(f"{name} is empty" if not beginning else f"{name} holds only blank space")
    importer = recognise(beginning)
    if importer is None:
        raise SourceError(
            f"{name} is in no format that Wire Lab reads: "
            "a recording, events as JSON (one a line, or an array), the text of an SSE stream, "
            "HAR, or a file of another AG-UI tool"
        )
    importer.examine(head, name)
    return importer
