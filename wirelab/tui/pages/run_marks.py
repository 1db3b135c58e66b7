"""What stands between the messages of a conversation: steps, subagents, ends of runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.projections.runs import RunStatus
from wirelab.tui.pages.marks import owned
from wirelab.tui.paint import (
    ACCENT,
    ERROR,
    FAINT,
    GOOD,
    NAME,
    SEVERITY_STYLES,
    STATUS_STYLES,
    WARNING,
    line,
)
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.brief_json import brief
from wirelab.views.durations import duration
from wirelab.views.first_clause import first_clause
from wirelab.views.interrupt_answers import Asked, interrupts_of
from wirelab.views.safe_text import safe
from wirelab.views.signs import SEVERITY_SIGNS, STATUS_SIGNS, counted, status_word

if TYPE_CHECKING:
    from wirelab.projections.run_steps import RunStep
    from wirelab.projections.runs import Run
    from wirelab.projections.subagents import Subagent
    from wirelab.rules.finding import Finding
    from wirelab.tui.cursor import Moment
    from wirelab.views.ignored_content import Ignored
    from wirelab.views.transcript import ClientStops, LeftOut, RunBegan, RunEnded


def step_lines(step: RunStep, owner: str, width: int) -> list[Content]:
    """A separator with the step's name and how long it took."""
    if step.cut_off:
        said, style = "✂ cut off", ERROR
    elif step.closed is None:
        said, style = "▶ open", ACCENT
    else:
        said, style = f"✔ {_taken(step)}", FAINT
    name = (safe(step.name, 80), NAME)
    said_of_it = line(("◇ step ", FAINT), name, (f"  {said}", style), owned(owner), " ")
    if said_of_it.cell_length > width:
        return wrap_lines([said_of_it.rstrip()], width, rest=Content("  "))
    return [said_of_it + Content.styled("─" * (width - said_of_it.cell_length), FAINT)]


def _taken(item: RunStep | Subagent) -> str:
    known = item.opened_ms is not None and item.closed_ms is not None
    return duration(item.closed_ms - item.opened_ms) if known else "done"  # type: ignore[operator]


_ENDINGS = {
    None: ("▶ active", ACCENT),
    "finished": ("✔ finished", FAINT),
    "suspended": ("⏸ suspended", WARNING),
    "failed": ("✖ failed", ERROR),
    "cut off": ("✂ cut off", ERROR),
}


def subagent_lines(subagent: Subagent, name: str, moment: Moment, width: int) -> list[Content]:
    """The head of a lane: whose it is, how it ended, what it was for and what it gave."""
    said, style = _ENDINGS.get(subagent.ending, (subagent.ending or "", FAINT))
    failed = f": {safe(subagent.error, 300)}" if subagent.error else ""
    taken = _taken(subagent) if subagent.closed_ms is not None else ""
    said_of_it = line(
        ("◈ subagent ", FAINT),
        (safe(name, 60) or "(no name)", f"{NAME} bold"),
        (f"  {safe(subagent.id, 48)}", FAINT),
        (f"  {said}{failed}", style),
        (f" · {taken}" if taken else "", FAINT),
    )
    more = [Content.styled(each, FAINT) for each in _more_of(subagent, moment)]
    return wrap_lines([said_of_it], width, rest=Content("  ")) + [
        each for words in more for each in wrap_lines([words], width, first=Content("  "))
    ]


def _more_of(subagent: Subagent, moment: Moment) -> list[str]:
    purpose = [safe(subagent.description, 300)] if subagent.description else []
    if subagent.parent_call_id:
        purpose.append(f"for call {safe(subagent.parent_call_id, 60)}")
    more = [" · ".join(purpose)] if purpose else []
    events = moment.session.events
    if subagent.ending == "finished" and subagent.closed is not None:
        payload = events[subagent.closed].payload
        if payload.get("subagentRunId") == subagent.id and "result" in payload:
            more.append(f"result {brief(payload['result'], 300)}")
    return more


def run_began_lines(began: RunBegan, width: int) -> list[Content]:
    run = began.run
    anew = "new thread, without the answers before (← shows them) · " if began.anew else ""
    title = f"── run {run.index + 1} of {began.of} · {anew}{safe(run.run_id or 'no id', 60)} "
    return [Content.styled(title + "─" * max(width - len(title), 0), FAINT).truncate(width)]


