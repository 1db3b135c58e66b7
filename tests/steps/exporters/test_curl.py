"""The commands that are written send what was sent, as a real shell reads them."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from wirelab.errors import SourceError
from wirelab.steps.exporters import EXPORTERS, Export, written
from wirelab.wire.traffic import Headers, Read, Request

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")

STUB = "curl() { printf '%s\\0' \"$@\"; [[ $* == *@- ]] && cat; return 0; }\n"


def script(request: Request, *, keep_secrets: bool = False) -> str:
    pieces = written(EXPORTERS["curl"], [request], Export("x"), keep_secrets=keep_secrets)
    return b"".join(pieces).decode()


def sent(text: str, **variables: str) -> list[bytes]:
    """What curl would be called with, then what it would read."""
    done = subprocess.run(
        ["bash", "-c", STUB + text],
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **variables},
        capture_output=True,
        check=False,
        timeout=20,
    )
    return done.stdout.split(b"\0") if done.returncode == 0 else [done.stderr]


def request(body: bytes = b"", url: str = "http://h/", headers: Headers = ()) -> Request:
    return Request("POST", url, headers, body)


ODD = [
    b'{"text":"it\'s $HOME `id` \\"x\\" !!"}',
    "line\nline\ttab \x1b[31m \u202e é 日本 '\\".encode(),
    b"@/etc/passwd",
    b"-d x",
]


@pytest.mark.parametrize("body", ODD)
def test_a_body_arrives_as_it_was(body: bytes) -> None:
    text = script(request(body))
    assert sent(text)[-2] == body
    assert not set(text) & set("\x1b\u202e")


@pytest.mark.parametrize("body", [b"\xff\x00\n", b"a\0b"])
def test_a_body_that_no_word_can_hold_comes_through_a_pipe(body: bytes) -> None:
    found = sent(script(request(body)))
    assert found[-(1 + body.count(b"\0")) - 1] == b"@-" or b"@-" in found
    assert b"\0".join(found).endswith(b"@-\0" + body)


def test_headers_and_urls_are_quoted_and_curls_own_are_left_to_it() -> None:
    headers = (("X-A", "it's; rm -rf $HOME"), ("Host", "h"), ("Content-Length", "7"))
    found = sent(script(request(url="http://h/a b?{1}&c='x'", headers=headers)))
    assert found[:-1] == [
        *(b"--globoff", b"--no-buffer", b"--request", b"POST"),
        *(b"--url", b"http://h/a b?{1}&c='x'", b"--header", b"X-A: it's; rm -rf $HOME"),
    ]


def test_a_header_that_no_client_may_send_is_left_out() -> None:
    export = Export("x")
    odd = request(headers=(("@/etc/passwd", "x"), ("a", "x\r\nb: c")))
    text = b"".join(written(EXPORTERS["curl"], [odd], export))
    assert b"passwd" not in text
    assert export.left_out == {"header that no client may send": 2}


def test_secrets_are_variables_that_have_to_be_set() -> None:
    text = script(
        request(
            url="http://u:p4ss@h/?token=p4ss&x=1",
            headers=(("Authorization", "Bearer p4ss"), ("x-api-key", "p4ss")),
        )
    )
    assert "p4ss" not in text
    values = {"CREDENTIALS": "u:p", "TOKEN": "a b", "AUTHORIZATION": "it's", "X_API_KEY": "$k"}
    found = sent(text, **values)
    assert b"http://u:p@h/?token=a b&x=1" in found
    assert b"Authorization: Bearer it's" in found
    assert b"x-api-key: $k" in found
    (complaint,) = sent(text)
    assert b"is to be set first" in complaint


def test_a_recording_without_a_request_has_nothing_to_send() -> None:
    with pytest.raises(SourceError, match="no request"):
        list(written(EXPORTERS["curl"], [Read(b"")], Export("x")))
