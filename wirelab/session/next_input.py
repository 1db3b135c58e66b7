"""The RunAgentInput of a conversation's next turn, as a conforming client would send it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirelab.protocol.run_input import user_message

if TYPE_CHECKING:
    from wirelab.session.session import Session

_NOT_KEPT = ("resume", "parentRunId", "state")


def next_input(session: Session, text: str, *, run_id: str, message_id: str) -> dict[str, Any]:
    """The input of the run that follows: same thread, the conversation and state as they stand.

    Activity messages are not sent back, what concerned only the run before is left out, and so is a
    state of null, which an input cannot carry. The user's ``text`` comes last [basic/run-input].
    """
    before = session.world.input
    given = dict(before.payload) if before is not None else {}
    for member in _NOT_KEPT:
        given.pop(member, None)
    kept = [message for message in session.messages if message.get("role") != "activity"]
    state = {} if session.state is None else {"state": session.state}
    messages = [*kept, user_message(message_id, text)]
    return given | {"threadId": _thread_id(session), "runId": run_id, **state, "messages": messages}


def _thread_id(session: Session) -> str | None:
    before = session.world.input
    if before is not None and before.thread_id is not None:
        return before.thread_id
    return session.runs[-1].thread_id if session.runs else None
