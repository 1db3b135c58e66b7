"""What is left of a stream gets the finding, and nothing of it can be spared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.case_file import case_files, play, read_cases
from wirelab.session.minimising import Minimising, Wanted, without_spare
from wirelab.steps.exporters.exchanges import arrivals
from wirelab.transports.step_file import open_source


@pytest.mark.parametrize(
    ("needed", "count"), [({3}, 10), ({0, 9}, 10), ({2, 3, 5, 7}, 64), (set(range(6)), 6), ({0}, 1)]
)
def test_nothing_is_left_that_can_be_spared(needed: set[int], count: int) -> None:
    tried: list[int] = []

    def holds(part: object) -> bool:
        tried.append(1)
        return needed <= set(part)  # type: ignore[call-overload,no-any-return]

    assert without_spare(range(count), holds) == sorted(needed)
    assert len(tried) < 12 * (len(needed) + 1) * max(count.bit_length(), 1)


@pytest.mark.parametrize(
    ("code", "type_"), [("MSG001", "TEXT_MESSAGE_START"), ("MSG002", "TEXT_MESSAGE_CONTENT")]
)
def test_a_long_stream_becomes_the_few_frames_that_matter(code: str, type_: str) -> None:
    items = list(arrivals(open_source("invalid-order").traffic()))
    left = Minimising(items, Wanted(code, type_)).smallest()
    assert 1 < len(left) <= 3


@pytest.mark.parametrize("path", case_files(), ids=lambda path: path.stem)
def test_what_is_left_of_a_rules_cases_gets_the_rule(path: Path) -> None:
    for case in read_cases(path):
        session, _ = play(case)
        found = next((each for each in session.findings if each.code == case.code), None)
        if found is None or case.head.input is not None or session.exchanges[0].request is not None:
            continue
        wanted = Wanted(found.code, found.type)
        left = Minimising(session.frames, wanted, spec=case.head.spec or "auto").smallest()
        assert 0 < len(left) <= len(session.frames)
        again = Minimising(session.frames, wanted, spec=case.head.spec or "auto")
        assert again.smallest(left) == left
