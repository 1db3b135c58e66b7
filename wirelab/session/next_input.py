"""The RunAgentInput of a conversation's next turn, as a conforming client would send it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.protocol.run_input import user_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wirelab.session.session import Session

_NOT_KEPT = ("resume", "parentRunId", "state")


def next_input(
    session: Session,
    text: str | None = None,
    *,
    run_id: str,
    message_id: str = "",
    resume: Sequence[dict[str, Any]] | None = None,
    messages: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """The input of the run that follows: same thread, the conversation and state as they stand.

    Activity messages are not sent back, what concerned only the run before is left out, and so is a
    state of null, which an input cannot carry. New ``messages``, such as the results of frontend
    tools, come behind the conversation, the user's ``text`` as ``message_id`` last
    [basic/run-input]. resume: entries that answer interrupts.
    """
    before = session.world.input
    given = dict(before.payload) if before is not None else {}
    for member in _NOT_KEPT:
        given.pop(member, None)
    kept = [message for message in session.messages if message.get("role") != "activity"]
    said = [user_message(message_id, text)] if text is not None else []
    members: dict[str, Any] = {"threadId": _thread_id(session), "runId": run_id}
    if session.state is not None:
        members["state"] = session.state
    if resume is not None:
        members["resume"] = list(resume)
    return given | members | {"messages": [*kept, *messages, *said]}


def same_input(given: dict[str, Any], *, thread_id: str, run_id: str) -> dict[str, Any]:
    """An input once more, as the first of a thread: what refers to earlier runs is left out."""
    rest = {name: value for name, value in given.items() if name not in ("resume", "parentRunId")}
    return rest | {"threadId": thread_id, "runId": run_id}


def _thread_id(session: Session) -> str | None:
    before = session.world.input
    if before is not None and before.thread_id is not None:
        return before.thread_id
    return session.runs[-1].thread_id if session.runs else None
