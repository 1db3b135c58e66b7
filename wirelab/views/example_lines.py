"""A rule's example as lines: the stream as it is on the wire, and what the rule says where.

Nothing is judged here: the case file holds the messages. Lines come with a tone; what is long is
cut, what would steer a terminal is made visible.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, TypeAlias

from wirelab.rules.finding import Severity
from wirelab.steps.step import CommentStep, EventStep, FrameStep, TrafficStep
from wirelab.views.durations import duration
from wirelab.views.safe_text import safe
from wirelab.views.signs import SEVERITY_SIGNS
from wirelab.wire.sse_encoder import canonical_json
from wirelab.wire.traffic import End, Read, Request, Response, Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wirelab.rules.rule import Rule
    from wirelab.steps.cases import Case
    from wirelab.steps.step import Step

ToneLine: TypeAlias = tuple[str, str]

_WIDTH = 90
_MOST_OF_A_STEP = 240
_MOST_OF_A_MESSAGE = 400
_ENDS = {
    "eof": "the body closes",
    "reset": "the connection breaks",
    "timeout": "nothing more comes in time",
    "cancelled": "this side hangs up",
    "unreached": "no answer comes",
    "unknown": "the source ends",
}


def example_lines(case: Case, rule: Rule) -> Iterator[ToneLine]:
    """The steps of a case, and below a step what the rule says of it."""
    if case.head.input is not None:
        yield f"    → {safe(canonical_json(case.head.input), _MOST_OF_A_STEP)}", ""
    for step in case.steps:
        yield f"    {_time_of(step)}{safe(_wire_form(step), _MOST_OF_A_STEP)}", ""
        for message in messages_at(step, rule):
            severity = Severity(step.extra.get("severity", rule.severity))
            first = f"  {SEVERITY_SIGNS[severity]}   "
            for line in textwrap.wrap(
                safe(message, _MOST_OF_A_MESSAGE),
                _WIDTH,
                initial_indent=first,
                subsequent_indent=" " * len(first),
            ):
                yield line, severity.value


def messages_at(step: Step, rule: Rule) -> list[str]:
    """What a rule says of a step: in full where the case has it, else at least that it fires."""
    if rule.code not in step.expect:
        return []
    told: list[str] = step.extra.get("told") or [" … ".join(step.extra.get("says", [rule.slug]))]
    more = step.extra.get("more")
    return [*told[:-1], f"{told[-1]} (and {more} more like it)"] if more else told


def _time_of(step: Step) -> str:
    at_ms = step.traffic.at_ms if isinstance(step, TrafficStep) else getattr(step, "at_ms", None)
    return f"+{duration(at_ms)} " if at_ms is not None else ""


def _wire_form(step: Step) -> str:
    match step:
        case EventStep():
            return f"data: {canonical_json(step.payload)}"
        case CommentStep():
            return f": {step.text}"
        case FrameStep():
            return f"data: {step.data}"
        case TrafficStep():
            return _traffic_form(step.traffic)
    return ""


def _traffic_form(traffic: Traffic) -> str:
    match traffic:
        case Request():
            return f"→ {traffic.method} {traffic.url} {traffic.body.decode('utf-8', 'replace')}"
        case Response():
            headers = "; ".join(f"{name}: {value}" for name, value in traffic.headers)
            return f"← {traffic.status} {headers}"
        case Read():
            return traffic.data.decode("utf-8", "backslashreplace")
        case End():
            return f"— {_ENDS[traffic.how.value]}"
