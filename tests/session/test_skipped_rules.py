"""A report says which rules had nothing to look at, and names none that had."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli, cli
from wirelab.rules.catalog import all_rules
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.session.skipped_rules import NEEDS, skipped_rules
from wirelab.wire.framing import Framing
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

__all__ = ["cli"]

STREAM = b'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n'
BODY = b'{"threadId":"t","runId":"r","messages":[]}'


def session_of(*traffic: Traffic) -> Session:
    framing, inspection = Framing(), Inspection(keep=False)
    for each in traffic:
        inspection.take_all(framing.take(each))
    return inspection.finish()


def test_every_code_is_a_rule() -> None:
    assert set().union(*NEEDS.values()) <= {rule.code for rule in all_rules()}


@pytest.mark.parametrize(
    ("traffic", "missing"),
    [
        ((Read(STREAM),), {"request", "response", "times", "end"}),
        ((Read(STREAM, 1.0), End(Ending.EOF)), {"request", "response"}),
        ((Request("POST", "/", (), BODY), Read(STREAM)), {"response", "times", "end"}),
        (
            (Request("POST", "/", (), BODY, 0.0), Response(200, (), 1.0), End(Ending.EOF, "", 2.0)),
            set(),
        ),
    ],
)
def test_what_is_not_known(traffic: tuple[Traffic, ...], missing: set[str]) -> None:
    found = skipped_rules(session_of(*traffic), all_rules(), bytes_known=True)
    assert set(found) == missing
    unbytes = skipped_rules(session_of(*traffic), all_rules(), bytes_known=False)
    assert set(unbytes) == missing | {"bytes"}


def test_a_rule_that_fired_was_not_skipped() -> None:
    session = session_of(Read(STREAM.replace(b"\n", b"\r")))
    skipped = skipped_rules(session, all_rules(), bytes_known=True)
    codes = {code for each in skipped.values() for code in each}
    assert {finding.code for finding in session.findings}.isdisjoint(codes)


def test_the_reports_say_so(cli: Cli, tmp_path: Path) -> None:
    events = tmp_path / "x.events.jsonl"
    assert cli("convert", "tool-call", events).code == 0
    said = cli("validate", events).out
    assert "rules not asked: the source has no request, response, times, bytes, end" in said
    assert "not asked" not in cli("validate", "tool-call").out
