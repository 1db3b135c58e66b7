from __future__ import annotations

import random
from math import ceil

import pytest

from wirelab.views.gap_histogram import MOST_KEPT, Gap, GapHistogram


def histogram_of(*gaps: float) -> GapHistogram:
    histogram = GapHistogram()
    for gap in gaps:
        histogram.note(gap)
    return histogram


def test_gaps_that_are_alike_come_back_exactly() -> None:
    assert histogram_of(*[10.0] * 20).percentile(0.95) == 10.0
    assert histogram_of(0.0, 0.0, 0.0, 7.5).percentile(0.5) == 0.0
    assert GapHistogram().percentile(0.5) is None


@pytest.mark.parametrize("share", [0.01, 0.5, 0.95, 1.0])
def test_a_percentile_is_less_than_nine_percent_off(share: float) -> None:
    chance = random.Random(4)
    gaps = [10 ** chance.uniform(-1.9, 6) for _ in range(3000)]
    exact = sorted(gaps)[ceil(share * len(gaps)) - 1]
    found = histogram_of(*gaps).percentile(share)
    assert found == pytest.approx(exact, rel=0.0906)


def test_it_stays_small_whatever_comes() -> None:
    chance = random.Random(5)
    histogram = histogram_of(*(10 ** chance.uniform(-6, 30) for _ in range(20_000)))
    assert len(histogram._counts) <= 40 * 8 + 1
    assert histogram.count == 20_000


def test_the_longest_are_kept_with_their_places_and_the_earlier_first() -> None:
    histogram = GapHistogram()
    for frame, ms in enumerate((5.0, 9.0, 1.0, 9.0, 7.0, 3.0, 8.0)):
        if histogram.is_long(ms):
            histogram.keep(Gap(ms, 0.0, frame, frame, True))
    assert len(histogram.longest) == MOST_KEPT
    assert [gap.frame for gap in histogram.longest] == [1, 3, 6, 4, 0]


def test_two_add_up_and_a_copy_stands_alone() -> None:
    one, other = histogram_of(1.0, 2.0), histogram_of(100.0, 200.0)
    copy = one.copy()
    one.add(other)
    assert (one.count, one.percentile(1.0), copy.count, copy.percentile(1.0)) == (4, 200.0, 2, 2.0)
