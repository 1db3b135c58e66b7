"""An interrupt that nobody can answer says why; the verdict's words are not those of the run."""

from __future__ import annotations

from tests.tui.driving import (
    FINISHED,
    NARROW,
    STARTED,
    bench,
    press,
    replayed,
    run,
    text,
    traffic_of,
    words,
)
from wirelab.tui.widgets.verdict_words import VerdictWords


def test_an_interrupt_of_a_rejected_run_says_why_it_cannot_be_answered() -> None:
    outcome = {"type": "interrupt", "interrupts": [{"id": "i", "reason": "r", "message": "Sure?"}]}
    lost = {"type": "TEXT_MESSAGE_END", "messageId": "m-9"}

    async def test() -> None:
        async with replayed(traffic_of(STARTED, lost, FINISHED | {"outcome": outcome})) as pilot:
            shown = words(pilot)
            assert "not answerable: a client stopped at event 1 (MSG002)" in shown
            assert "not answered yet" not in shown
            assert "⊘ REJECTED" in shown
            assert "✖1 error" in shown

    run(test)


def test_the_verdict_tab_shows_the_run_as_of_the_cursor() -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, *text("m-1", "Hi"), FINISHED), NARROW) as pilot:
            await press(pilot, "5", "home")
            head = bench(pilot).query_one(VerdictWords).render().plain
            assert head.startswith("▶ RUNNING")
            await press(pilot, "end")
            assert bench(pilot).query_one(VerdictWords).render().plain.startswith("✔ SUCCESS")

    run(test)


def test_going_to_the_only_finding_says_nothing_of_the_top() -> None:
    lost = {"type": "TEXT_MESSAGE_END", "messageId": "m-9"}

    async def test() -> None:
        async with replayed(traffic_of(STARTED, lost, FINISHED), NARROW) as pilot:
            await press(pilot, "n")
            assert "From the top." not in words(pilot)
            assert bench(pilot).cursor.event == 1

    run(test)
