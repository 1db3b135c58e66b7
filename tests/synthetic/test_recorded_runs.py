"""A recording served again: the same bytes in the same writes, under the ids of who asks."""

from __future__ import annotations

import json
import threading

import httpx
import pytest

from tests.synthetic.conversation import hello, send
from tests.tui.driving import FINISHED, STARTED, text, traffic_of
from wirelab.steps.bundled import recording_names
from wirelab.synthetic.faults import read_fault
from wirelab.synthetic.performance import Close
from wirelab.synthetic.player import Gate
from wirelab.synthetic.recorded_run import RecordedRun, ids_in, recorded_runs
from wirelab.synthetic.recording_app import Recorded, create_recording_app
from wirelab.synthetic.serving import running_app
from wirelab.transports.step_file import open_source
from wirelab.wire.frame import Frame, FrameKind
from wirelab.wire.traffic import End, Ending, Read, Request, Response

MINE = {"threadId": "my-thread", "runId": "my-run"}


def bodies(name: str) -> list[list[bytes]]:
    """The reads of each exchange of a bundled recording."""
    found: list[list[bytes]] = []
    for item in open_source(name).traffic():
        if isinstance(item, Request):
            found.append([])
        elif isinstance(item, Read):
            found[-1].append(item.data)
    return found


@pytest.mark.parametrize("name", recording_names())
def test_every_recording_comes_byte_for_byte_and_in_turn(name: str) -> None:
    expected = [b"".join(reads) for reads in bodies(name)]
    recorded = Recorded(list(recorded_runs(open_source(name).traffic())), None, verbatim=True)
    with running_app(create_recording_app(recorded)) as base:
        answers = [httpx.post(base, json=hello()) for _ in range(len(expected) + 1)]
    assert [answer.content for answer in answers] == [*expected, expected[0]]
    assert answers[0].headers["content-type"].startswith("text/event-stream")


def test_writes_and_pauses_are_those_recorded() -> None:
    (run,) = recorded_runs(traffic_of(STARTED, *text("m-1", "Hi"), FINISHED, gap_ms=20.0))
    assert run.head_pause_ms == 20.0
    assert [beat.pause_ms for beat in run.beats] == [20.0] * 6
    assert [beat.data.count(b"data:") for beat in run.beats] == [1, 1, 1, 1, 1, 0]


def test_ids_become_those_of_the_request_and_nothing_else_changes() -> None:
    quoting = text("m-1", "r-1 on t-1")
    (run,) = recorded_runs(traffic_of(STARTED, *quoting, FINISHED))
    served = b"".join(beat.data for beat in run.performance(MINE).beats)
    events = [json.loads(line[6:]) for line in served.decode().splitlines() if line]
    assert events[0] == STARTED | MINE
    assert events[-1] == FINISHED | MINE
    assert events[1:-1] == quoting
    assert run.performance({}).beats == run.beats


def test_several_clients_get_their_own_ids() -> None:
    recorded = Recorded(list(recorded_runs(open_source("tool-call").traffic())), None)
    with running_app(create_recording_app(recorded)) as base:
        session = send(f"{base}/any/path", hello(**MINE))
    assert session.clean
    assert [(run.thread_id, run.run_id) for run in session.runs] == [("my-thread", "my-run")]


@pytest.mark.parametrize(
    ("how", "close"),
    [
        (Ending.EOF, Close.PROPER),
        (Ending.UNKNOWN, Close.PROPER),
        (Ending.RESET, Close.RESET),
        (Ending.CANCELLED, Close.CUT),
    ],
)
def test_it_ends_as_it_ended(how: Ending, close: Close) -> None:
    (run,) = recorded_runs([Read(b"data: {}\n\n", 1.0), End(how, "", 2.0)])
    assert run.close is close


def test_a_refusal_is_served_as_one() -> None:
    headers = (("Content-Type", "application/json"), ("Content-Length", "2"))
    (run,) = recorded_runs([Response(401, headers), Read(b"{}"), End(Ending.EOF)])
    with running_app(create_recording_app(Recorded([run], None))) as base:
        answer = httpx.post(base, json=hello())
    assert (answer.status_code, answer.json()) == (401, {})


def test_a_source_without_bytes_is_written_as_events() -> None:
    frames = [Frame(0, None, FrameKind.EVENT, b"", '{"type":"X"}')]
    (run,) = recorded_runs([*frames, End(Ending.UNKNOWN)])
    assert run.beats[0].data == b'data: {"type":"X"}\n\n'


def test_an_exchange_without_an_answer_is_left_out() -> None:
    request = Request("POST", "http://h", (), b"{}")
    assert list(recorded_runs([request, End(Ending.UNREACHED)])) == []


@pytest.mark.parametrize("body", [b"", b"[]", b"\xff", b"[" * 5000, b'{"threadId":7}'])
def test_any_body_is_answered(body: bytes) -> None:
    assert ids_in(body) == {}


def test_faults_strike_recordings_too() -> None:
    runs = list(recorded_runs(open_source("tool-call").traffic()))
    recorded = Recorded(runs, None, faults=(read_fault("drop=1"),))
    with running_app(create_recording_app(recorded)) as base:
        assert "MSG002" in {each.code for each in send(base, hello()).findings}


def test_stepping_writes_one_at_a_time() -> None:
    (run,) = recorded_runs(traffic_of(STARTED, FINISHED))
    came: list[bytes] = []
    arrived = threading.Condition()

    def read(base: str) -> None:
        with httpx.stream("POST", base, json=hello()) as answer:
            for data in answer.iter_raw():
                with arrived:
                    came.append(data)
                    arrived.notify_all()

    with running_app(create_recording_app(Recorded([run], gate=Gate()))) as base:
        client = threading.Thread(target=read, args=(base,))
        client.start()
        for count in range(1, len(run.beats)):
            assert httpx.post(f"{base}/_next").json() == {"status": "ok"}
            with arrived:
                assert arrived.wait_for(lambda due=count: len(came) == due, timeout=20)
        httpx.post(f"{base}/_next")
        client.join(20)
        assert not client.is_alive()


def test_without_step_there_is_nothing_to_let_through() -> None:
    with running_app(create_recording_app(Recorded([RecordedRun()]))) as base:
        assert httpx.post(f"{base}/_next").status_code == 409
