from __future__ import annotations

from tests.views.streams import RUN_STARTED, inspected, sent
from wirelab.session.inspection import Inspection
from wirelab.views.event_rows import EventRows
from wirelab.views.filters import MatchingFrames, parse_filter
from wirelab.wire.framing import Framing


def test_matches_are_found_piece_by_piece_as_the_session_grows() -> None:
    inspection, framing = Inspection(), Framing()
    rows = EventRows(inspection.session)
    found = MatchingFrames(rows, parse_filter("odd"))

    def feed(first: int, last: int) -> None:
        for number in range(first, last):
            word = "odd" if number % 2 else "even"
            for arrival in framing.take(sent({"type": "CUSTOM", "name": "x", "value": word})):
                inspection.take(arrival)
        rows.update()

    assert not found.take()
    feed(0, 300)
    assert not found.complete
    assert found.take()
    asked = round(found.share * 300)
    assert 0 < asked < 300
    assert list(found) == list(range(1, asked, 2))
    while found.take():
        pass
    assert (found.complete, len(found)) == (True, 150)
    assert [found.at_or_before(frame) for frame in (0, 1, 2, 3, 299)] == [-1, 0, 0, 1, 149]
    feed(300, 310)
    assert not found.take()
    assert found[len(found) - 1] == 309


def test_a_piece_is_small_where_frames_are_large() -> None:
    large = {"type": "CUSTOM", "name": "x", "value": "y" * 200_000}
    rows = EventRows(inspected(sent(RUN_STARTED), *[sent(large)] * 4))
    found = MatchingFrames(rows, parse_filter("yyy"))
    assert found.take()
    assert found.share < 1