def run_ended_lines(ended: RunEnded, moment: Moment, width: int) -> list[Content]:
    run, status = ended.run, ended.run.status
    head = line((f"{STATUS_SIGNS[status]} {status_word(status)}", STATUS_STYLES[status]))
    why = _BY_US if ended.cancelled else _why(status, run.ending)
    lines = [line(head, why)]
    if run.error is not None:
        code = f" ({safe(run.error_code, 60)})" if run.error_code else ""
        lines.append(Content.styled(f"{safe(str(run.error), 2000)}{code}", ERROR))
    if run.result is not None:
        lines.append(line(("result ", FAINT), brief(run.result, 300)))
    asked = interrupts_of(run, moment.session.exchanges, moment.world.runs.exchange)
    stopped = _stopped(run, moment)
    return wrap_lines(lines, width, rest=Content("  ")) + [
        each for interrupt in asked for each in _interrupt(interrupt, stopped, width)
    ]


def _stopped(run: Run, moment: Moment) -> str:
    """Why nobody is asked what the run asks; empty where somebody is."""
    at = moment.session.exchanges[run.exchange].stopped_at
    if at is None or run.status is not RunStatus.REJECTED:
        return ""
    found = _fatal_at(at, moment)
    code = f" ({found.code})" if found else ""
    return f"not answerable: a client stopped at event {at}{code}"


def _fatal_at(event: int, moment: Moment) -> Finding | None:
    findings = moment.session.findings
    return next((each for each in findings if each.fatal and each.event == event), None)


_MOST_SAID = 160
_BY_US = Content.styled(" · this side closed the connection before the run ended", FAINT)


def _why(status: RunStatus, ending: RunStatus) -> Content:
    if status is RunStatus.REJECTED:
        return line((f" · by its own events the run is {ending.value}", FAINT))
    if status is RunStatus.TRUNCATED:
        return line((" · the stream ended before the run did", FAINT))
    return Content("")


def _interrupt(asked: Asked, stopped: str, width: int) -> list[Content]:
    """What is asked, of what it is, and what the client answered."""
    prompt = line((f"{asked.id} ", FAINT), asked.prompt)
    lines = wrap_lines([prompt], width, first=Content.styled("  ⏸ ", WARNING))
    if asked.details:
        said = Content.styled(" · ".join(asked.details), FAINT)
        lines += wrap_lines([said], width, first=Content("    "))
    if not asked.answer:
        unanswered = Content.styled(stopped or "not answered yet", WARNING)
        return lines + wrap_lines([unanswered], width, first=Content.styled("    ↳ ", ACCENT))
    answer = line(("answered ", GOOD), asked.answer)
    if asked.answer == "abandoned":
        answer = Content.styled("abandoned", WARNING)
    return lines + wrap_lines([answer], width, first=Content.styled("    ↳ ", ACCENT))


def client_stops_lines(stops: ClientStops, moment: Moment, width: int) -> list[Content]:
    found = _fatal_at(stops.event, moment)
    code = f" ({found.code})" if found else ""
    said = (
        f"⊘ a conforming client stops at event {stops.event}{code}: "
        "nothing after it reaches the application"
    )
    lines = wrap_text(said, width, style=ERROR)
    if found is not None:
        why = line(("↳ ", FAINT), first_clause(found.message), _SHOWN_THERE)
        lines += wrap_lines([why], width, first=Content("  "), rest=Content("    "))
    return lines


_SHOWN_THERE = (" · 5 shows it", FAINT)


def ignored_lines(ignored: Ignored, width: int) -> list[Content]:
    """What clients ignore, how often, and where to read of it."""
    finding = ignored.first
    times = f" · {ignored.count} times" if ignored.count > 1 else ""
    said = line(
        (f"{SEVERITY_SIGNS[finding.severity]} {finding.code} ", SEVERITY_STYLES[finding.severity]),
        (first_clause(finding.message, _MOST_SAID), ""),
        (times, FAINT),
        _SHOWN_THERE,
    )
    return wrap_lines([said], width, rest=Content("  "))


def left_out_lines(left: LeftOut, width: int) -> list[Content]:
    earlier = counted(left.count, f"earlier {left.what}")
    said = f"… {earlier}; move the cursor back to see them"
    return wrap_text(said, width, style=FAINT)
