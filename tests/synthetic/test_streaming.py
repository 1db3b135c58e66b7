"""How a run is written: at its times, event by event, and only as long as somebody listens."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

import anyio
import httpx
import pytest

from tests.synthetic.conversation import hello, send
from wirelab.synthetic.performance import Beat, Performance
from wirelab.synthetic.player import Curtain, RunResponse
from wirelab.synthetic.scenario import Scenario
from wirelab.synthetic.scenario_reader import read_scenario
from wirelab.synthetic.serving import running_agent

HEADER = b'{"wirelab":1,"kind":"scenario","about":"A test.","verdict":"clean"}\n'


def scenario_of(*pauses: int) -> dict[str, Scenario]:
    """A scenario of comments, numbered, each after a pause of so many milliseconds."""
    lines = [b'{"pause":%d,"comment":"%d"}\n' % (ms, i) for i, ms in enumerate(pauses)]
    return {"slow": read_scenario("slow", HEADER + b"".join(lines), "slow.jsonl")}


def test_headers_of_a_run(agent_url: str) -> None:
    with httpx.stream("POST", f"{agent_url}/chat", json=hello()) as response:
        assert response.headers["content-type"] == "text/event-stream"
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-accel-buffering"] == "no"


def test_each_step_comes_at_its_time() -> None:
    pauses = [0, 30, 20, 40, 10, 30, 20]
    with running_agent(scenarios=scenario_of(*pauses)) as url:
        came = list(_arrivals(f"{url}/slow"))
    assert len(came) >= 4, "steps with a pause between them come apart"
    assert 0.14 < came[-1] - came[0] < 10


@pytest.mark.parametrize(("speed", "due"), [(1.0, [0.01, 0.04]), (2.0, [0.005, 0.02])])
def test_times_count_from_the_start(
    speed: float, due: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long a write takes, what follows keeps its time."""
    now, waited = [100.0], []

    async def sleep_until(deadline: float) -> None:
        waited.append(round(deadline - 100, 6))
        now[0] = deadline + 0.002

    monkeypatch.setattr(anyio, "sleep_until", sleep_until)
    monkeypatch.setattr(anyio, "current_time", lambda: now[0])
    _bodies([Beat(10, b"a"), Beat(30, b"b"), Beat(0, b"c")], speed=speed)
    assert waited == due


def test_speed() -> None:
    with running_agent(scenarios=scenario_of(0, 2000), speed=20) as url:
        first, last = _arrivals(f"{url}/slow")
    assert 0.09 < last - first < 1.9


def test_every_event_is_a_write_of_its_own() -> None:
    """Read off the ASGI messages: TCP may join what was written apart."""
    beats = [Beat(0, b"data: {}\n\n"), Beat(5, b": x\n\n"), Beat(0, b"data: []\n\n")]
    assert _bodies(beats) == [beat.data for beat in beats] + [b""]


def test_a_client_that_goes_away_ends_its_run_at_once() -> None:
    ended: Queue[str] = Queue()
    with running_agent(scenarios=scenario_of(0, 60_000), note=ended.put) as url:
        with httpx.stream("POST", f"{url}/slow", json=hello()) as response:
            reads = response.iter_raw()
            assert next(reads) == b": 0\n\n"
            assert ended.empty()
        assert "the client went away" in ended.get(timeout=10)


def test_what_is_left_of_an_abandoned_run_is_never_computed() -> None:
    computed = []

    def beats() -> Iterator[Beat]:
        for number in range(3):
            computed.append(number)
            yield Beat(0 if number == 0 else 60_000, b": x\n\n")

    assert _bodies(beats(), gone_after=1) == [b": x\n\n"]
    assert computed == [0, 1]


def test_stopping_the_agent_cuts_its_runs() -> None:
    told: list[str] = []
    seen = threading.Event()
    errors: list[Exception] = []

    def listen(url: str) -> None:
        try:
            for _ in _arrivals(url):
                seen.set()
        except httpx.HTTPError as error:
            errors.append(error)

    with running_agent(scenarios=scenario_of(0, 60_000), note=told.append) as url:
        listener = threading.Thread(target=listen, args=(f"{url}/slow",))
        listener.start()
        assert seen.wait(20)
        began = time.monotonic()
    assert time.monotonic() - began < 20
    listener.join(20)
    assert isinstance(errors[0], httpx.RemoteProtocolError)
    assert "the agent is stopping" in told[0]


def test_clients_at_once_do_not_mix(agent_url: str) -> None:
    def one(number: int) -> list[str]:
        session = send(f"{agent_url}/subagents", hello(threadId=f"t-{number}"))
        assert session.clean
        return [message["id"] for message in session.messages]

    with ThreadPoolExecutor(8) as pool:
        ids = [each for made in pool.map(one, range(16)) for each in made]
    assert len(set(ids)) == len(ids) - 15, "only the user's message has the same id everywhere"


def test_slow_clients_do_not_wait_for_each_other() -> None:
    with running_agent(scenarios=scenario_of(0, 900)) as url, ThreadPoolExecutor(6) as pool:
        began = time.monotonic()
        list(pool.map(lambda _: list(_arrivals(f"{url}/slow")), range(6)))
        assert time.monotonic() - began < 4.5


def _arrivals(url: str) -> Iterator[float]:
    """Seconds at which each read came."""
    with httpx.stream("POST", url, json=hello()) as response:
        for _ in response.iter_raw():
            yield time.monotonic()


def _bodies(
    beats: Iterable[Beat], gone_after: int | None = None, speed: float | None = 1.0
) -> list[bytes]:
    """The bodies a run writes to its server; its client leaves after so many of them."""
    written: list[bytes] = []
    ends: list[tuple[Curtain, int]] = []

    async def play() -> None:
        left = anyio.Event()

        async def receive() -> dict[str, str]:
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, object]) -> None:
            if message["type"] == "http.response.body":
                written.append(bytes(message["body"]))  # type: ignore[call-overload]
            if len(written) == gone_after:
                left.set()

        response = RunResponse(Performance(beats), speed, lambda *end: ends.append(end))
        await response({"type": "http"}, receive, send)  # type: ignore[arg-type]

    anyio.run(play)
    assert len(ends) == 1
    return written
