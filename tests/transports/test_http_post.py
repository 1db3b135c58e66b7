from __future__ import annotations

import asyncio
import gzip
import itertools
import socket
import ssl
import zlib
from collections.abc import Callable

import httpx
import pytest

from tests.transports.raw_server import EARLY, HANG, RESET, chunk, head, raw_server
from wirelab.transports.http_failures import no_answer
from wirelab.transports.http_post import MOST_OF_A_REFUSAL, Target, deliver, post
from wirelab.wire.traffic import End, Ending, Read, Request, Response, Traffic

EVENT = b'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n'
BODY = b'{"threadId":"t"}'


def ticking() -> Callable[[], float]:
    """A clock that is one millisecond later whenever it is asked."""
    ticks = itertools.count()
    return lambda: float(next(ticks))


def posted(target: Target, body: bytes = BODY) -> list[Traffic]:
    async def collect() -> list[Traffic]:
        return [each async for each in post(target, body, ticking())]

    return asyncio.run(collect())


def ending(traffic: list[Traffic]) -> End:
    last = traffic[-1]
    assert isinstance(last, End)
    assert sum(isinstance(each, End) for each in traffic) == 1
    return last


def body_of(traffic: list[Traffic]) -> bytes:
    return b"".join(each.data for each in traffic if isinstance(each, Read))


def test_a_stream_is_its_request_head_reads_and_end_in_order() -> None:
    with raw_server([head(), EVENT, b": ping\n\n"]) as server:
        traffic = posted(Target(server.url))
    assert [type(each) for each in traffic[:2]] == [Request, Response]
    assert body_of(traffic) == EVENT + b": ping\n\n"
    assert ending(traffic).how is Ending.EOF
    times = [each.at_ms for each in traffic]
    assert times == sorted(times)
    assert times[0] == 0.0


def test_the_request_shown_is_the_request_sent() -> None:
    headers = (("X-Trace", "7"), ("accept", "text/plain"), ("User-Agent", ""))
    with raw_server([head()]) as server:
        request = posted(Target(server.url, headers))[0]
    assert isinstance(request, Request)
    sent, _, body = server.requests[0].partition(b"\r\n\r\n")
    lines = sent.decode().split("\r\n")
    assert lines[0] == "POST /run HTTP/1.1"
    assert sorted(lines[1:]) == sorted(f"{name}: {value}" for name, value in request.headers)
    assert request.body == body == BODY
    shown = {name.lower(): value for name, value in request.headers}
    assert shown["content-type"] == "application/json"
    assert shown["accept-encoding"] == "identity"
    assert (shown["accept"], shown["x-trace"]) == ("text/plain", "7")
    assert "user-agent" not in shown


def test_credentials_of_the_url_go_out_as_the_header_they_stand_for() -> None:
    with raw_server([head()]) as server:
        posted(Target(server.url.replace("http://", "http://ann:pw@")))
    assert b"Authorization: Basic YW5uOnB3" in server.requests[0]


def test_a_redirect_is_not_followed() -> None:
    with raw_server([head("307 Temporary Redirect", "text/plain", "Location: /run/")]) as server:
        traffic = posted(Target(server.url))
    assert len(server.requests) == 1
    response = traffic[1]
    assert isinstance(response, Response)
    assert (response.status, response.header("location")) == (307, "/run/")
    assert ending(traffic).how is Ending.EOF


def test_a_refusal_keeps_its_body_up_to_a_bound() -> None:
    with raw_server([head("401 Unauthorized", "application/json"), b'{"no":1}']) as server:
        assert body_of(posted(Target(server.url))) == b'{"no":1}'
    long = [head("500 No"), *[b"x" * 100_000] * 11]
    with raw_server(long) as server:
        traffic = posted(Target(server.url))
    assert len(body_of(traffic)) == MOST_OF_A_REFUSAL
    assert ending(traffic).how is Ending.CANCELLED


@pytest.mark.parametrize(
    "broken",
    [
        [head("200 OK", "text/event-stream", "Transfer-Encoding: chunked"), chunk(EVENT[:20])],
        [head("200 OK", "text/event-stream", "Content-Length: 999"), EVENT[:20]],
        [head(), EVENT[:20], RESET],
    ],
)
def test_a_connection_that_breaks_in_mid_frame_is_a_reset(broken: list[bytes | str]) -> None:
    with raw_server(broken) as server:
        traffic = posted(Target(server.url))
    assert ending(traffic).how is Ending.RESET
    assert "middle of the body" in ending(traffic).detail
    assert EVENT.startswith(body_of(traffic))


def test_silence_in_the_stream_is_a_timeout() -> None:
    with raw_server([head(), EVENT, HANG]) as server:
        traffic = posted(Target(server.url, timeout_s=0.2))
        assert ending(traffic) == End(
            Ending.TIMEOUT, "nothing arrived for 0.2 s (--timeout)", ending(traffic).at_ms
        )
        assert body_of(traffic) == EVENT
        assert server.gone.wait(5), "the connection was left open"


