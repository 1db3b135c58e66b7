"""Habits: how producers come by certain faults, so that a message can say the likely cause.

This table is the one place for them. A rule that recognises a habit ends its message with
``likely(name)``; a test holds each habit against the cases of the rules it names.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, frozen=True)
class Habit:
    """sign: what is seen on the wire. cause: ends the sentence "likely cause: ...".
    rules: the codes of the rules that say it."""

    name: str
    sign: str
    cause: str
    rules: tuple[str, ...]


HABITS = (
    Habit(
        "done-marker",
        "`data: [DONE]`",
        "the end marker of chat-completion APIs; AG-UI ends with RUN_FINISHED and closes the body",
        ("WIR007",),
    ),
    Habit(
        "encoded-twice",
        "a JSON string that holds an event",
        "JSON text that was given to json.dumps once more",
        ("WIR008",),
    ),
    Habit(
        "python-text",
        "`{'type': 'RAW'}`",
        "Python's str() in the place of json.dumps()",
        ("TOL004", "WIR007"),
    ),
    Habit(
        "snake-case",
        "`message_id`, `thread_id`",
        "a serializer that writes snake_case, without the aliases of its models (by_alias)",
        ("SCH002", "SCH005"),
    ),
    Habit(
        "class-names",
        "`RunStarted`, `textMessageStart`",
        "the names of classes or methods sent as types",
        ("SCH001",),
    ),
    Habit(
        "foreign-error",
        '`{"type": "error"}`, `done`',
        "a frame of the web or agent framework's own, which no AG-UI client reads",
        ("SCH001",),
    ),
    Habit(
        "crlf",
        "lines that end with CRLF",
        "Python's sse-starlette, which ends lines with CRLF unless it is given sep",
        ("WIR001",),
    ),
    Habit(
        "json-lines",
        "a body of JSON objects, one a line",
        "JSON lines (NDJSON) instead of server-sent events",
        ("HTP001", "WIR005"),
    ),
    Habit(
        "one-line-break",
        "a last event without its blank line",
        "the event was written with one line break instead of two",
        ("WIR004",),
    ),
    Habit(
        "cut-character",
        "half a character at the end of a text",
        "text that was cut as bytes, before it was put into an event",
        ("WIR003",),
    ),
    Habit(
        "custom-lifecycle",
        "CUSTOM named `error`, `on_interrupt`, `status`",
        "an event of the framework, passed on as CUSTOM",
        ("PAS003",),
    ),
    Habit(
        "finish-after-error",
        "RUN_FINISHED behind RUN_ERROR",
        "code that finishes the run on every way out, such as a finally block",
        ("RUN005",),
    ),
    Habit(
        "shared-id",
        "a text message and a reasoning message with one id",
        "the id of the provider's response, used for its reasoning and for its answer",
        ("MSG006",),
    ),
    Habit(
        "framework-run-id",
        "another runId at the end than at the start",
        "the framework's own run id in the place of the request's",
        ("RUN007",),
    ),
    Habit(
        "provider-thread-id",
        "another threadId than the request's",
        "the provider's conversation id in the place of the request's",
        ("RUN008",),
    ),
    Habit(
        "replayed-history",
        "events of messages that the request carries",
        "the thread's history played as events; MESSAGES_SNAPSHOT restates it",
        ("MSG005",),
    ),
    Habit(
        "shared-agent",
        "a step that this run never started",
        "one agent object that serves several requests at once",
        ("STP002",),
    ),
    Habit(
        "parallel-calls",
        "arguments for a call that ended when another began",
        "the fragments of parallel calls interleave, and each start ends the call before",
        ("TOL002",),
    ),
    Habit(
        "resent-arguments",
        "arguments that are the same value twice",
        "they were sent in fragments, and once more as a whole",
        ("INP012", "TOL004"),
    ),
    Habit(
        "seconds",
        "a timestamp of ten digits",
        "a clock that counts seconds, such as Python's time.time()",
        ("HTP004",),
    ),
    Habit(
        "written-nulls",
        "null where a member should be absent",
        "a serializer that writes members without a value",
        ("SCH006", "VER006"),
    ),
    Habit(
        "left-out-nulls",
        "CUSTOM without `value`",
        "a serializer that leaves members out whose value is null (exclude_none)",
        ("SCH005",),
    ),
    Habit(
        "first-update-replaces",
        "`replace` of a member that is not there yet",
        'a first update sent as "replace"; "add" sets what may be missing',
        ("ACT002", "STA001"),
    ),
    Habit(
        "snapshot-of-framework",
        "a snapshot with other ids than the stream",
        "a snapshot of the framework's own messages, whose ids the stream did not use",
        ("SNP002",),
    ),
    Habit(
        "web-page",
        "HTML instead of a stream",
        "a wrong URL, or a login or front end that stands before the agent",
        ("HTP001", "HTP007", "HTP008"),
    ),
    Habit(
        "slash",
        "a redirect to the same address with or without its last slash",
        "a web framework that insists on its own spelling of the path",
        ("HTP006",),
    ),
)

_BY_NAME = {habit.name: habit for habit in HABITS}


def likely(name: str) -> str:
    """The end of a message: ``; likely cause: ...``. Raises KeyError for an unknown habit."""
    return f"; likely cause: {_BY_NAME[name].cause}"
