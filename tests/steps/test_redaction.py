"""What is a secret, what is not, and that nothing else changes."""

from __future__ import annotations

import time

import pytest

from wirelab.steps.redaction import is_secret_name, redact, redact_headers, redact_urls
from wirelab.steps.step_writer import StepWriter
from wirelab.wire.traffic import End, Ending, Read, Request, Response

SECRETS = ["x-api-key", "X-Goog-Api-Key", "apikey", "access_token", "clientSecret", "X-Auth-Token"]
SECRETS += ["accesstoken", "x-amz-signature", "OPENAI_API_KEY", "x-session-id", "db-password"]
HARMLESS = ["accept", "content-type", "x-request-id", "x-ratelimit-remaining-tokens", "keep-alive"]
HARMLESS += ["monkey", "key-id", "authored-by", "idempotency-key"]


@pytest.mark.parametrize("name", SECRETS)
def test_names_that_carry_a_credential(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize("name", HARMLESS)
def test_names_that_carry_none(name: str) -> None:
    assert not is_secret_name(name)


def test_credential_headers_keep_their_name_their_place_and_their_scheme() -> None:
    headers = (
        ("Authorization", "Bearer s3cret"),
        ("accept", "text/event-stream"),
        ("COOKIE", "a=1; b=2"),
        ("set-cookie", "sid=1; Path=/"),
        ("proxy-authorization", "Basic dTpw"),
        ("authorization", "s3cret"),
        ("Location", "https://u:p@h/next?token=s3cret&page=2"),
    )
    assert redact_headers(headers) == (
        ("Authorization", "Bearer «redacted»"),
        ("accept", "text/event-stream"),
        ("COOKIE", "«redacted»"),
        ("set-cookie", "«redacted»"),
        ("proxy-authorization", "Basic «redacted»"),
        ("authorization", "«redacted»"),
        ("Location", "https://«redacted»@h/next?token=«redacted»&page=2"),
    )


@pytest.mark.parametrize(
    ("url", "redacted"),
    [
        ("http://h/agent", "http://h/agent"),
        ("http://user:pa@ss@h:8/p", "http://«redacted»@h:8/p"),
        ("http://h/p?q=a@b&api_key=k&x=%20", "http://h/p?q=a@b&api_key=«redacted»&x=%20"),
        (
            "http://h/p?api%5Fkey=k#access_token=t",
            "http://h/p?api%5Fkey=«redacted»#access_token=«redacted»",
        ),
        ("/p?key=AIza&keyword=a", "/p?key=«redacted»&keyword=a"),
        ("http://h/user@example.com", "http://h/user@example.com"),
        (
            "could not reach http://u:p@h/ (refused)",
            "could not reach http://«redacted»@h/ (refused)",
        ),
    ],
)
def test_urls_lose_their_credentials_and_nothing_else(url: str, redacted: str) -> None:
    assert redact_urls(url) == redacted


def test_all_traffic_is_covered_and_bodies_are_not_touched() -> None:
    secret = (("x-api-key", "k"),)
    hidden = (("x-api-key", "«redacted»"),)
    body = b'{"token":"k"}'
    assert redact(Request("POST", "http://h?token=k", secret, body, 1.0)) == Request(
        "POST", "http://h?token=«redacted»", hidden, body, 1.0
    )
    assert redact(Response(200, secret, 2.0)) == Response(200, hidden, 2.0)
    assert redact(Read(body, 3.0)) == Read(body, 3.0)
    assert redact(End(Ending.RESET, "http://u@h", 4.0)).detail == "http://«redacted»@h"  # type: ignore[union-attr]


def test_the_writer_redacts_unless_told_to_keep() -> None:
    request = Request("POST", "http://h", (("authorization", "Bearer s3cret"),), b"")
    assert b"s3cret" not in StepWriter().take(request)
    assert b"s3cret" in StepWriter(keep_secrets=True).take(request)


def test_hostile_headers_take_no_time() -> None:
    began = time.perf_counter()
    for hostile in ("a." * 30_000, "?&" * 30_000, "a://" * 20_000, "?" + "x" * 60_000):
        redact_urls(hostile)
        is_secret_name(hostile)
    assert time.perf_counter() - began < 20
