from __future__ import annotations

from tests.views.streams import (
    EOF,
    LOST_CONTENT,
    REQUEST,
    RUN_FINISHED,
    RUN_STARTED,
    STREAM,
    inspected,
    sent,
)
from wirelab.rules.finding import Severity
from wirelab.session.inspection import Inspection
from wirelab.views.event_rows import EventRows
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read


def test_everything_that_arrived_is_a_row() -> None:
    session = inspected(
        REQUEST,
        STREAM,
        sent(RUN_STARTED, 20.0),
        Read(b": keep-alive\n\n", 30.0),
        Read(b"Traceback\n\n", 31.0),
        sent("not json", 32.5),
        sent(RUN_FINISHED, 40.0),
        Read(b"data: {", 41.0),
        End(Ending.RESET, "gone", 50.0),
    )
    rows = EventRows(session)
    shown = [(row.seq, row.type, row.summary) for row in map(rows.row, range(len(rows)))]
    assert shown == [
        (0, "RUN_STARTED", "on t-1"),
        (None, "(comment)", "keep-alive"),
        (None, "(stray text)", "Traceback"),
        (1, "(not json)", "not json"),
        (2, "RUN_FINISHED", "success"),
        (None, "(cut off)", "data: {"),
        (None, "(closed)", "reset: gone"),
    ]


def test_a_row_knows_its_times_and_the_gravest_of_its_findings() -> None:
    session = inspected(
        REQUEST,
        STREAM,
        sent(RUN_STARTED, 20.0),
        sent(LOST_CONTENT | {"subagentRunId": "sub\x1b"}, 33.0),
        sent(RUN_FINISHED, 40.0),
        EOF,
    )
    rows = EventRows(session)
    row = rows.row(1)
    assert (row.at_ms, row.delta_ms) == (33.0, 13.0)
    assert (row.mark, row.item_id, row.owner) == (Severity.ERROR, "m-9", "sub␛")
    assert row.findings == len(rows.findings_at_frame(1)) >= 1
    assert rows.row(0).mark is None


def test_rows_follow_a_session_that_grows() -> None:
    inspection, framing = Inspection(), Framing()
    rows = EventRows(inspection.session)
    lengths = []
    for traffic in (REQUEST, STREAM, sent(RUN_STARTED, 1.0), Read(b": a\n\n", 2.0)):
        for arrival in framing.take(traffic):
            inspection.take(arrival)
        rows.update()
        lengths.append(len(rows))
    assert lengths == [0, 0, 1, 2]
    for arrival in framing.take(sent(RUN_FINISHED, 3.0)):
        inspection.take(arrival)
    rows.update()
    assert rows.row(2).type == "RUN_FINISHED"
    assert rows.position_of(1) == 2


def test_what_belongs_to_no_frame_is_kept_apart() -> None:
    session = inspected(REQUEST, STREAM, sent(RUN_STARTED, 1.0), EOF)
    rows = EventRows(session)
    assert {finding.code for finding in rows.findings_at_end()} == {"RUN006", "REF001"}
    assert rows.row(1).mark is None


def test_chunks_are_marked_as_standing_for_others() -> None:
    chunk = {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m", "delta": "hi"}
    session = inspected(REQUEST, STREAM, sent(RUN_STARTED), sent(chunk), sent(RUN_FINISHED), EOF)
    rows = EventRows(session)
    assert [rows.row(position).chunk for position in range(2)] == [False, True]
    assert rows.row(1).delta_ms is None
