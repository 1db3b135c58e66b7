"""A run that this side cut off is cancelled, in every report; one that was cut off is truncated."""

from __future__ import annotations

import pytest

from tests.tui.driving import STARTED, traffic_of
from wirelab.session.inspection import Inspection
from wirelab.views.status_line import status_line
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import Ending


@pytest.mark.parametrize(
    ("ending", "word"),
    [(Ending.CANCELLED, "cancelled"), (Ending.RESET, "truncated"), (Ending.EOF, "truncated")],
)
def test_one_word_for_a_run_that_was_cut_off(ending: Ending, word: str) -> None:
    inspection, framing = Inspection(), Framing()
    for traffic in traffic_of(STARTED, end=ending):
        for arrival in framing.take(traffic):
            inspection.take(arrival)
    session = inspection.session
    assert session.report()["runs"][0]["status"] == word
    assert session.world_at(0).runs.all[0].status.value in (word, "running")
    assert status_line(session).word == word.upper()
    assert session.runs[0].cut_short