def test_silence_before_the_answer_never_reached_anybody() -> None:
    with raw_server([HANG]) as server:
        end = ending(posted(Target(server.url, timeout_s=0.2)))
    assert end.how is Ending.UNREACHED
    assert "took the request and gave no answer for 0.2 s" in end.detail


def test_a_peer_that_is_not_there_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    traffic = posted(Target(f"http://127.0.0.1:{port}/"))
    assert [type(each) for each in traffic] == [Request, End]
    assert ending(traffic).how is Ending.UNREACHED
    assert f"nothing listens at 127.0.0.1:{port}" in ending(traffic).detail


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        (socket.gaierror(-2, "unknown"), "no host is called agent.test: check the name"),
        (OSError(113, "No route to host"), "no connection to agent.test:80: no route to host"),
        (ssl.SSLError(1, "[SSL: TLSV1_ALERT] alert"), "TLS with agent.test:80 failed"),
    ],
)
def test_the_cause_is_found_however_deep_it_lies(cause: OSError, said: str) -> None:
    error = httpx.ConnectError("All connection attempts failed")
    error.__context__ = ExceptionGroup("attempts", [cause])
    assert said in no_answer(error, "http://agent.test/", 5)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ([b"SSH-2.0-OpenSSH_9.6\r\n"], "does not speak HTTP"),
        ([b""], "closed the connection or does not speak HTTP"),
        ([RESET], "broke the connection before it answered"),
    ],
)
def test_an_answer_that_is_no_http_is_said_to_be_none(script: list[bytes], said: str) -> None:
    with raw_server(script) as server:
        end = ending(posted(Target(server.url)))
    assert end.how is Ending.UNREACHED
    assert said in end.detail


def test_tls_to_a_plain_port_says_what_to_try() -> None:
    with raw_server([EARLY, b"HTTP/1.1 400 Bad Request\r\n\r\n", HANG]) as server:
        end = ending(posted(Target(server.url.replace("http://", "https://"), timeout_s=2)))
    assert end.how is Ending.UNREACHED
    assert "does not speak TLS: try http://" in end.detail


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("ALL_PROXY", "gopher://127.0.0.1:1", "the proxy settings of the environment"),
        ("SSL_CERT_FILE", "/no/such/file", "SSL_CERT_FILE or SSL_CERT_DIR fail"),
    ],
)
def test_settings_of_the_environment_that_cannot_be_used_are_a_sentence(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, said: str
) -> None:
    monkeypatch.setenv(variable, value)
    traffic = posted(Target("https://agent.test/"))
    assert [type(each) for each in traffic] == [Request, End]
    assert said in ending(traffic).detail


def test_a_proxy_is_never_asked_about_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    with raw_server([head(), EVENT]) as server:
        assert body_of(posted(Target(server.url))) == EVENT


def test_a_certificate_that_nobody_vouches_for_is_named() -> None:
    error = ssl.SSLCertVerificationError("certificate verify failed")
    error.verify_message = "self-signed certificate"
    said = no_answer(error, "https://agent.test/", 5)
    assert "agent.test:443 is not trusted (self-signed certificate); --insecure" in said


@pytest.mark.parametrize(
    ("name", "packed"),
    [
        ("gzip", gzip.compress(EVENT * 50)),
        ("deflate", zlib.compress(EVENT * 50)),
        ("deflate", zlib.compress(EVENT * 50)[2:-4]),
    ],
)
def test_an_encoding_nobody_asked_for_is_undone(name: str, packed: bytes) -> None:
    with raw_server(
        [head("200 OK", "text/event-stream", f"Content-Encoding: {name}"), packed]
    ) as s:
        assert body_of(posted(Target(s.url))) == EVENT * 50


def test_a_compressed_bomb_comes_in_bounded_pieces() -> None:
    packed = gzip.compress(bytes(20_000_000))
    encoded = head("200 OK", "text/event-stream", "Content-Encoding: gzip")
    with raw_server([encoded, packed]) as server:
        reads = [each for each in posted(Target(server.url)) if isinstance(each, Read)]
    assert sum(len(each.data) for each in reads) == 20_000_000
    assert max(len(each.data) for each in reads) <= 65536


def test_a_body_that_is_not_encoded_as_it_says_is_told() -> None:
    encoded = head("200 OK", "text/event-stream", "Content-Encoding: gzip")
    with raw_server([encoded, EVENT]) as server:
        end = ending(posted(Target(server.url)))
    assert "says Content-Encoding: gzip but is not" in end.detail


def test_a_cancelled_delivery_still_gives_its_end_and_closes() -> None:
    taken: list[Traffic] = []

    async def cut_short() -> None:
        arrived = asyncio.Event()

        def take(traffic: Traffic) -> None:
            taken.append(traffic)
            if isinstance(traffic, Read):
                arrived.set()

        task = asyncio.create_task(deliver(Target(server.url), BODY, ticking(), take))
        await arrived.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with raw_server([head(), EVENT, HANG]) as server:
        asyncio.run(cut_short())
        assert server.gone.wait(5), "the connection was left open"
    assert ending(taken).how is Ending.CANCELLED
