"""The Verdict tab: findings, their places and pages; as of the cursor."""

from __future__ import annotations

from tests.tui.driving import (
    FINISHED,
    LOST,
    SIZES,
    STARTED,
    WIDE,
    bench,
    lines,
    press,
    replayed,
    run,
    screen,
    settle,
    text,
    traffic_of,
    words,
)
from wirelab.tui.widgets.finding_list import FindingList
from wirelab.tui.widgets.verdict_words import VerdictWords, verdict_line
from wirelab.views.finding_rows import finding_row
from wirelab.wire.traffic import Response


@SIZES
def test_verdict_lists_findings_gravest_first_with_the_rules_page(size: tuple[int, int]) -> None:
    async def test() -> None:
        odd = STARTED | {"colour": "red"}
        async with replayed(traffic_of(odd, *LOST, FINISHED), size, "5") as pilot:
            shown = screen(pilot)
            assert "REJECTED · 1 error · 1 warning · a client stops at event 1" in shown
            assert shown.index("MSG002") < shown.index("SCH002")
            assert "MSG002 message-not-open" in shown
            assert "and 2 more like it" in words(pilot)
            await press(pilot, "tab", "pagedown")
            assert "Why it matters" in screen(pilot)

    run(test)


def test_verdict_says_where_a_client_stops_at_any_width() -> None:
    traffic = traffic_of(STARTED | {"colour": "red"}, *LOST, FINISHED)

    async def test() -> None:
        for width in (60, 80, 100, 120):
            async with replayed(traffic, (width, 40), "5") as pilot:
                heading = bench(pilot).current_tab.query_one(VerdictWords)
                said = heading.render().plain
                assert said.endswith("stops at event 1"), width
                assert len(said) <= heading.size.width
        session = bench(pilot).session
        assert verdict_line(session, 40).plain == "⊘ REJECTED · ✖1 ▲1 · stops at 1"
        assert verdict_line(session, 24).plain == "⊘ REJECTED · stops at 1"
        assert verdict_line(session, 15).plain == "⊘ REJECTED · s…"

    run(test)


def test_verdict_gives_a_few_findings_the_lines_they_need() -> None:
    async def test() -> None:
        odd = STARTED | {"colour": "red"}
        async with replayed(traffic_of(odd, *LOST, FINISHED), WIDE, "5") as pilot:
            listed = bench(pilot).current_tab.query_one(FindingList)
            assert 1 < listed.lines_a_row <= 4
            first = [row[: listed.size.width] for row in lines(pilot)[5 : 5 + listed.lines_a_row]]
            assert finding_row(bench(pilot).session.findings[1]).message in " ".join(
                " ".join(first).split()
            )
            await pilot.click("#finding-list", offset=(5, listed.lines_a_row))
            await settle(pilot)
            assert listed.selected == 1
        many = [LOST[0] | {"messageId": f"m-{at}"} for at in range(30)]
        async with replayed(traffic_of(STARTED, *many, FINISHED), (80, 24), "5") as pilot:
            assert bench(pilot).current_tab.query_one(FindingList).lines_a_row == 1

    run(test)


def test_verdict_leads_to_the_event_by_enter_and_to_its_origin_by_o() -> None:
    async def test() -> None:
        late = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m-1", "delta": "late"}
        stream = traffic_of(STARTED, *text("m-1", "Hi"), late, FINISHED)
        async with replayed(stream, WIDE, "5", "enter") as pilot:
            assert bench(pilot).cursor.event == 4
            assert "event 4 · frame 4" in screen(pilot)
            await press(pilot, "5", "o")
            assert bench(pilot).cursor.event == 3

    run(test)


def test_verdict_leads_from_the_answers_head_to_the_wire() -> None:
    async def test() -> None:
        traffic = traffic_of(STARTED, FINISHED)
        html = Response(200, (("content-type", "text/html"),), 10.0)
        async with replayed([traffic[0], html, *traffic[2:]], WIDE, "5", "enter") as pilot:
            assert bench(pilot).current_tab.id == "wire"
            assert "content-type: text/html" in screen(pilot)

    run(test)


def test_verdict_without_findings_says_so() -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, FINISHED), WIDE, "5") as pilot:
            assert "✔ clean" in screen(pilot)
            assert "No finding so far." in screen(pilot)

    run(test)
