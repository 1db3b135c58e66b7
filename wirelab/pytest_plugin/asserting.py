"""Asserting that a stream has no findings that count."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wirelab.pytest_plugin import current_test
from wirelab.pytest_plugin.running import agui_stream

if TYPE_CHECKING:
    from wirelab.rules.finding import Finding
    from wirelab.session.session import Session
    from wirelab.stream_inspection import StreamSource


def assert_agui(
    source: Session | StreamSource | Callable[..., Any],
    fail_on: str = "error",
    ignore: Collection[str] = (),
) -> Session:
    """Assert that a stream has no finding at or above ``fail_on`` (error, warning, note).

    source: a session, a URL or an ASGI application to run, or what ``wirelab.inspect_stream``
        takes: events, bytes, a file.
    ignore: codes, or the beginnings of codes, of findings that do not count.
    Fails with the verdict as ``wirelab validate`` words it; returns the session. Raises UsageError
    for a code that no rule has.
    """
    from wirelab.rules.finding import Severity

    __tracebackhide__ = True
    severities = list(Severity)
    counting = severities[: severities.index(Severity(fail_on)) + 1]
    session = session_of(source)
    fail_where_none_started(session)
    ignored = (ignore,) if isinstance(ignore, str) else tuple(ignore)
    _refuse_unknown(ignored)
    found = [
        finding
        for finding in session.findings
        if finding.severity in counting
        and not finding.opinion
        and not finding.code.startswith(ignored)
    ]
    if found:
        pytest.fail(_explained(session, found), pytrace=False)
    return session


def _refuse_unknown(codes: tuple[str, ...]) -> None:
    """A code that is misspelled would hide nothing, and nobody would notice."""
    from wirelab.errors import UsageError
    from wirelab.rules.catalog import all_rules

    for code in codes:
        if not any(rule.code.startswith(code) for rule in all_rules()):
            raise UsageError(f"no rule is called {code}; wirelab rules lists them")


def session_of(source: Session | StreamSource | Callable[..., Any]) -> Session:
    """The session of whatever can be asserted of; its stream is kept in case the test fails."""
    from wirelab.session.session import Session
    from wirelab.stream_inspection import inspect_stream

    if isinstance(source, Session):
        session = source
    elif callable(source) or (isinstance(source, str) and source.startswith(_URLS)):
        return agui_stream(source)
    else:
        session = inspect_stream(source)
    if not isinstance(source, str | Path):
        current_test.keep(session)
    return session


_URLS = ("http://", "https://")


def fail_where_none_started(session: Session) -> None:
    """Fail with why a live exchange brought no run; pass where one began or findings say it."""
    from wirelab.views.exchange_text import never_started

    __tracebackhide__ = True
    exchange = session.exchanges[-1] if session.exchanges else None
    live = exchange is not None and exchange.request is not None and not session.runs
    reason = never_started(exchange) if live and exchange is not None else None
    if reason is not None:
        pytest.fail(f"never started: {reason}", pytrace=False)


def _explained(session: Session, found: list[Finding]) -> str:
    from wirelab.views.verdict_text import finding_lines, verdict_lines

    headline = next(verdict_lines(session))[0]
    lines = [text for finding in found for text, _ in finding_lines(finding)]
    return "\n".join((headline, *lines))
