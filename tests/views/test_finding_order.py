"""Findings by gravity, by rule and in time; second opinions apart; as they come in."""

from __future__ import annotations

from wirelab.rules.finding import Finding, Place, Severity
from wirelab.views.finding_order import OPINIONS, FindingOrder, Group, Order

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


def finding(code: str, severity: Severity, event: int = 0, *, opinion: bool = False) -> Finding:
    slug, fatal = f"slug-of-{code.lower()}", False
    place = Place.EVENT, event, event, "CUSTOM", "", None, "spec"
    return Finding(code, slug, severity, fatal, "said", 0, *place, opinion=opinion)


FOUND = [
    finding("PAS001", NOTE, 1),
    finding("REF001", NOTE, 2, opinion=True),
    finding("STA001", WARNING, 3),
    finding("MSG001", ERROR, 4),
    finding("PAS001", NOTE, 5),
    finding("MSG001", ERROR, 6),
]


def shown(order: FindingOrder) -> list[object]:
    """Each row: words of a heading, the event of a finding."""
    rows = [order.row(at) for at in range(len(order))]
    return [each.words if isinstance(each, Group) else each.event for each in rows]


def test_by_gravity_the_gravest_come_first_and_second_opinions_apart() -> None:
    order = FindingOrder(FOUND)
    assert shown(order) == [4, 6, 3, 1, 5, f"{OPINIONS} · 1 finding", 2]


def test_in_time_they_come_as_found() -> None:
    order = FindingOrder(FOUND, Order.TIME)
    assert shown(order) == [1, 3, 4, 5, 6, f"{OPINIONS} · 1 finding", 2]


def test_by_rule_each_rule_has_a_heading_with_its_count() -> None:
    order = FindingOrder(FOUND, Order.RULE)
    assert shown(order) == [
        "MSG001 slug-of-msg001 · 2 findings",
        4,
        6,
        "STA001 slug-of-sta001 · 1 finding",
        3,
        "PAS001 slug-of-pas001 · 2 findings",
        1,
        5,
        "second opinion REF001 slug-of-ref001 · 1 finding",
        2,
    ]


def test_every_row_is_found_again() -> None:
    for each in Order:
        order = FindingOrder(FOUND, each)
        assert [order.position_of(order.row(at)) for at in range(len(order))] == list(
            range(len(order))
        )


def test_a_closed_group_is_its_heading() -> None:
    order = FindingOrder(FOUND, Order.RULE)
    heading = order.row(0)
    assert isinstance(heading, Group)
    order.toggle(heading)
    assert shown(order)[:3] == [heading.words, "STA001 slug-of-sta001 · 1 finding", 3]
    assert order.position_of(FOUND[5]) == 0
    order.toggle(heading)
    assert order.position_of(FOUND[5]) == 2


def test_a_large_group_is_closed_until_opened() -> None:
    order = FindingOrder([finding("MSG001", ERROR, at) for at in range(100)], Order.RULE)
    assert shown(order) == ["MSG001 slug-of-msg001 · 100 findings"]
    heading = order.row(0)
    assert isinstance(heading, Group)
    order.toggle(heading)
    assert len(order) == 101


def test_new_findings_find_their_places() -> None:
    for each in Order:
        found: list[Finding] = []
        order = FindingOrder(found, each)
        for one in FOUND:
            found.append(one)
            order.update()
        assert shown(order) == shown(FindingOrder(FOUND, each))


def test_one_key_goes_round_the_orders() -> None:
    assert [each.next for each in Order] == [Order.RULE, Order.TIME, Order.GRAVITY]
