"""Requests of one thread that were recorded one after the other, judged as one conversation.

Nobody's client sent them: each was made by hand to see what the adapter does. So they make up their
own message ids and send no state back, and some leave answers out on purpose.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.shared_data import SHARED
from wirelab.rules.finding import Severity
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.transports.step_file import open_source
from wirelab.wire.framing import Framing

RECORDINGS = SHARED / "recordings"
_CHANGED, _NO_STATE, _NO_HISTORY = "INP018 warning", "INP017 warning", "INP018 note"

EXPECTED: dict[str, list[list[str]]] = {
    "adk/frontend_1 frontend_2": [[_CHANGED]],
    "langgraph/frontend_1 frontend_2": [[_NO_STATE, _CHANGED]],
    "langgraph/interrupt_legacy_2_noresume interrupt_legacy_3_resume": [[]],
    "langgraph/interrupt_outcome_1 interrupt_outcome_2_noresume interrupt_outcome_3_resume": [
        [_NO_STATE, _NO_HISTORY, "INT001 error"],
        [],
    ],
    "langgraph/interrupt_wrong_id interrupt_wrong_id_2": [
        [_NO_STATE, _NO_HISTORY, "INT001 error", "INT003 warning", "INT007 warning"]
    ],
    "langgraph/tool_interrupt_1 tool_interrupt_2": [[_NO_STATE, _NO_HISTORY]],
    "langgraph/two_interrupts_2_partial two_interrupts_3_rest": [[]],
    "langgraph-old/interrupt interrupt_2": [[]],
    "llama-index/frontend_1 frontend_2": [[_CHANGED]],
    "maf/approval_1 approval_2_resume": [[_NO_HISTORY]],
    "maf/approval_b1 approval_b2_cancel": [[_NO_HISTORY]],
    "maf/frontend_1 frontend_2": [[_CHANGED]],
    "pydantic-ai/approval_1 approval_3_bad_payload": [[_CHANGED, "INT006 note"]],
    "pydantic-ai/frontend_1 frontend_2": [[_CHANGED]],
    "strands/frontend_1 frontend_2": [[_CHANGED]],
    "strands/interrupt_b1 interrupt_b2_cancel": [[_NO_HISTORY]],
    "strands/interrupt_c1 interrupt_c2_noresume": [[_NO_HISTORY, "INT001 error"]],
}
"""What is found about each request behind the first: code and severity."""


def conversation(paths: list[Path]) -> Session:
    framing, inspection = Framing(), Inspection()
    for path in paths:
        for traffic in open_source(path).traffic():
            for arrival in framing.take(traffic):
                inspection.take(arrival)
    return inspection.finish()


@pytest.mark.skipif(not RECORDINGS.exists(), reason="the recordings are not here")
@pytest.mark.parametrize("name", EXPECTED)
def test_conversation(name: str) -> None:
    adapter, cases = name.split("/")
    paths = [RECORDINGS / adapter / f"{case}.sse" for case in cases.split()]
    threads = {
        json.loads(path.with_suffix(".request.json").read_bytes())["threadId"] for path in paths
    }
    assert len(threads) == 1
    session = conversation(paths)
    assert len(session.exchanges) == len(paths)
    about = [
        finding
        for finding in session.findings
        if finding.code[:3] in ("INP", "INT") and finding.code != "INP007"
    ]
    found = [
        [f"{each.code} {each.severity}" for each in about if each.exchange == exchange]
        for exchange in range(1, len(paths))
    ]
    assert found == EXPECTED[name]
    first = [each for each in about if not each.exchange and each.severity is not Severity.NOTE]
    assert not first
