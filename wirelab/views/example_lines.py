"""A rule's example as lines: the stream as it is on the wire, and the finding where it is found.

Lines come with a tone; what is long is cut, what would steer a terminal is made visible.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, TypeAlias

from wirelab.session.case_play import play
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
    for step, findings in play(case, (rule,))[1]:
        yield f"    {_time_of(step)}{safe(_wire_form(step), _MOST_OF_A_STEP)}", ""
        for finding in findings:
            more = f" (and {finding.more} more like it)" if finding.more else ""
            message = safe(finding.message, _MOST_OF_A_MESSAGE) + more
            first = f"  {SEVERITY_SIGNS[finding.severity]}   "
            lines = textwrap.wrap(
                message, 90, initial_indent=first, subsequent_indent=" " * len(first)
            )
            yield from ((line, finding.severity.value) for line in lines)


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
