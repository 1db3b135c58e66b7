"""The options of everything that sends a run, and what they make: a target and a request body.

``sends_a_run`` gives a command all of them, bundled in its parameter ``sending``.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from wirelab.cli.diagnostics import ExitCode, say
from wirelab.errors import SourceError, UsageError
from wirelab.protocol.run_input import UNSET, build_run_input, encode_run_input, user_message
from wirelab.transports.fresh_ids import fresh_id

if TYPE_CHECKING:
    from wirelab.session.automatic_answers import AutomaticAnswers
    from wirelab.transports.http_post import Target

GREETING = "Hello!"
_TEXT = str | None
_JSON_HELP = "JSON, or @FILE"


@dataclass(slots=True, kw_only=True)
class Sending:
    """What the options say, as typed; names as on the command line."""

    message: Annotated[
        list[str] | None,
        typer.Option("-m", "--message", metavar="TEXT", help="A user message; each is a turn."),
    ] = None
    input: Annotated[
        _TEXT,
        typer.Option(metavar="FILE|-", help="A whole RunAgentInput; other options override it."),
    ] = None
    header: Annotated[
        list[str] | None,
        typer.Option("-H", "--header", metavar="'NAME: VALUE'", help="A request header."),
    ] = None
    bearer_env: Annotated[
        _TEXT, typer.Option(metavar="VAR", help="Environment variable with a bearer token.")
    ] = None
    thread_id: Annotated[_TEXT, typer.Option(metavar="ID")] = None
    run_id: Annotated[_TEXT, typer.Option(metavar="ID", help="Of the first turn.")] = None
    state: Annotated[_TEXT, typer.Option(metavar="JSON|@FILE")] = None
    tools: Annotated[_TEXT, typer.Option(metavar="JSON|@FILE")] = None
    context: Annotated[_TEXT, typer.Option(metavar="JSON|@FILE")] = None
    forwarded_props: Annotated[_TEXT, typer.Option(metavar="JSON|@FILE")] = None
    resume: Annotated[_TEXT, typer.Option(metavar="JSON|@FILE")] = None
    answers: Annotated[
        _TEXT,
        typer.Option(metavar="FILE", help="Answers to the agent's interrupts and client tools."),
    ] = None
    declare_version: Annotated[
        _TEXT, typer.Option(metavar="V|none", help="protocolVersion; default: the newest known.")
    ] = None
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.001, help="To connect, and of silence.")
    ] = 120.0
    insecure: Annotated[bool, typer.Option("--insecure", help="Do not check TLS certificates.")] = (
        False
    )
    raw_input: Annotated[
        bool, typer.Option("--raw-input", help="Send --input byte for byte, however wrong.")
    ] = False

    def target(self, url: str) -> Target:
        """Where to post. Raises UsageError for a URL, header or variable that cannot be used."""
        from wirelab.transports.http_post import Target, usable_url

        headers = [_header(text) for text in self.header or ()]
        if self.bearer_env is not None:
            token = os.environ.get(self.bearer_env)
            if not token:
                raise UsageError(f"--bearer-env: there is no variable {self.bearer_env}")
            headers.append(("Authorization", f"Bearer {token}"))
        return Target(usable_url(url), tuple(headers), self.timeout, self.insecure)

    def first_body(self) -> bytes:
        """The body of the first turn. Raises UsageError or SourceError."""
        if not self.raw_input:
            return encode_run_input(self._first_input())
        if self.input is None:
            raise UsageError("--raw-input sends what --input gives, which is missing")
        overriding = [f"--{name.replace('_', '-')}" for name in _MEMBERS if getattr(self, name)]
        if overriding:
            raise UsageError(f"--raw-input sends --input as it is; it excludes {overriding[0]}")
        return read_bytes(self.input)

    @property
    def later_messages(self) -> list[str]:
        """The messages of the turns behind the first."""
        return (self.message or [])[1:]

    def automatic_answers(self) -> AutomaticAnswers | None:
        """What answers the agent with nobody asked. Raises UsageError or SourceError."""
        from wirelab.session.automatic_answers import AutomaticAnswers
        from wirelab.session.canned_answers import read_canned_answers

        if self.answers is None:
            return None
        return AutomaticAnswers(read_canned_answers(read_bytes(self.answers), self.answers))

    def _first_input(self) -> dict[str, Any]:
        given = None if self.input is None else _object("--input", read_bytes(self.input))
        texts = (self.message or [])[:1]
        if not texts and given is None and self.resume is None:
            texts = [GREETING]
        run_input = build_run_input(
            fresh_id("thread"),
            fresh_id("run"),
            given,
            [user_message(fresh_id("message"), text) for text in texts],
            thread_id=_given(self.thread_id),
            run_id=_given(self.run_id),
            state=_json("--state", self.state),
            tools=_json("--tools", self.tools),
            context=_json("--context", self.context),
            forwarded_props=_json("--forwarded-props", self.forwarded_props),
            resume=_json("--resume", self.resume),
            protocol_version=self._version(given),
        )
        return _as_client_sends(run_input)

    def _version(self, given: dict[str, Any] | None) -> Any:
        from wirelab.protocol.versions import NEWEST

        if self.declare_version is None:
            return NEWEST if given is None else UNSET
        return None if self.declare_version == "none" else self.declare_version


_MEMBERS = (
    *("message", "thread_id", "run_id", "state", "tools", "context"),
    *("forwarded_props", "resume", "declare_version"),
)


def sends_a_run(command: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """Gives a command the options of ``Sending`` in place of its parameter ``sending``."""
    hints = get_type_hints(Sending, include_extras=True)
    names = [field.name for field in fields(Sending)]
    options = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=hints[field.name],
        )
        for field in fields(Sending)
    ]
    own = inspect.signature(command, eval_str=True).parameters.values()

    def run(**given: Any) -> ExitCode:
        sending = Sending(**{name: given.pop(name) for name in names})
        return command(sending=sending, **given)

    run.__doc__ = command.__doc__
    run.__name__ = command.__name__
    parameters = [
        each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own if each.name != "sending"
    ]
    run.__signature__ = inspect.Signature([*parameters, *options])  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in [*parameters, *options]}
    return run


def is_url(source: str) -> bool:
    """Whether a source names an endpoint rather than a file."""
    return source.startswith(("http://", "https://"))


def read_bytes(path: str) -> bytes:
    """A file, or standard input for ``-``. Raises SourceError."""
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SourceError(f"{path} cannot be read: {reason}") from None


def read_input(path: str) -> dict[str, Any]:
    """The RunAgentInput in a file (``-`` is standard input). Raises SourceError or UsageError."""
    return _object("--input", read_bytes(path))


def _given(text: str | None) -> Any:
    return UNSET if text is None else text


def _json(option: str, text: str | None) -> Any:
    if text is None:
        return UNSET
    data = read_bytes(text[1:]) if text.startswith("@") else text.encode("utf-8", "surrogateescape")
    return _parsed(option, data)


def _object(option: str, data: bytes) -> dict[str, Any]:
    value = _parsed(option, data)
    if not isinstance(value, dict):
        raise UsageError(f"{option} is not a JSON object; --raw-input sends it all the same")
    return value


def _parsed(option: str, data: bytes) -> Any:
    from wirelab.protocol import json_text

    try:
        return json_text.parse(data.removeprefix(b"\xef\xbb\xbf")).value
    except (json_text.NotJson, json_text.TooDeep) as error:
        raise UsageError(f"{option} is not JSON: {error}") from None


def _as_client_sends(run_input: dict[str, Any]) -> dict[str, Any]:
    """What a conforming client makes of an input. Raises UsageError where it refuses to send."""
    from wirelab.session.input_check import check_input

    checked = check_input(run_input)
    if checked.payload is None:
        raise UsageError(
            f"no client would send this RunAgentInput: {checked.refused}; "
            "--input FILE --raw-input sends a file as it is"
        )
    for sentence in checked.warnings:
        say(sentence)
    return checked.payload


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    name, value = name.strip(), value.strip()
    if not colon or not name or not _sendable(name, value):
        raise UsageError(f"-H takes 'Name: value' on one line, not {text!r}")
    return name, value


def _sendable(name: str, value: str) -> bool:
    token = name.isascii() and name.isprintable() and not set(name) & set(' "(),/:;<=>?@[\\]{}')
    return token and value.isprintable()
