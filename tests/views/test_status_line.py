from __future__ import annotations

from dataclasses import replace

import pytest

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
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.views.status_line import StatusLine, status_line
from wirelab.wire.traffic import End, Ending, Response

INTERRUPTED = RUN_FINISHED | {
    "outcome": {"type": "interrupt", "interrupts": [{"id": "i", "reason": "r"}]}
}
CANCELLED = RUN_FINISHED | {"outcome": {"type": "cancelled"}}
RUN_ERROR = {"type": "RUN_ERROR", "message": "no"}


@pytest.mark.parametrize(
    ("events", "word"),
    [
        ([RUN_STARTED, RUN_FINISHED], "SUCCESS"),
        ([RUN_STARTED, INTERRUPTED], "INTERRUPTED"),
        ([RUN_STARTED, CANCELLED], "CANCELLED"),
        ([RUN_STARTED, RUN_ERROR], "FAILED"),
        ([RUN_STARTED], "TRUNCATED"),
        ([RUN_STARTED, LOST_CONTENT, RUN_FINISHED], "REJECTED"),
        ([], "NEVER STARTED"),
    ],
)
def test_each_way_a_run_ends_has_its_own_word(events: list[dict[str, object]], word: str) -> None:
    session = inspected(REQUEST, STREAM, *map(sent, events), EOF)
    assert status_line(session).word == word


def test_a_refusal_never_started() -> None:
    session = inspected(REQUEST, Response(401, (), 3.0), EOF)
    line = status_line(session)
    assert (line.word, line.run_id) == ("NEVER STARTED", "")


def test_the_clock_runs_until_the_exchange_ends() -> None:
    live = inspected(REQUEST, STREAM, sent(RUN_STARTED, 41.0), finish=False)
    line = status_line(live, now_ms=1840.0)
    assert (line.word, line.elapsed_ms, line.first_event_ms) == ("RUNNING", 1840.0, 41.0)
    assert line.text == ("run r-1 on t-1 · RUNNING 1.84s · first event 41ms · 1 event · ✔ clean")
    over = inspected(REQUEST, STREAM, sent(RUN_STARTED, 41.0), sent(RUN_FINISHED, 50.0), EOF)
    assert status_line(over, now_ms=5000.0).elapsed_ms == 99.0


def test_a_session_without_times_or_anything_else_has_a_line() -> None:
    assert status_line(Inspection().session).text == (
        "run — on — · NEVER STARTED — · first event — · 0 events · no verdict"
    )
    bare = inspected(sent(RUN_STARTED), sent(RUN_FINISHED), End(Ending.UNKNOWN))
    assert status_line(bare).elapsed_ms is None


def test_the_verdict_says_what_counts_towards_it() -> None:
    warned = inspected(sent(RUN_STARTED), sent({"type": "FROM_TOMORROW"}), sent(RUN_FINISHED), EOF)
    assert status_line(warned).verdict == "✔ accepted · 1 warning"
    broken = inspected(sent(RUN_STARTED), sent(LOST_CONTENT), sent(RUN_FINISHED), EOF)
    assert status_line(broken).verdict == "✖ rejected · 1 error"


def _past(session: Session, event: int) -> StatusLine:
    return status_line(session, 9000.0, world=session.world_at(event), event=event)


def test_a_moment_that_is_past_is_that_of_its_run_and_the_counts_are_in_all() -> None:
    again = RUN_STARTED | {"runId": "r-2"}, RUN_FINISHED | {"runId": "r-2"}
    first = (REQUEST, STREAM, sent(RUN_STARTED, 41.0), sent(RUN_FINISHED, 50.0), EOF)
    session = inspected(*first, REQUEST, STREAM, *map(sent, again), EOF)
    now, past = status_line(session), _past(session, 0)
    assert (now.word, now.run_id, now.in_all) == ("SUCCESS", "r-2", True)
    assert (past.word, past.run_id, past.in_all) == ("RUNNING", "r-1", True)
    assert (past.elapsed_ms, past.first_event_ms) == (41.0, 41.0)
    assert _past(session, 1).elapsed_ms == 99.0
    assert past.events == now.events == 4
    assert not status_line(inspected(*first)).in_all


def test_a_run_that_this_side_hung_up_on_is_cancelled() -> None:
    session = inspected(REQUEST, STREAM, sent(RUN_STARTED), End(Ending.CANCELLED, "", 9.0))
    assert status_line(session).word == "CANCELLED"


def test_beside_the_runs_word_the_verdict_is_what_was_found() -> None:
    status = status_line(Inspection().session)
    assert status.found == "no verdict"
    assert replace(status, errors=1, warnings=2).found == "✖ 1 error · 2 warnings"
    assert replace(status, warnings=1).found == "▲ 1 warning"
    assert replace(status, events=1, notes=3).found == "✔ clean"
