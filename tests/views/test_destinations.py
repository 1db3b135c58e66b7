"""What a person may type to go somewhere, and what is said of anything else."""

from __future__ import annotations

import pytest

from wirelab.views.destinations import (
    AtEvent,
    AtFrame,
    AtId,
    AtTime,
    Destination,
    NotADestination,
    read_destination,
)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("42", AtEvent(42)),
        ("#42", AtEvent(42)),
        (" # 42 ", AtEvent(42)),
        ("frame 14", AtFrame(14)),
        ("Frame14", AtFrame(14)),
        ("800ms", AtTime(800.0)),
        ("1.5s", AtTime(1500.0)),
        (".5 s", AtTime(500.0)),
        ("1:02", AtTime(62_000.0)),
        ("1:02.5", AtTime(62_500.0)),
        ("1:00:00", AtTime(3_600_000.0)),
        ("2m05s", AtTime(125_000.0)),
        ("2m", AtTime(120_000.0)),
        ("call-1", AtId("call-1")),
        ("frame", AtId("frame")),
        ("m", AtId("m")),
        ("5x", AtId("5x")),
        ('"42"', AtId("42")),
        ("plan the trip", AtId("plan the trip")),
    ],
)
def test_what_is_understood(text: str, where: Destination) -> None:
    assert read_destination(text) == where


@pytest.mark.parametrize("text", ["", "  ", "#call", "#"])
def test_what_is_not_says_what_is_accepted(text: str) -> None:
    with pytest.raises(NotADestination, match=r"an event \(#42\), a time \(1.5s, 800ms, 1:02\)"):
        read_destination(text)


def test_a_sentence_holds_no_control_characters() -> None:
    with pytest.raises(NotADestination, match="␛"):
        read_destination("#\x1b[31m")
