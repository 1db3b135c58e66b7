"""The terms of the filter language: what each key asks of a frame. A new key is one entry.

Case matters nowhere but in the names of a JSON pointer. A value in quotes is literal.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeAlias

from wirelab.session.event_ids import ids_in
from wirelab.views.filters.values import (
    ValueFault,
    comparison,
    contains,
    equals,
    glob,
    needles,
    pointer_tokens,
    values_at,
)
from wirelab.views.signs import SEVERITY_ORDER
from wirelab.wire.frame import FrameKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wirelab.rules.finding import Finding
    from wirelab.views.filters.candidate import Candidate

Test: TypeAlias = "Callable[[Candidate], bool]"


@dataclass(slots=True, frozen=True)
class Value:
    """What stands behind a key. literal: it was quoted, so no sign in it has a meaning.

    operand: the quoted text behind it, where it ends in = or ~.
    """

    operator: str
    text: str
    literal: bool
    operand: str | None = None


@dataclass(slots=True, frozen=True)
class Key:
    """One key. operators: what may follow it. example: a whole term. says: what it asks for.

    read: makes the test of a value; raises ValueFault.
    """

    name: str
    operators: tuple[str, ...]
    example: str
    says: str
    read: Callable[[Value], Test]


def text_test(text: str) -> Test:
    """Words without a key: the frame's text holds them."""
    wanted = needles(text)
    if len(wanted) == 1:
        only = wanted[0]
        return lambda candidate: only in candidate.folded
    return lambda candidate: any(each in candidate.folded for each in wanted)


def _type(value: Value) -> Test:
    fits = glob(value.text, value.literal)
    return lambda candidate: candidate.event is not None and fits(candidate.event.type)


def _id(value: Value) -> Test:
    fits = glob(value.text, value.literal)

    def test(candidate: Candidate) -> bool:
        event = candidate.event
        return event is not None and any(map(fits, _named(event.payload)))

    return test


def _named(payload: dict[str, Any]) -> Iterator[str]:
    for identity, _ in ids_in(payload):
        yield identity.value
    step = payload.get("stepName")
    if isinstance(step, str):
        yield step


def _severity(value: Value) -> Test:
    wanted = _one_of(value.text, [each.value for each in SEVERITY_ORDER])
    grave = set(SEVERITY_ORDER[: SEVERITY_ORDER.index(wanted) + 1])
    return _found(lambda finding: finding.severity in grave)


def _code(value: Value) -> Test:
    fits = glob(value.text, value.literal)
    return _found(lambda finding: fits(finding.code) or fits(finding.slug))


def _found(holds: Callable[[Finding], bool]) -> Test:
    return lambda candidate: any(map(holds, candidate.findings))


def _owner(value: Value) -> Test:
    fits = glob(value.text, value.literal)

    def test(candidate: Candidate) -> bool:
        owner = candidate.event.owner if candidate.event is not None else None
        return owner is not None and fits(owner)

    return test


def _run(value: Value) -> Test:
    number = value.text
    if not value.literal and number.isascii() and number.isdigit():
        index = int(number[:18]) - 1
        return lambda candidate: (run := candidate.run) is not None and run.index == index
    fits = glob(value.text, value.literal)

    def test(candidate: Candidate) -> bool:
        run = candidate.run
        return run is not None and run.run_id is not None and fits(run.run_id)

    return test


def _time(value: Value) -> Test:
    fits = comparison(value.operator, value.text)
    return lambda candidate: fits(candidate.frame.at_ms)


def _gap(value: Value) -> Test:
    fits = comparison(value.operator, value.text)
    return lambda candidate: fits(candidate.gap_ms)


def _kind(value: Value) -> Test:
    word = _one_of(value.text.replace("-", "_"), [kind.value for kind in FrameKind])
    kind = FrameKind(word)
    return lambda candidate: candidate.frame.kind is kind


def _path(value: Value) -> Test:
    pointer, sign, operand = (value.text, "", "") if value.literal else split_path(value)
    tokens, wild = pointer_tokens(pointer), not value.literal
    literal = value.operand is not None
    fits = {"": lambda _: True, "~": contains(operand), "=": equals(operand, literal)}[sign]

    def test(candidate: Candidate) -> bool:
        event = candidate.event
        return event is not None and any(map(fits, values_at(event.payload, tokens, wild)))

    return test


def split_path(value: Value) -> tuple[str, str, str]:
    """Pointer, sign and operand of ``/delta~text``; ``~0`` and ``~1`` belong to the pointer."""
    text = value.text
    for at, sign in enumerate(text):
        if sign == "=" or (sign == "~" and text[at + 1 : at + 2] not in ("0", "1")):
            pointer, written = text[:at], text[at + 1 :]
            if value.operand is None and written:
                return pointer, sign, written
            if value.operand is not None and not written:
                return pointer, sign, value.operand
            raise ValueFault(f"expected a text behind {sign}", at + 1)
    return text, "", ""


def _one_of(word: str, known: list[str]) -> str:
    """The word as it is known. Raises ValueFault."""
    word = word.casefold()
    if word in known:
        return word
    raise ValueFault(f"expected one of {', '.join(known)}{near(word, known)}")


def near(word: str, known: Iterable[str]) -> str:
    """The end of a sentence that proposes a word like this one, or an empty one."""
    close = get_close_matches(word[:40].casefold(), list(known), n=2, cutoff=0.5)
    return f"; did you mean {' or '.join(close)}?" if close else ""


_IS, _COMPARES = (":",), (">", "<", ">=", "<=")

KEYS: dict[str, Key] = {
    key.name: key
    for key in (
        Key("type", _IS, "type:TOOL_*", "the event's type", _type),
        Key("id", _IS, "id:call-1", "any id the event names, or a step's name", _id),
        Key(
            "sev", _IS, "sev:error", "a finding at least as grave (error, warning, note)", _severity
        ),
        Key("code", _IS, "code:MSG*", "a finding of that rule", _code),
        Key("owner", _IS, "owner:sub-2", "the subagent it belongs to", _owner),
        Key("run", _IS, "run:2", "the run, by its number from 1 or by its id", _run),
        Key("kind", _IS, "kind:comment", "what the frame is", _kind),
        Key("t", _COMPARES, "t>3.5", "seconds since the session began (or 800ms)", _time),
        Key("gap", _COMPARES, "gap>1", "seconds since the frame before", _gap),
        Key(
            "path",
            _IS,
            'path:/delta~"sun"',
            "a value in the payload: there, = equal, ~ holds",
            _path,
        ),
    )
}
"""All keys, in the order in which help and documentation tell them."""
