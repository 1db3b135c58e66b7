from __future__ import annotations

import pytest

from tests.views.streams import EOF, REQUEST, STREAM, inspected, sent
from wirelab.views.exchange_text import (
    ending_line,
    header_lines,
    never_started,
    request_line,
    response_line,
)
from wirelab.wire.traffic import End, Ending, Request, Response, Traffic


def test_a_request_shows_no_secret() -> None:
    headers = (("Authorization", "Bearer abc"), ("X-Api-Key", "k1"), ("X-Trace", "7\x1b"))
    request = Request("POST", "http://ann:pw@agent.test/?api_key=s3", headers, b"12345")
    shown = "\n".join([request_line(request), *header_lines(request.headers)])
    assert "5 B" in shown
    assert "X-Trace: 7␛" in shown
    assert not [secret for secret in ("abc", "k1", "pw", "s3") if secret in shown]


def test_a_redirect_says_where_to() -> None:
    assert response_line(Response(307, (("location", "/run/"),))) == (
        "307 no content type · to /run/"
    )


@pytest.mark.parametrize(
    ("traffic", "said"),
    [
        ([End(Ending.UNREACHED, "nothing listens at x:1", 1.0)], "nothing listens at x:1"),
        ([Response(307, (("location", "/run/"),)), EOF], "redirect (307) to /run/"),
        ([Response(401, ()), EOF], "refused the run with HTTP status 401"),
        ([Response(200, (("content-type", "text/html; x"),)), EOF], "text/html, not an event"),
        ([Response(200, ()), EOF], "no content type, not an event stream"),
    ],
)
def test_why_no_run_started_is_a_sentence(traffic: list[Traffic], said: str) -> None:
    session = inspected(REQUEST, *traffic)
    assert said in (never_started(session.exchanges[-1]) or "")


def test_an_event_stream_was_started_whatever_is_in_it() -> None:
    session = inspected(REQUEST, STREAM, sent({"type": "CUSTOM"}), EOF)
    assert never_started(session.exchanges[-1]) is None


def test_endings_are_words_with_their_detail() -> None:
    session = inspected(REQUEST, STREAM, End(Ending.RESET, "in mid-frame\x07"))
    assert ending_line(session.exchanges[-1]) == "the connection broke: in mid-frame␇"
