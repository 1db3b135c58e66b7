"""The events that end what a stream leaves open, in an order that a conforming client takes."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from wirelab.projections.world import World
from wirelab.rules.open_items import OpenItem, open_streams, open_work

Payload = dict[str, Any]

_TYPES = {
    "text": ("TEXT_MESSAGE_END", "messageId"),
    "reasoning": ("REASONING_MESSAGE_END", "messageId"),
    "call": ("TOOL_CALL_END", "toolCallId"),
    "span": ("REASONING_END", "messageId"),
    "step": ("STEP_FINISHED", "stepName"),
    "subagent": ("SUBAGENT_FINISHED", "subagentRunId"),
}


_STARTS = {
    "text": "TEXT_MESSAGE_START",
    "reasoning": "REASONING_MESSAGE_START",
    "call": "TOOL_CALL_START",
}


def closing_events(world: World, chunked: Container[tuple[str, Any]]) -> Iterator[Payload]:
    """What ends the open items and the run of a world; a run that nothing began is not ended.

    chunked: items that chunks opened, by the type of their START and their id; they end by
    themselves.
    """
    run = world.runs.active
    if run is None:
        return
    for item in (*open_streams(world), *reversed([*open_work(world)])):
        if (_STARTS.get(item.family, ""), item.id) not in chunked:
            yield _closing(item)
    if run.run_id is not None:
        yield {"type": "RUN_FINISHED", "threadId": run.thread_id, "runId": run.run_id}


def _closing(item: OpenItem) -> Payload:
    type_, member = _TYPES[item.family]
    owner = {"subagentRunId": item.owner} if item.owner is not None else {}
    return {"type": type_, member: item.id, **owner}
