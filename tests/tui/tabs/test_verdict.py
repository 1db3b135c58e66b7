"""The Verdict tab: findings, their places and pages; as of the cursor."""

from __future__ import annotations

from dataclasses import replace

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
                assert "stops at event 1" in said, width
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
            needed = listed.first_line(1)
            assert 1 < needed <= 4
            first = [row[: listed.size.width] for row in lines(pilot)[5 : 5 + needed]]
            assert finding_row(bench(pilot).session.findings[1]).message in " ".join(
                " ".join(first).split()
            )
            await pilot.click("#finding-list", offset=(5, needed))
            await settle(pilot)
            assert listed.selected == 1
        many = [LOST[0] | {"messageId": f"m-{at}"} for at in range(30)]
        async with replayed(traffic_of(STARTED, *many, FINISHED), (80, 24), "5") as pilot:
            assert bench(pilot).current_tab.query_one(FindingList).first_line(1) == 1

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


ODD = STARTED | {"colour": "red"}
UNTYPED = {"type": "CUSTOM", "name": "loose", "value": 1}


@SIZES
def test_t_lists_findings_by_rule_in_time_and_by_gravity(size: tuple[int, int]) -> None:
    async def test() -> None:
        stream = traffic_of(ODD, UNTYPED, UNTYPED | {"name": "other"}, *LOST, FINISHED)
        async with replayed(stream, size, "5") as pilot:
            shown = screen(pilot)
            assert shown.index("✖ MSG002") < shown.index("▲ SCH002") < shown.index("· PAS002")
            await press(pilot, "t")
            shown = screen(pilot)
            assert "▾ ✖ MSG002 message-not-open · 1 finding" in shown
            assert "▾ · PAS002 custom-name-without-prefix · 2 findings" in shown
            assert "Findings by rule." in shown
            await press(pilot, "t")
            shown = screen(pilot)
            assert shown.index("▲ SCH002") < shown.index("· PAS002") < shown.index("✖ MSG002")
            await press(pilot, "t")
            shown = screen(pilot)
            assert shown.index("✖ MSG002") < shown.index("▲ SCH002")

    run(test)


def test_a_heading_opens_and_closes_and_shows_its_rule() -> None:
    async def test() -> None:
        many = [LOST[0] | {"messageId": f"m-{at}"} for at in range(20)]
        async with replayed(traffic_of(STARTED, *many, FINISHED), WIDE, "5", "t") as pilot:
            shown = screen(pilot)
            assert "▸ ✖ MSG002 message-not-open · 20 findings" in shown
            assert "enter opens the group" in shown
            assert "Why it matters" in shown
            await press(pilot, "enter")
            shown = screen(pilot)
            assert "▾ ✖ MSG002 message-not-open · 20 findings" in shown
            assert shown.count("✖ MSG002  ") == 20
            await press(pilot, "down", "enter")
            assert bench(pilot).cursor.event == 1

    run(test)


def test_second_opinions_stand_apart_and_are_named_so() -> None:
    async def test() -> None:
        traffic = traffic_of(STARTED, FINISHED | {"runId": "r-2"})
        async with replayed(traffic, WIDE, "5", "end", "down", "down", "down") as pilot:
            shown = screen(pilot)
            assert "▾ · second opinions · 1 finding" in shown
            assert shown.index("RUN007") < shown.index("second opinions") < shown.index("· REF004")
            assert "second opinion · counts in no verdict" in shown

    run(test)


def test_what_lies_behind_the_cursor_says_so() -> None:
    async def test() -> None:
        cut = traffic_of(STARTED, *LOST)
        async with replayed(cut, WIDE, "5", "home") as pilot:
            assert screen(pilot).count("later · ") == len(bench(pilot).session.findings)
            await press(pilot, "end")
            assert "later · " not in screen(pilot)

    run(test)


def test_a_hundred_thousand_findings_are_listed_at_once() -> None:
    async def test() -> None:
        async with replayed(traffic_of(STARTED, *LOST, FINISHED), WIDE, "5") as pilot:
            session = bench(pilot).session
            session.findings.extend(replace(session.findings[0]) for _ in range(100_000))
            await press(pilot, "t", "t", "down", "pagedown")
            listed = bench(pilot).current_tab.query_one(FindingList)
            assert listed.selected > 2
            assert len(lines(pilot)) == WIDE[1]
            assert listed.line_count() > 100_000

    run(test)
