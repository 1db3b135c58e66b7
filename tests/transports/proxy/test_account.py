"""What is told of an exchange: runs apart from anything else, threads kept together."""

from __future__ import annotations

import gzip
import json
from itertools import count
from typing import Any

import pytest

from wirelab.transports.proxy import account as account_module
from wirelab.transports.proxy.account import Account
from wirelab.transports.proxy.seen import Forgotten, News, Seen
from wirelab.transports.proxy.talks import MOST_IDLE, Talks
from wirelab.wire.traffic import End, Ending, Headers, Read, Request, Response

STREAM: Headers = (("content-type", "text/event-stream"),)
INPUT = {"threadId": "t-1", "runId": "r-1", "messages": []}
EVENT = b'data: {"type":"RUN_STARTED"}\n\n'


class Proxied:
    """Exchanges of one proxy, without a network; its clock counts how often it was asked."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self.talks = Talks(lambda talk: self.news.append(Forgotten(talk)))
        self._numbers = count(1)
        self._now = 100.0

    def begin(
        self,
        body: bytes | dict[str, Any] = b"",
        method: str = "POST",
        headers: Headers = (),
        *,
        complete: bool = True,
    ) -> Account:
        head = Request(method, "http://agent.test/run", headers, b"")
        account = Account(self._numbers.__next__, self.talks, self.news.append, self._clock, head)
        account.sent(body if isinstance(body, bytes) else json.dumps(body).encode())
        if complete:
            account.asked()
        return account

    def told(self, exchange: int) -> list[Seen]:
        return [each for each in self.news if isinstance(each, Seen) and each.exchange == exchange]

    def _clock(self) -> float:
        self._now += 1
        return self._now


def finish(account: Account, headers: Headers = STREAM, *reads: bytes, status: int = 200) -> None:
    account.answered(status, headers)
    for each in reads:
        account.got(each, 500.0)
    account.ended(Ending.EOF)


@pytest.mark.parametrize(
    ("body", "method", "asking", "answer", "run"),
    [
        (INPUT, "POST", (), STREAM, True),
        (INPUT, "POST", (), (("content-type", "text/html"),), True),
        ({"runId": "r"}, "POST", (("Accept", "text/event-stream"),), (), True),
        (b"{no json", "POST", (("accept", "Text/Event-Stream, */*"),), (), True),
        ({"question": "?"}, "POST", (), STREAM, True),
        ({"question": "?"}, "POST", (), (("content-type", "application/json"),), False),
        ({"jsonrpc": "2.0", "id": 1}, "POST", (("accept", "text/event-stream"),), STREAM, False),
        (b"", "GET", (("accept", "text/event-stream"),), STREAM, False),
        (INPUT, "PUT", (), STREAM, False),
    ],
)
def test_what_is_a_run(body: Any, method: str, asking: Headers, answer: Headers, run: bool) -> None:
    proxy = Proxied()
    finish(proxy.begin(body, method, asking), answer, EVENT)
    told = proxy.told(1)
    assert {each.talk is not None for each in told} == {run}
    kinds = [type(each.traffic) for each in told]
    assert kinds == ([Request, Response, Read, End] if run else [Request, Response, End])
    assert told[-1].got == len(EVENT)


def test_a_run_is_told_as_soon_as_it_was_asked() -> None:
    proxy = Proxied()
    proxy.begin(INPUT)
    (request,) = (each.traffic for each in proxy.told(1))
    assert isinstance(request, Request)
    assert json.loads(request.body) == INPUT
    assert request.at_ms == 0


def test_times_count_from_the_first_request_of_the_talk() -> None:
    proxy = Proxied()
    finish(proxy.begin(INPUT), STREAM, EVENT)
    finish(proxy.begin(INPUT), STREAM)
    talk = proxy.told(1)[0].talk
    assert talk is not None
    assert proxy.told(2)[0].talk is talk
    at_ms = [each.traffic.at_ms for each in (*proxy.told(1), *proxy.told(2))]
    assert at_ms[0] == 0
    assert at_ms[2] == 500.0 - talk.begun_ms
    assert at_ms[4] is not None
    assert at_ms[4] > 0


def test_exchanges_of_a_thread_that_overlap_are_not_mixed() -> None:
    proxy = Proxied()
    first = proxy.begin(INPUT)
    second = proxy.begin(INPUT)
    finish(first)
    finish(second)
    finish(proxy.begin(INPUT))
    talks = [proxy.told(number)[0].talk for number in (1, 2, 3)]
    assert talks[0] is not talks[1]
    assert talks[2] is talks[1]
    assert [each.talk for each in proxy.news if isinstance(each, Forgotten)] == [talks[0]]


def test_threads_that_were_silent_for_long_are_forgotten() -> None:
    proxy = Proxied()
    for number in range(MOST_IDLE + 2):
        finish(proxy.begin(INPUT | {"threadId": f"t-{number}"}))
    forgotten = [each.talk.thread_id for each in proxy.news if isinstance(each, Forgotten)]
    assert forgotten == ["t-0", "t-1"]
    finish(proxy.begin(INPUT | {"threadId": None}))
    assert isinstance(proxy.news[-1], Forgotten)


def test_compressed_bodies_are_told_as_what_they_hold() -> None:
    proxy = Proxied()
    packed = gzip.compress(json.dumps(INPUT).encode())
    exchange = proxy.begin(packed, headers=(("content-encoding", "gzip"),))
    finish(exchange, (*STREAM, ("content-encoding", "gzip")), gzip.compress(EVENT))
    request, _, read, end = (each.traffic for each in proxy.told(1))
    assert isinstance(request, Request)
    assert json.loads(request.body) == INPUT
    assert isinstance(read, Read)
    assert read.data == EVENT
    assert end == End(Ending.EOF, "", end.at_ms)


def test_an_encoding_that_is_not_read_is_said_and_not_judged() -> None:
    proxy = Proxied()
    exchange = proxy.begin(INPUT, headers=(("accept-encoding", "gzip, br"),))
    assert not proxy.told(1)
    finish(exchange, (*STREAM, ("content-encoding", "br")), b"\x01\x02")
    assert {each.talk for each in proxy.told(1)} == {None}
    assert proxy.told(1)[-1].remark == "the answer is compressed by 'br', which is not read here"


def test_an_encoding_nobody_asked_for_ends_the_account() -> None:
    proxy = Proxied()
    finish(proxy.begin(INPUT), (*STREAM, ("content-encoding", "br")), b"\x01\x02")
    assert [type(each.traffic) for each in proxy.told(1)] == [Request, Response, End]
    end = proxy.told(1)[-1].traffic
    assert isinstance(end, End)
    assert (end.how, "not read here" in end.detail) == (Ending.RESET, True)


def test_a_huge_request_is_counted_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account_module, "MOST_KEPT", 1000)
    proxy = Proxied()
    exchange = proxy.begin(b"x" * 600, complete=False)
    exchange.sent(b"x" * 600)
    assert not exchange._body
    finish(exchange)
    told = proxy.told(1)[-1]
    assert told.sent == 1200
    assert "longer than" in told.remark


def test_what_never_got_an_answer_has_its_end() -> None:
    proxy = Proxied()
    proxy.begin(INPUT).ended(Ending.UNREACHED, "nobody there")
    proxy.begin({"question": "?"}).ended(Ending.CANCELLED, "gone")
    assert [type(each.traffic) for each in proxy.told(1)] == [Request, End]
    assert [type(each.traffic) for each in proxy.told(2)] == [Request, End]
