"""Where a finding leads to: a frame, also where it is about no frame itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.rules.finding import Place

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session


def frame_of(finding: Finding, session: Session) -> int:
    """The frame a finding leads to: one of a request or response head to the first frame of its
    exchange, one of the end of the stream to where that exchange closed."""
    if finding.event is not None:
        return session.events.frame_of(finding.event)
    if finding.frame is not None:
        return finding.frame
    count = len(session.frames)
    exchanges = session.exchanges
    if finding.place is not Place.END:
        return min(exchanges[finding.exchange].first_frame, max(count - 1, 0))
    later = exchanges[finding.exchange + 1 :]
    return (later[0].first_frame if later else count) - 1
