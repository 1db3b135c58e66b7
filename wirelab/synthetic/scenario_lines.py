"""The lines of a scenario, one at a time: what each must be, and the piece of scenario it makes.

Every fault is a ``LineError`` whose text completes "line 7: ...".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from wirelab.steps.step import CommentStep, EventStep, FileKind, Header, RunStep, Step, TrafficStep
from wirelab.synthetic.conditions import CONDITIONS
from wirelab.synthetic.placeholders import check_placeholders
from wirelab.synthetic.scenario import VERDICTS, Cue, Section
from wirelab.synthetic.sources import LineError, parse_expression
from wirelab.synthetic.text_split import read_split
from wirelab.synthetic.writing import Fixed, writing_of
from wirelab.wire.sse_encoder import encode_comment
from wirelab.wire.traffic import Read

MOST_PAUSE_MS = 1e9
MOST_REPEATS = 10_000


def check_header(header: Header) -> None:
    """Raises LineError for a header that is no scenario's."""
    if header.kind is not FileKind.SCENARIO:
        raise LineError(f"this is a file of kind {header.kind}, not a scenario")
    said = header.extra
    _refuse_strangers(said, {"about", "verdict", "findings", "capabilities"}, "a scenario's header")
    if not isinstance(said.get("about"), str):
        raise LineError('"about" must say in a line what the scenario shows')
    if said.get("verdict") not in VERDICTS:
        raise LineError(f'"verdict" must be one of {", ".join(VERDICTS)}')
    if not _are_texts(said.get("findings", [])):
        raise LineError('"findings" must be a list of rule codes')
    if not isinstance(said.get("capabilities", {}), dict):
        raise LineError('"capabilities" must be an object')


def section_of(step: RunStep) -> Section:
    """The section that a ``run`` line begins, still without its cues."""
    settings = step.settings
    _refuse_strangers(step.extra, (), "a run line")
    _refuse_strangers(settings, {"when", "given", "if"}, "a run line")
    when = settings.get("when", "always")
    names = [when] if isinstance(when, str) else when
    if not _are_texts(names) or not names:
        raise LineError('"when" must be the name of a condition, or a list of such names')
    for name in names:
        if name not in CONDITIONS:
            known = ", ".join(CONDITIONS)
            raise LineError(f'no condition is called "{name}"; there is {known}')
    given, equal = settings.get("given", []), settings.get("if", {})
    if not _are_texts(given):
        raise LineError('"given" must be a list of what must be there')
    if not isinstance(equal, dict):
        raise LineError('"if" must be an object: what to look at, and the value it must have')
    return Section(
        when=tuple(names),
        given=tuple(map(parse_expression, given)),
        equal=tuple((parse_expression(text), value) for text, value in equal.items()),
    )


def cue_of(step: Step, section: Section) -> Cue:
    """The cue that a step makes in a section."""
    known = {"jitter", "repeat", *(("split",) if isinstance(step, EventStep) else ())}
    _refuse_strangers(step.extra, known, "this step")
    cue = _plain_cue(step, section)
    jitter, repeat = step.extra.get("jitter", 0), step.extra.get("repeat", 1)
    if type(jitter) not in (int, float) or not 0 <= jitter < MOST_PAUSE_MS:
        raise LineError('"jitter" must be a number of milliseconds')
    if type(repeat) is not int or not 1 <= repeat <= MOST_REPEATS:
        raise LineError(f'"repeat" must be a number from 1 to {MOST_REPEATS}')
    return replace(cue, jitter_ms=float(jitter), repeat=repeat)


def _plain_cue(step: Step, section: Section) -> Cue:
    pause_ms = step.pause_ms or 0.0
    match step:
        case EventStep(at_ms=None, expect=()):
            return _event_cue(step, section, pause_ms)
        case CommentStep(at_ms=None, expect=()):
            return Cue(pause_ms, Fixed((encode_comment(step.text),)))
        case TrafficStep(traffic=Read(data=data, at_ms=None), expect=()):
            return Cue(pause_ms, Fixed((data,)))
    raise LineError(
        "a scenario holds events, comments and reads, each with a pause; "
        '"at" and "expect" belong to other files'
    )


def _event_cue(step: EventStep, section: Section, pause_ms: float) -> Cue:
    split = read_split(step.extra["split"]) if "split" in step.extra else None
    if "split" in step.extra and split is None:
        raise LineError(
            '"split" must be a number of characters, or of words or bytes: {"words": 2}'
        )
    if split is not None and not isinstance(step.payload.get("delta"), str):
        raise LineError('"split" needs an event whose "delta" is text')
    given = {expression.text for expression in (*section.given, *dict(section.equal))}
    varies = check_placeholders(step.payload, given)
    return Cue(pause_ms, writing_of(step.payload, split, varies=varies))


def _refuse_strangers(members: Iterable[str], known: Collection[str], where: str) -> None:
    for name in members:
        if name not in known:
            raise LineError(f'"{name}" means nothing in {where}')


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
