from __future__ import annotations

from datetime import UTC, datetime

import pytest

from wirelab.projections.world import World
from wirelab.rules.known_time import read_moment, sent_not_before
from wirelab.wire.traffic import Request, Response

TEN_O_CLOCK = datetime(2026, 3, 1, 10, tzinfo=UTC)
DATE = "Sun, 01 Mar 2026 10:00:00 GMT"


def asked(at_ms: float | None) -> Request:
    return Request("POST", "/", (), b"", at_ms)


def after(date: str | None, at_ms: float | None = 1000.0) -> World:
    world = World()
    world.begin_exchange(asked(0.0), None)
    world.answer(Response(200, (("Date", date),) if date is not None else (), at_ms))
    return world


def told(world: World, at_ms: float | None) -> datetime | None:
    return sent_not_before(world, asked(at_ms))


def test_milliseconds_since_the_answer_count_on_from_its_date() -> None:
    assert told(after(DATE), 3500.0) == TEN_O_CLOCK.replace(second=2, microsecond=500_000)


@pytest.mark.parametrize(("answered", "sent"), [(None, 5000.0), (1000.0, None), (9000.0, 5.0)])
def test_without_usable_times_it_is_the_date_itself(
    answered: float | None, sent: float | None
) -> None:
    assert told(after(DATE, answered), sent) == TEN_O_CLOCK


def test_the_later_of_two_tellers_counts() -> None:
    world = after(DATE)
    world.timing.note_event(2000.0, "RUN_STARTED")
    world.timing.note_stamp((TEN_O_CLOCK.timestamp() + 60) * 1000)
    assert told(world, 2000.0) == TEN_O_CLOCK.replace(minute=1)


@pytest.mark.parametrize("date", [None, "", "soon", "Sun, 01 Mar 2026 10:00:00 -0000", "\x00"])
def test_no_date_tells_nothing(date: str | None) -> None:
    assert told(after(date), 5000.0) is None


@pytest.mark.parametrize("stamp", [0, 1772359200, 1e16, float("inf"), -1e12])
def test_what_is_no_time_in_milliseconds_tells_nothing(stamp: float) -> None:
    world = after(None)
    world.timing.note_stamp(stamp)
    assert told(world, 5000.0) is None


def test_the_end_of_the_calendar_is_no_failure() -> None:
    world = after("Fri, 31 Dec 9999 23:59:59 GMT")
    assert told(world, 1e12) == datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-01T10:00:00Z", TEN_O_CLOCK),
        ("2026-03-01T12:00:00+02:00", TEN_O_CLOCK),
        ("2026-03-01T10:00:00", None),
        ("2026-03-01", None),
        ("tomorrow", None),
        ("", None),
        (1772359200000, None),
        (None, None),
    ],
)
def test_a_moment_needs_its_offset(text: object, expected: datetime | None) -> None:
    assert read_moment(text) == expected
