"""Each fault as a client meets it, and what the judge says of it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from tests.synthetic.conversation import hello
from wirelab.rules.finding import Severity
from wirelab.session.inspection import Inspection
from wirelab.session.session import Session
from wirelab.synthetic.faults import FAULTS, UnknownFaultError, read_fault, strike
from wirelab.synthetic.performance import Beat, Performance
from wirelab.synthetic.serving import running_agent
from wirelab.transports.http_post import Target, deliver
from wirelab.wire.framing import Framing

EVENTS = 48
"""Events of the scenario tool-call."""

JUDGED: dict[str, tuple[str, int, set[str]]] = {
    # fault: how the transport ended, events read, errors and warnings
    "break=MSG002": ("eof", 5, {"MSG002"}),
    "duplicate=1": ("eof", EVENTS + 1, {"MSG001"}),
    "drop=1": ("eof", EVENTS - 1, {"MSG002"}),
    "swap=1": ("eof", EVENTS, {"MSG002"}),
    "no-terminal": ("eof", EVENTS - 1, {"RUN006"}),
    "null": ("eof", EVENTS, {"SCH006", "VER006"}),
    "unknown-field": ("eof", EVENTS, {"SCH002"}),
    "big=1": ("eof", EVENTS + 1, set()),
    "crlf": ("eof", EVENTS, {"WIR001"}),
    "cr": ("eof", EVENTS, {"WIR001"}),
    "bom": ("eof", EVENTS, set()),
    "multi-line": ("eof", EVENTS, set()),
    "noise": ("eof", EVENTS, set()),
    "done": ("eof", EVENTS + 1, {"WIR007"}),
    "ndjson": ("eof", 0, {"HTP001"}),
    "no-final-blank": ("eof", EVENTS - 1, {"RUN006", "WIR004"}),
    "cut-utf8": ("eof", EVENTS, set()),
    "cut-crlf": ("eof", EVENTS, {"WIR001"}),
    "byte-by-byte": ("eof", EVENTS, set()),
    "one-write": ("eof", EVENTS, set()),
    "held": ("eof", EVENTS, set()),
    "stall": ("eof", EVENTS, set()),
    "heartbeat": ("eof", EVENTS, set()),
    "reset=3": ("reset", 3, {"RUN006"}),
    "cut=3": ("reset", 3, {"RUN006"}),
    "status=503": ("eof", 0, set()),
    "redirect": ("eof", 0, set()),
    "html": ("eof", 0, {"HTP001"}),
    "content-type": ("eof", EVENTS, {"HTP001"}),
    "slow-headers": ("eof", EVENTS, set()),
    "fails-late": ("reset", 0, {"RUN019"}),
    "gzip": ("eof", EVENTS, set()),
}


def asking(*faults: str) -> dict[str, Any]:
    return hello(forwardedProps={"wirelab": {"fault": list(faults)}})


def observed(url: str, payload: dict[str, Any]) -> Session:
    """A run as ``observe`` sees it."""
    framing, inspection = Framing(), Inspection()
    clock = iter(range(1_000_000))

    def take(traffic: Any) -> None:
        inspection.take_all(framing.take(traffic))

    body = json.dumps(payload).encode()
    asyncio.run(deliver(Target(url, timeout_s=20.0), body, lambda: float(next(clock)), take))
    return inspection.finish()


def grave(session: Session) -> set[str]:
    notes = Severity.NOTE
    return {each.code for each in session.findings if each.severity is not notes}


def struck(fault: str, *beats: Beat, seed: int = 0) -> list[Beat]:
    performance = Performance(beats, seed=seed)
    return list(strike(performance, [read_fault(fault)]).beats)


def test_every_fault_is_tried_here() -> None:
    assert {name.split("=")[0] for name in JUDGED} == set(FAULTS)


@pytest.mark.parametrize("fault", JUDGED)
def test_what_a_client_gets(agent_url: str, fault: str) -> None:
    ending, events, codes = JUDGED[fault]
    session = observed(f"{agent_url}/tool-call", asking(fault))
    assert session.exchanges[-1].ending == ending
    assert session.event_count == events
    assert grave(session) == codes


def test_faults_combine_in_the_order_of_what_they_change(agent_url: str) -> None:
    """Asked for back to front: the drop is of an event, CRLF of what is left, the bytes last."""
    session = observed(f"{agent_url}/chat", asking("byte-by-byte", "crlf", "drop=1"))
    assert "MSG002" in grave(session)
    assert all(frame.raw.endswith(b"\r\n\r\n") for frame in session.frames[:-1])


def test_faults_of_the_agent_strike_every_run_and_say_where() -> None:
    told: list[str] = []
    with running_agent(faults=[read_fault("drop")], seed=7, speed=None, note=told.append) as url:
        runs = [observed(f"{url}/tool-call", hello()) for _ in range(2)]
    assert [run.event_count for run in runs] == [EVENTS - 1] * 2
    first, second = ([event.type for event in run.events] for run in runs)
    assert first == second
    assert told == ['tool-call, run "r-1": drop (seed 7)'] * 2


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("swop", "no fault is called 'swop'; did you mean swap?"),
        ("drop=many", "drop=many: the event's number is a number from 0 on"),
        ("crlf=2", "the fault crlf takes no number"),
        (7, 'a fault is asked for as text, such as "drop=3"'),
    ],
)
def test_what_is_no_fault_is_refused_before_a_stream(
    agent_url: str, asked: Any, reason: str
) -> None:
    payload = hello(forwardedProps={"wirelab": {"fault": asked}})
    answer = httpx.post(f"{agent_url}/chat", json=payload)
    assert answer.status_code == 422
    assert answer.json()["reason"] == reason
    assert answer.json()["pointer"] == "/forwardedProps/wirelab/fault"


def test_writes_are_cut_where_the_fault_says() -> None:
    whole = Beat(5.0, 'data: {"é":1}\n\n'.encode())
    cut = struck("cut-utf8", whole)
    assert [beat.data for beat in cut] == [b'data: {"\xc3', b'\xa9":1}\n\n']
    assert [beat.data for beat in struck("cut-crlf", Beat(0, b"a\n\n"))] == [b"a\r", b"\n\r\n"]
    assert [beat.data for beat in struck("byte-by-byte", Beat(5, b"ab"))] == [b"a", b"b"]


def test_time_is_kept_or_lost_where_the_fault_says() -> None:
    beats = [Beat(10.0, b"a"), Beat(20.0, b"b"), Beat(30.0, b"c")]
    assert struck("held", *beats) == [Beat(60.0, b"abc")]
    assert struck("one-write", *beats) == [Beat(0.0, b"abc")]
    assert struck("stall=2", *beats) == [beats[0], Beat(2020.0, b"b"), beats[2]]
    beating = struck("heartbeat=0.025", *beats)
    assert [beat.data for beat in beating] == [
        b"a",
        b": heartbeat\n\n",
        b"b",
        b": heartbeat\n\n",
        b"c",
    ]
    assert sum(beat.pause_ms for beat in beating) == 60.0


def test_a_seed_decides_where() -> None:
    beats = [Beat(0.0, b'data: {"n":%d}\n\n' % n) for n in range(100)]
    places = {len(struck("drop", *beats, seed=seed)) for seed in range(9)}
    assert places == {99}
    kept = [tuple(struck("drop", *beats, seed=seed)) for seed in (1, 1, 2)]
    assert kept[0] == kept[1] != kept[2]


def test_an_unknown_fault_names_near_ones() -> None:
    with pytest.raises(UnknownFaultError, match="did you mean byte-by-byte"):
        read_fault("byte-by-bite")
