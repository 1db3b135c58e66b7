"""A conversation that is packed as it passes gives the same answers as one that is held."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tests.rules.case_file import case_files, play, read_cases
from tests.session.any_traffic import TRAFFIC
from tests.session.test_engine_properties import arrivals_of, inspected, known, often, told
from wirelab.projections import passing_conversation
from wirelab.projections.world import World
from wirelab.session import inspection
from wirelab.wire.traffic import Traffic


@pytest.fixture(autouse=True)
def _packed_at_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inspection, "_TIDY_AT", 0)
        patch.setattr(passing_conversation, "_NEAR", 1)
        patch.setattr(passing_conversation, "_FEWEST", 1)
        patch.setattr(passing_conversation, "_WHOLE", 3)
        yield


def sorted_calls(world: World) -> tuple[Any, ...]:
    *rest, calls = known(world)
    return (*rest, sorted(calls))


@often
@given(TRAFFIC)
def test_what_is_packed_changes_nothing(traffic: list[Traffic]) -> None:
    arrivals = arrivals_of(traffic)
    held, passed = inspected(arrivals), inspected(arrivals, keep=False)
    assert told(held) == told(passed)
    assert sorted_calls(held.world) == sorted_calls(passed.world)
    assert held.messages == passed.messages
    order = held.world.messages.order, passed.world.messages.order
    assert [len(each) for each in order] == [len(list(each)) for each in order]
    assert [each.id for each in reversed(order[0])] == [each.id for each in reversed(order[1])]


@pytest.mark.parametrize("path", case_files(), ids=lambda path: path.stem)
def test_no_case_of_a_rule_notices(path: Path) -> None:
    for case in read_cases(path):
        (held, found), (passed, found_passing) = play(case), play(case, keep=False)
        assert found_passing == found, case.head.name
        assert sorted_calls(held.world) == sorted_calls(passed.world)
