"""``validate --format github``: workflow commands, which GitHub Actions shows as annotations.

Invariant: every line but the last begins with one of our commands, and nothing in it can end it or
begin another: ``%``, line ends, and in properties ``:`` and ``,`` are escaped as the runner reads
them, and control characters are made visible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirelab.exports.unread_lines import unread_lines
from wirelab.rules.finding import Severity
from wirelab.views.finding_rows import finding_row
from wirelab.views.safe_text import safe
from wirelab.views.signs import counted
from wirelab.views.verdict_text import totals_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from wirelab.exports.outcome import Outcome
    from wirelab.rules.finding import Finding

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_TITLE = "Wire Lab"


def write(
    outcomes: Iterable[Outcome], several: bool, include: Collection[str]
) -> Iterator[tuple[str, str]]:
    """An annotation a finding, the gravest first; last a line of plain text with the totals.

    GitHub shows ten errors and ten warnings of a step, so the grave ones have to come first.
    """
    verdicts: list[str] = []
    for outcome in outcomes:
        for line in _annotations(outcome):
            yield line + "\n", ""
        verdicts.append(outcome.verdict)
    yield totals_line(verdicts) + "\n", ""


def _annotations(outcome: Outcome) -> Iterator[str]:
    if outcome.failure is not None:
        yield _command("error", outcome.file, None, _TITLE, safe(outcome.failure, 1000))
    for finding in outcome.listed:
        yield _annotation(outcome, finding)
    if outcome.omitted:
        more = f"{safe(outcome.name, 200)}: and {counted(outcome.omitted, 'more finding')}"
        yield _command("notice", outcome.file, None, _TITLE, more)
    for number, text in unread_lines(outcome):
        said = f"{safe(outcome.name, 200)}: {text}"
        yield _command("warning", outcome.file, number or None, _TITLE, said)


def _annotation(outcome: Outcome, finding: Finding) -> str:
    row = finding_row(finding)
    kind = f" · {row.type}" if row.type else ""
    at = f" · at {row.pointer}" if row.pointer else ""
    related = f" · see event {row.related}" if row.related is not None else ""
    fatal = "fatal: a client stops there\n" if row.fatal else ""
    name = f"{safe(outcome.name, 200)}: " if outcome.file is None else ""
    where = f"{name}{row.place}{kind}{at}{related}"
    message = f"{row.message}\n{fatal}{where}\n{row.spec}"
    line = outcome.line_of(finding)
    return _command(_COMMANDS[row.severity], outcome.file, line, f"{row.code} {row.slug}", message)


def _command(name: str, file: str | None, line: int | None, title: str, message: str) -> str:
    properties = [f"file={_property(file)}"] if file is not None else []
    properties += [f"line={line}"] if file is not None and line is not None else []
    properties.append(f"title={_property(title)}")
    return f"::{name} {','.join(properties)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(safe(text)).replace(":", "%3A").replace(",", "%2C")
