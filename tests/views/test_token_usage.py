from __future__ import annotations

from typing import Any

from wirelab.views.token_usage import MOST_MODELS, OTHERS, TokenUsage

MINI = {"provider": "p", "model": "mini", "inputTokens": 3, "outputTokens": 2, "totalTokens": 5}


def usage_of(*events: Any) -> TokenUsage:
    usage = TokenUsage()
    for entries in events:
        usage.note(entries)
    return usage


def test_counts_add_up_by_model_over_events() -> None:
    usage = usage_of([MINI, {"model": "big", "totalTokens": 70}], [MINI])
    assert usage.by_model["p", "mini"].words == "in 6 · out 4 · total 10"
    assert usage.by_model["", "big"].words == "total 70"
    assert usage.all.words == "in ≥6 · out ≥4 · total 80"


def test_absent_is_not_zero_and_zero_is_said() -> None:
    assert usage_of([{"model": "m", "cachedInputTokens": 0}]).all.words == "cached 0"
    assert usage_of([{"model": "m"}]).all.words == "no counts"


def test_what_is_no_usage_counts_for_nothing() -> None:
    bad: dict[str, Any] = {"inputTokens": True, "outputTokens": "7", "totalTokens": -1}
    assert usage_of(None, {}, [1, None], [bad | {"reasoningTokens": 2**60}]).all.given == (0,) * 6


def test_models_are_bounded_in_number() -> None:
    usage = usage_of([{"model": f"m{at}", "totalTokens": 1} for at in range(500)])
    assert len(usage.by_model) == MOST_MODELS + 1
    assert usage.by_model[OTHERS].words == f"total {500 - MOST_MODELS}"
    assert usage.all.words == "total 500"
