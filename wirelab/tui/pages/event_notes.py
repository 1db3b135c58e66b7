"""What stands above an event's body: what was found at it, and what the stages said and made."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.paint import ACCENT, FAINT, SEVERITY_STYLES, line, severity_sign
from wirelab.views.event_rows import describe_frame
from wirelab.views.event_summary import item_of
from wirelab.views.finding_rows import finding_row
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.rules.finding import Finding
    from wirelab.session.event import Event
    from wirelab.wire.frame import Frame

_MOST_NOTES = 12


def event_notes(frame: Frame, event: Event | None, findings: list[Finding]) -> list[Content]:
    """The notes of a frame and of the event it carried, if any."""
    notes = [_finding(finding) for finding in findings[:_MOST_NOTES]]
    if len(findings) > _MOST_NOTES:
        notes.append(Content.styled(f"and {len(findings) - _MOST_NOTES} more findings", FAINT))
    if event is not None:
        return [*notes, *_stages(event)]
    kind = frame.kind.value.replace("_", " ")
    return [*notes, line((f"{kind}: ", ACCENT), describe_frame(frame))]


def _finding(finding: Finding) -> Content:
    row = finding_row(finding)
    style = SEVERITY_STYLES[row.severity]
    where = line((f" {row.pointer}", FAINT)) if row.pointer else Content("")
    return line(severity_sign(row.severity), (f" {row.code} ", style), row.message, where)


def _stages(event: Event) -> Iterator[Content]:
    """What decoding, shims, enforcement and expansion said and made."""
    for departure in islice(event.departures, _MOST_NOTES):
        words = departure.kind.value.replace("-", " ")
        where = f" {safe(departure.pointer, 80)}" if departure.pointer else ""
        yield line((f"{words}{where}", ACCENT), f" {safe(departure.subject, 200)}")
    if event.applied is None:
        return
    if not event.applied:
        yield line(("nothing of it reaches the application", ACCENT))
    for made in event.applied[:_MOST_NOTES]:
        words = "read as far as it goes, not delivered" if made.salvaged else "stands for"
        yield line((f"{words} ", ACCENT), f"{safe(made.type, 60)} {item_of(made.payload)}")
