"""Figures in words: each fact a label and what is said of it, as safe text of bounded length."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from wirelab.views.durations import UNKNOWN, duration, moment
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted
from wirelab.views.token_usage import TokenUsage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wirelab.session.session import Exchange
    from wirelab.views.gap_histogram import Gap
    from wirelab.views.span import Span
    from wirelab.views.timing_figures import Figures

Fact: TypeAlias = tuple[str, str]
NO_TIMES = "unknown: none were kept"


def times(figures: Figures, exchange: Exchange | None) -> list[Fact]:
    """When the first things came, counted from the request, and how long it all took."""
    if figures.last_ms is None:
        return [("times", NO_TIMES)] if figures.frames else []
    asked_ms = exchange.request.at_ms if exchange is not None and exchange.request else None
    head_ms = exchange.response.at_ms if exchange is not None and exchange.response else None
    return [
        ("head", _since(head_ms, asked_ms)),
        ("1st event", _since(figures.first_event_ms, asked_ms)),
        ("1st text", _since(figures.first_text_ms, asked_ms)),
        ("duration", duration(figures.lasted_ms)),
        *gaps(figures),
    ]


def lasting(figures: Figures) -> list[Fact]:
    """How long several exchanges took together, and their gaps."""
    if figures.lasted_ms is None:
        return [("times", NO_TIMES)]
    return [("duration", duration(figures.lasted_ms)), *gaps(figures)]


def gaps(figures: Figures) -> list[Fact]:
    """The usual gap, the long ones, and where the longest was."""
    if not figures.gaps.count:
        return []
    usual, long = figures.gaps.percentile(0.5), figures.gaps.percentile(0.95)
    longest = [("longest", f"{duration(gap.ms)} {where(gap)}") for gap in figures.gaps.longest[:1]]
    return [("gaps", f"p50 {_rounded(usual)} · p95 {_rounded(long)}"), *longest]


def amounts(figures: Figures) -> list[Fact]:
    """How much came, and how fast from the first event to the last."""
    return [
        ("events", _amount(figures, figures.events, "")),
        ("text", _amount(figures, figures.text, " chars")),
        ("arguments", _amount(figures, figures.arguments, " chars")),
        *([("reasoning", _amount(figures, figures.reasoning, " chars"))] * (figures.reasoning > 0)),
        *_bursts(figures),
        *([("tokens", figures.usage.all.words)] if figures.usage.by_model else []),
    ]


def by_model(usage: TokenUsage) -> list[Fact]:
    """Tokens by model."""
    return [
        (safe(model, 60) or "(no model)", f"{sums.words}{_by(provider)}")
        for (provider, model), sums in usage.by_model.items()
    ]


def by_run(runs: Iterable[Span]) -> list[Fact]:
    """Tokens of runs, all models of each together."""
    said = []
    for run in runs:
        usage = TokenUsage()
        usage.note(run.usage)
        said.append((f"run {safe(run.id, 60) or '(no id)'}", usage.all.words))
    return said


def silence_words(gap: Gap) -> str:
    """``306ms  0.512 to 0.818, before #17``."""
    return (
        f"{duration(gap.ms):>7}  {moment(gap.began_ms)} to {moment(gap.began_ms + gap.ms)}, "
        f"{where(gap)}"
    )


def where(gap: Gap) -> str:
    """What a gap stands before, or the last event that it stands behind."""
    if gap.by_event:
        return f"before #{gap.event}"
    return f"after #{gap.event}" if gap.event >= 0 else "before any event"


def parts(span: Span, event: int) -> Iterable[Fact]:
    """The life of a span as of an event, part by part."""
    yield "began", f"#{span.opened}{_at(span.opened_ms)}"
    if span.is_open(event):
        yield "ended", "not yet"
        return
    taken = _after(span.closed_ms, span.opened_ms)
    by = "by " if span.is_cut(event) else ""
    yield "cut off" if by else "ended", f"{by}#{span.closed}{_at(span.closed_ms)}{taken}"
    if span.is_answered(event):
        waited = _after(span.answered_ms, span.closed_ms)
        yield "result", f"#{span.answered}{_at(span.answered_ms)}{waited}"
    elif span.waits(event):
        yield "result", "not yet"


def _by(provider: str) -> str:
    return f" · {safe(provider, 40)}" if provider else ""


def _at(at_ms: float | None) -> str:
    return "" if at_ms is None else f" at {moment(at_ms)}"


def _after(later: float | None, earlier: float | None) -> str:
    known = later is not None and earlier is not None
    return f" after {_since(later, earlier)}" if known else ""


def _since(later: float | None, earlier: float | None) -> str:
    return UNKNOWN if later is None or earlier is None else duration(later - earlier)


def _rounded(ms: float | None) -> str:
    """A percentile, which is no more exact than two digits or so."""
    return duration(ms if ms is None or ms < 10 else round(ms))


def _amount(figures: Figures, count: int, unit: str) -> str:
    rate = figures.rate(count) if count else None
    return f"{count:,}{unit}" + ("" if rate is None else f" · {_per_second(rate)}")


def _per_second(rate: float) -> str:
    return f"{rate:,.0f}/s" if rate >= 100 else f"{rate:.1f}/s"


def _bursts(figures: Figures) -> list[Fact]:
    if figures.burst < 2:
        return []
    said = f"{counted(figures.together, 'frame')} with the one before"
    return [("at once", f"{said}, most {figures.burst} at #{figures.burst_event}")]
