"""What the steps of a page add up to is the world, at every event of every stream there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exports.html_page.applied import shown_by_steps, shown_by_world
from tests.rules.case_file import case_files, play, read_cases
from wirelab.session.session import Session
from wirelab.stream_inspection import inspect_stream

ROOT = Path(__file__).parents[3]
RECORDINGS = sorted((ROOT / "recordings").glob("*.jsonl"))


def check(session: Session) -> None:
    reached = -1
    before = None
    for seq, shown in shown_by_steps(session):
        for between in range(max(reached, 0), seq):
            assert before is None or shown_by_world(session, between) == before
        if seq >= 0:
            assert shown == shown_by_world(session, seq), f"at event {seq}"
        reached, before = seq, shown
    for rest in range(reached + 1, session.event_count):
        assert shown_by_world(session, rest) == before


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_the_steps_of_a_recording_add_up_to_each_world(path: Path) -> None:
    check(inspect_stream(path))


@pytest.mark.parametrize("path", case_files(), ids=lambda path: path.stem)
def test_the_steps_of_a_case_add_up_to_each_world(path: Path) -> None:
    for case in read_cases(path):
        session, _ = play(case)
        check(session)
