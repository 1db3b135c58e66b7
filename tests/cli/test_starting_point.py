"""``--from`` in a recording that is read while it is shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wirelab.cli.starting_point import EventReached
from wirelab.errors import UsageError
from wirelab.transports.playback import Item
from wirelab.wire.traffic import Read


def reads(count: int) -> Iterator[Item]:
    for number in range(count):
        yield Read(b'data: {"type":"CUSTOM","name":"n","value":1}\n\n', number * 100.0)


def test_an_event_is_found_while_what_is_before_it_goes_by() -> None:
    reached = EventReached(2)
    assert [reached.moment_ms for _ in reached.passed(reads(5))] == [None, None, 200, 200, 200]


def test_an_event_that_never_comes_is_said_behind_the_last() -> None:
    reached, passed = EventReached(5), []
    with pytest.raises(UsageError, match="the recording holds only 5 events"):
        passed.extend(reached.passed(reads(5)))
    assert len(passed) == 5
