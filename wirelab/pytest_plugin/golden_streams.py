"""Asserting that a stream means the same as one that was kept: a golden stream.

A golden stream is plain events, one a line, reduced to what is compared: a person can review it,
its diff says what changed, and ``wirelab validate`` and ``replay`` read it. Any other file that
they read can be compared with as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wirelab.pytest_plugin import current_test
from wirelab.pytest_plugin.asserting import fail_where_none_started, session_of

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.stream_inspection import StreamSource

_HOW = "pytest --wirelab-update writes it"


def assert_agui_matches(
    source: Session | StreamSource | Callable[..., Any],
    golden: str | Path,
    ignore: Collection[str] = ("ids", "timestamps", "chunking"),
) -> Session:
    """Assert that a stream means the same as a golden one.

    source: as for ``assert_agui``. Findings do not matter here: assert both.
    golden: its file; a relative path counts from the folder of the test's file. With
        ``--wirelab-update`` it is written where it is not there or differs.
    ignore: what may differ: ``ids`` (how they are spelled, not what they relate), ``timestamps``,
        ``chunking`` (how texts were cut), ``raw`` (RAW events and ``rawEvent``).
    Fails with the events that differ; returns the session.
    """
    from wirelab.session.meaning import meaning

    __tracebackhide__ = True
    session = session_of(source)
    fail_where_none_started(session)
    words = (ignore,) if isinstance(ignore, str) else tuple(ignore)
    came = meaning(session.events, words)
    if not came:
        pytest.fail("no event came, so there is nothing to compare", pytrace=False)
    path = current_test.folder() / golden
    said = _differences(path, came, words) if path.exists() else f"there is no {golden} yet"
    if said is None:
        return session
    if current_test.is_updating():
        _write(path, came, words)
        return session
    pytest.fail(f"{said}\n{_HOW}", pytrace=False)


def _differences(path: Path, came: list[dict[str, Any]], words: tuple[str, ...]) -> str | None:
    """What differs from the golden stream, or None."""
    from wirelab.session.meaning import meaning
    from wirelab.session.stream_comparison import compare, same
    from wirelab.stream_inspection import inspect_stream
    from wirelab.views.comparison_text import comparison_lines, difference_count

    expected = meaning(inspect_stream(path).events, words)
    pairs = compare(expected, came, ignore_ids="ids" in words)
    if same(pairs):
        return None
    ignoring = f" ({', '.join(words)} ignored)" if words else ""
    headline = f"the stream differs from {path.name}: {difference_count(pairs)}{ignoring}"
    return "\n".join((headline, *comparison_lines(pairs)))


def _write(path: Path, came: list[dict[str, Any]], words: tuple[str, ...]) -> None:
    from wirelab.exports.golden_stream import golden_text

    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(golden_text(came, words), encoding="utf-8")
    current_test.note_golden(path)
