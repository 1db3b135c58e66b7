"""Every event with the world after it is what ``world_at`` gives, event by event."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirelab.projections.world import World
from wirelab.stream_inspection import inspect_stream

RECORDINGS = sorted((Path(__file__).parents[2] / "recordings").glob("*.jsonl"))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_worlds_are_the_worlds_at(path: Path) -> None:
    session = inspect_stream(path)
    seen = 0
    for event, world in session.worlds():
        assert event.seq == seen
        assert facts(world) == facts(session.world_at(event.seq))
        seen += 1
    assert seen == session.event_count


def facts(world: World) -> object:
    runs = [(run.status, run.ended, run.run_id) for run in world.runs.all]
    return world.conversation(), world.state.document, runs, world.runs.exchange
