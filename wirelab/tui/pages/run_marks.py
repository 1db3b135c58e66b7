"""What stands between the messages of a conversation: steps, subagents, ends of runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.content import Content

from wirelab.projections.runs import RunStatus
from wirelab.tui.pages.marks import owned
from wirelab.tui.paint import ACCENT, ERROR, FAINT, NAME, STATUS_STYLES, WARNING, line
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views.brief_json import brief
from wirelab.views.durations import duration
from wirelab.views.safe_text import safe
from wirelab.views.signs import STATUS_SIGNS, status_word

if TYPE_CHECKING:
    from wirelab.projections.run_steps import RunStep
    from wirelab.projections.subagents import Subagent
    from wirelab.tui.cursor import Moment
    from wirelab.tui.transcript import ClientStops, LeftOut, RunBegan, RunEnded


def step_lines(step: RunStep, owner: str, width: int) -> list[Content]:
    if step.cut_off:
        said, style = "✂ cut off", ERROR
    elif step.closed is None:
        said, style = "▶ open", ACCENT
    else:
        known = step.opened_ms is not None and step.closed_ms is not None
        taken = duration(step.closed_ms - step.opened_ms) if known else "done"  # type: ignore[operator]
        said, style = f"✔ {taken}", FAINT
    name = (safe(step.name, 80), NAME)
    said_of_it = line(("◇ step ", FAINT), name, (f"  {said}", style), owned(owner))
    return wrap_lines([said_of_it], width, rest=Content("  "))


_ENDINGS = {
    None: ("▶ active", ACCENT),
    "finished": ("✔ finished", FAINT),
    "suspended": ("⏸ suspended", WARNING),
    "failed": ("✖ failed", ERROR),
    "cut off": ("✂ cut off", ERROR),
}


def subagent_lines(subagent: Subagent, width: int) -> list[Content]:
    said, style = _ENDINGS.get(subagent.ending, (subagent.ending or "", FAINT))
    failed = f": {safe(subagent.error, 300)}" if subagent.error else ""
    said_of_it = line(
        ("◈ subagent ", FAINT),
        (safe(subagent.name, 60) or "(no name)", f"{NAME} bold"),
        (f"  {safe(subagent.id, 48)}", FAINT),
        (f"  {said}{failed}", style),
    )
    return wrap_lines([said_of_it], width, rest=Content("  "))


def run_began_lines(began: RunBegan, width: int) -> list[Content]:
    run = began.run
    title = f"── run {run.index + 1} of {began.of} · {safe(run.run_id or 'no id', 60)} "
    return [Content.styled(title + "─" * max(width - len(title), 0), FAINT).truncate(width)]


def run_ended_lines(ended: RunEnded, width: int) -> list[Content]:
    run, status = ended.run, ended.run.status
    if ended.cancelled and status is RunStatus.TRUNCATED:
        status = RunStatus.CANCELLED
    head = line((f"{STATUS_SIGNS[status]} {status_word(status)}", STATUS_STYLES[status]))
    why = _BY_US if ended.cancelled else _why(status, run.ending)
    lines = [line(head, why)]
    if run.error is not None:
        code = f" ({safe(run.error_code, 60)})" if run.error_code else ""
        lines.append(Content.styled(f"{safe(str(run.error), 2000)}{code}", ERROR))
    if run.result is not None:
        lines.append(line(("result ", FAINT), brief(run.result, 300)))
    lines += [_interrupt(each) for each in run.interrupts[:20]]
    return wrap_lines(lines, width, rest=Content("  "))


_BY_US = Content.styled(" · this side closed the connection before the run ended", FAINT)


def _why(status: RunStatus, ending: RunStatus) -> Content:
    if status is RunStatus.REJECTED:
        return line((f" · by its own events the run is {ending.value}", FAINT))
    if status is RunStatus.TRUNCATED:
        return line((" · the stream ended before the run did", FAINT))
    return Content("")


def _interrupt(interrupt: dict[str, Any]) -> Content:
    said = interrupt.get("message") or interrupt.get("reason")
    words = safe(said, 400) if isinstance(said, str) else brief(interrupt, 400)
    return line(("⏸ ", WARNING), (f"{brief(interrupt.get('id'), 60)} ", FAINT), words)


def client_stops_lines(stops: ClientStops, moment: Moment, width: int) -> list[Content]:
    codes = [
        each.code for each in moment.session.findings if each.fatal and each.event == stops.event
    ]
    code = f" ({codes[0]})" if codes else ""
    said = (
        f"⊘ a conforming client stops at event {stops.event}{code}: "
        "nothing after it reaches the application"
    )
    return wrap_text(said, width, style=ERROR)


def left_out_lines(left: LeftOut, width: int) -> list[Content]:
    said = f"… {left.count} earlier messages; move the cursor back to see them"
    return wrap_text(said, width, style=FAINT)
