"""What a placeholder may name: each source of a value, and where in the scene it is read.

An expression is ``name`` or ``name:argument``; the table ``SOURCES`` is all there is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.protocol import json_pointer
from wirelab.protocol.versions import read_version
from wirelab.synthetic.sample_arguments import sample_arguments
from wirelab.synthetic.scene import text_of

if TYPE_CHECKING:
    from wirelab.synthetic.scene import Scene


class LineError(ValueError):
    """A line of a scenario is not what it must be; the text is the reason."""


class Absent:
    """What an expression gives where the scene does not have it."""


ABSENT = Absent()

Read = Callable[["Scene", str], Any]


@dataclass(slots=True, frozen=True)
class Source:
    """Where a value comes from.

    read: the value for a scene and the argument behind the colon.
    argument: what that argument is, a key of ``_ARGUMENTS``; "" for none.
    sure: every scene has it.
    """

    read: Read
    argument: str = ""
    sure: bool = False


@dataclass(slots=True, frozen=True)
class Expression:
    """A name and an argument that fit each other."""

    text: str
    source: Source
    argument: str

    def read(self, scene: Scene) -> Any:
        """The value, ABSENT where the scene has none; never raises."""
        return self.source.read(scene, self.argument)


def parse_expression(text: str) -> Expression:
    """Raises LineError, which says what there is instead."""
    name, colon, argument = text.partition(":")
    source = SOURCES.get(name)
    if source is None:
        raise LineError(f'nothing is called "{name}"; there is {", ".join(SOURCES)}')
    if colon and not source.argument:
        raise LineError(f'"{name}" takes nothing behind a colon')
    if source.argument and not (colon and _ARGUMENTS[source.argument].fullmatch(argument)):
        raise LineError(f'"{name}" needs {source.argument} behind a colon')
    return Expression(text, source, argument)


def _there(value: Any) -> Any:
    return ABSENT if value is None else value


def _at(document: Any, pointer: str) -> Any:
    try:
        return json_pointer.resolve(document, pointer)
    except json_pointer.PointerError:
        return ABSENT


def _tool_message(scene: Scene, member: str) -> Any:
    return (scene.tool_message or {}).get(member) or ABSENT


def _answer_text(scene: Scene, _: str) -> Any:
    message = scene.tool_message
    return ABSENT if message is None else text_of(message.get("content"))


def _advertised_arguments(scene: Scene, _: str) -> Any:
    tool = scene.advertised_tool
    said = scene.user_texts[-1] if scene.user_texts else ""
    return ABSENT if tool is None else sample_arguments(tool.get("parameters"), said)


def _resume(scene: Scene, argument: str) -> Any:
    name, slash, rest = argument.partition("/")
    return _at(scene.answers.get(name, ABSENT), slash + rest)


def _since(scene: Scene, argument: str) -> Any:
    version, _, text = argument.partition("/")
    spoken, needed = read_version(scene.version), read_version(version)
    return text if spoken and needed and spoken >= needed else ABSENT


_ARGUMENTS = {
    "a name": re.compile(r"[A-Za-z][A-Za-z0-9_.-]*"),
    "a JSON pointer": re.compile(r"(?:/(?:[^/~]|~[01])*)*"),
    "a version, / and a text": re.compile(r"[0-9]\.[0-9]/[^{}|]+"),
    "a name and a JSON pointer": re.compile(r"[A-Za-z][A-Za-z0-9_.-]*(?:/(?:[^/~]|~[01])*)*"),
}

SOURCES: Mapping[str, Source] = {
    "version": Source(lambda scene, _: scene.version, sure=True),
    "since": Source(_since, "a version, / and a text"),
    "turn": Source(lambda scene, _: scene.turn, sure=True),
    "message_count": Source(lambda scene, _: len(scene.run_input.messages), sure=True),
    "new": Source(lambda scene, name: scene.new_id(name), "a name", sure=True),
    "backend_tool": Source(lambda scene, name: scene.backend_tool(name), "a name", sure=True),
    "input.threadId": Source(lambda scene, _: scene.run_input.thread_id, sure=True),
    "input.runId": Source(lambda scene, _: scene.run_input.run_id, sure=True),
    "input.messages": Source(lambda scene, _: scene.run_input.messages, sure=True),
    "input": Source(lambda scene, at: _at(scene.run_input.payload, at), "a JSON pointer"),
    "state": Source(
        lambda scene, at: _at(scene.run_input.payload, "/state" + at), "a JSON pointer"
    ),
    "first_user_text": Source(lambda scene, _: next(iter(scene.user_texts), ABSENT)),
    "last_user_text": Source(lambda scene, _: next(reversed(scene.user_texts), ABSENT)),
    "advertised.name": Source(lambda scene, _: _there((scene.advertised_tool or {}).get("name"))),
    "advertised.arguments": Source(_advertised_arguments),
    "tool_message.text": Source(_answer_text),
    "tool_message.error": Source(lambda scene, _: _tool_message(scene, "error")),
    "unanswered": Source(lambda scene, name: _there(scene.unanswered(name)), "a name"),
    "resume": Source(_resume, "a name and a JSON pointer"),
}
