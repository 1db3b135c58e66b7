from __future__ import annotations

import pytest

from wirelab.views.durations import duration, gap, moment


@pytest.mark.parametrize(
    ("milliseconds", "shown"),
    [
        (None, "—"),
        (0.0, "0ms"),
        (0.42, "0.4ms"),
        (41.2, "41ms"),
        (999.4, "999ms"),
        (1840.0, "1.84s"),
        (125_000.0, "2m05s"),
    ],
)
def test_a_duration_has_the_unit_that_fits(milliseconds: float | None, shown: str) -> None:
    assert duration(milliseconds) == shown


def test_moments_are_seconds_and_gaps_have_a_sign() -> None:
    assert (moment(1204.0), moment(None)) == ("1.204", "—")
    assert (gap(13.0), gap(None)) == ("+13ms", "")
