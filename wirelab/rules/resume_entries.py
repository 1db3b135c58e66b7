"""The entries of ``resume`` next to the interrupts they answer, where those are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from wirelab.rules.open_interrupts import latest_interrupted

if TYPE_CHECKING:
    from wirelab.projections.runs import Run
    from wirelab.projections.sent_input import SentInput
    from wirelab.projections.world import World


class Answer(NamedTuple):
    """pointer: the entry's place in the input. run: the one that asked."""

    pointer: str
    entry: dict[str, Any]
    interrupt: dict[str, Any]
    run: Run


def entries(sent: SentInput) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The entries of ``resume`` that name an interrupt: place, entry, its id."""
    given = sent.payload.get("resume") if isinstance(sent.payload, dict) else None
    for index, entry in enumerate(given if isinstance(given, list) else ()):
        if isinstance(entry, dict) and isinstance(entry.get("interruptId"), str):
            yield f"/resume/{index}", entry, entry["interruptId"]


def answered_interrupts(world: World, sent: SentInput) -> Iterator[Answer]:
    """Entries that name an interrupt of the thread's most recent interrupted run."""
    named = list(entries(sent))
    run_input = sent.run_input
    if not named or run_input is None:
        return
    run = latest_interrupted(world, run_input.thread_id)
    asked = {each["id"]: each for each in run.interrupts} if run is not None else {}
    for pointer, entry, interrupt_id in named:
        if run is not None and interrupt_id in asked:
            yield Answer(pointer, entry, asked[interrupt_id], run)
