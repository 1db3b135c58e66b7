"""Each subagent has a lane of its own: a number, a name no other has, its parents before it."""

from __future__ import annotations

from wirelab.projections.subagents import Subagent
from wirelab.views.lanes import Lanes


def subagent(id_: str, name: str, parent: str | None = None) -> Subagent:
    return Subagent(id_, name, 0, 0, None, parent_id=parent)


def lanes(*subagents: Subagent) -> Lanes:
    made = Lanes()
    made.update(list(subagents))
    return made


def test_lanes_are_nested_as_their_subagents_are() -> None:
    known = lanes(subagent("a", "A"), subagent("b", "B", "a"), subagent("c", "C"))
    assert known.of(None) == ()
    assert known.of("a") == (0,)
    assert known.of("b") == (0, 1)
    assert known.of("c") == (2,)


def test_the_second_of_a_name_is_told_from_the_first() -> None:
    known = lanes(subagent("a", "reader"), subagent("b", "reader"))
    assert (known.name("a"), known.name("b")) == ("reader", "reader #2")


def test_one_that_was_not_announced_has_a_lane_and_its_id() -> None:
    known = lanes(subagent("a", "A", "ghost"))
    assert known.of("nobody") == (-1,)
    assert known.name("nobody") == "nobody"
    assert known.of("a") == (-1, 0)


def test_a_ring_of_parents_ends() -> None:
    assert len(lanes(subagent("a", "A", "b"), subagent("b", "B", "a")).of("a")) == 8


def test_what_is_added_is_read_and_nothing_else() -> None:
    class Counting(list[Subagent]):
        asked = 0

        def __getitem__(self, key: int) -> Subagent:  # type: ignore[override]
            Counting.asked += 1
            return super().__getitem__(key)

    made, subagents = Lanes(), Counting([subagent("a", "A")] * 1000)
    made.update(subagents)
    asked = Counting.asked
    subagents.append(subagent("z", "Z"))
    made.update(subagents)
    assert Counting.asked - asked <= 2
    assert made.name("z") == "Z"
    made.update([subagent("z", "Y")])
    assert made.name("z") == "Y"
    assert made.name("a") == "a"
