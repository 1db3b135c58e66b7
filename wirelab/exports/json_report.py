"""``validate --format json``: one ``wirelab.report/1`` a source, in an array when several."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

from wirelab.session.report import report, report_unread

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from wirelab.exports.outcome import Outcome

_UNSAFE = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)


def write(
    outcomes: Iterable[Outcome], several: bool, include: Collection[str]
) -> Iterator[tuple[str, str]]:
    """The report of each outcome, as it comes."""
    if several:
        yield "[", ""
    for index, outcome in enumerate(outcomes):
        yield (",\n" if index else "") + json_text(document(outcome, include)), ""
    yield "]\n" if several else "\n", ""


def document(outcome: Outcome, include: Collection[str] = ()) -> dict[str, Any]:
    """The report of one outcome as a JSON object."""
    if outcome.session is None:
        return report_unread(outcome.source, outcome.error or "")
    members = report(outcome.session, outcome.source, outcome.format, include)
    if outcome.omitted:
        members["findings"] = _listed(outcome)
        members["findingsOmitted"] = outcome.omitted
    if outcome.skipped:
        members["skipped"] = outcome.skipped
    if outcome.error is not None:
        members["error"] = outcome.error
    if outcome.bad_lines:
        members["badLines"] = [
            {"line": line.line, "reason": line.reason} for line in outcome.bad_lines
        ]
    return members


def _listed(outcome: Outcome) -> list[dict[str, Any]]:
    """The listed findings, in order of discovery."""
    chosen = {id(finding) for finding in outcome.listed}
    found = outcome.session.findings if outcome.session is not None else []
    return [finding.to_json() for finding in found if id(finding) in chosen]


def json_text(value: Any, indent: int | None = 2) -> str:
    """JSON text that any parser takes and no terminal obeys.

    Control and format characters and lone surrogates are escaped, other text stays readable;
    numbers beyond a double are written ``1e999``, as they came.
    """
    return _UNSAFE.sub(_escape, _dump(value, indent))


def _dump(value: Any, indent: int | None) -> str:
    separators = (",", ":") if indent is None else None
    encode = json.JSONEncoder(
        ensure_ascii=False, allow_nan=False, indent=indent, separators=separators
    ).encode
    try:
        return encode(value)
    except ValueError:
        marked = encode(_without_infinities(value))
    return marked.replace(f'"-{_INFINITY}"', "-1e999").replace(f'"{_INFINITY}"', "1e999")


_INFINITY = "\ue000\ue001infinity\ue001\ue000"
"""Stands in for what the encoder refuses; of private-use characters, which nobody sends."""


def _without_infinities(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_infinities(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_without_infinities(item) for item in value]
    if isinstance(value, float) and math.isinf(value):
        return _INFINITY if value > 0 else f"-{_INFINITY}"
    return value


def _escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
