from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from wirelab.views.curl_text import curl_command
from wirelab.wire.traffic import Headers, Request

BODY = json.dumps({"threadId": "t", "text": 'it\'s $HOME `id` \\ "!" %s\nä 🌦'}, ensure_ascii=False)
PLAIN_HEADERS = (("accept", "text/event-stream"), ("content-type", "application/json"))


def request(
    body: str | bytes = BODY, url: str = "http://127.0.0.1:8787/chat", headers: Headers = ()
) -> Request:
    data = body.encode() if isinstance(body, str) else body
    noise = (("host", "127.0.0.1:8787"), ("content-length", "7"), ("user-agent", "wirelab/0"))
    return Request("POST", url, (*noise, *PLAIN_HEADERS, *headers), data, 0.0)


def test_it_reads_like_what_a_person_would_type() -> None:
    token = ("authorization", "Bearer s3cret")
    assert curl_command(request('{"threadId":"t"}', headers=(token,))) == "\n".join(
        (
            "curl -N http://127.0.0.1:8787/chat \\",
            "  -H 'accept: text/event-stream' \\",
            "  -H 'content-type: application/json' \\",
            '  -H "authorization: Bearer ${TOKEN}" \\',
            """  --data-binary '{"threadId":"t"}'""",
        )
    )


def test_the_words_of_the_shell_are_what_was_sent() -> None:
    words = shlex.split(curl_command(request(url="http://h.test/a?b=c d&e='f'"), insecure=True))
    assert words[:4] == ["curl", "-N", "-k", "http://h.test/a?b=c d&e='f'"]
    assert words[-2:] == ["--data-binary", BODY]
    assert shlex.split(curl_command(request(url="http://h.test/{a}")))[1:3] == ["-N", "-g"]


def test_no_secret_is_in_it() -> None:
    headers = (
        ("Authorization", "Basic dTpw-s3cret"),
        ("x-api-key", "k-s3cret"),
        ("Cookie", "a=s3cret"),
        ("x$odd-token", "s3cret"),
    )
    url = "https://user:s3cret@h.test/run?access_token=s3cret&x=1"
    command = curl_command(request(url=url, headers=headers))
    assert "s3cret" not in command
    assert "«" not in command
    assert '"https://h.test/run?access_token=${URL_ACCESS_TOKEN}&x=1"' in command
    assert '"Authorization: Basic ${TOKEN}"' in command
    assert '"x-api-key: ${X_API_KEY}"' in command
    assert '"Cookie: ${COOKIE}"' in command
    assert """'x$odd-token: '"$X_ODD_TOKEN\"""" in command


def test_control_characters_never_reach_the_terminal_it_is_pasted_into() -> None:
    command = curl_command(request("\x1b]0;x\x07\u202e", headers=(("x-a", "b\x1b[2J\nc"),)))
    assert all(each.isprintable() for each in command.split("\n"))


FAKE_CURL = """#!/bin/sh
: > "$OUT.words"
for word; do printf '%s\\0' "$word" >> "$OUT.words"; [ "$word" = @- ] && cat > "$OUT.body"; done
exit 0
"""


@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize(
    "body",
    [BODY, "", "-x", "@file", b"\xff\x00'%d\\n\r", "\x1b\u202e" + BODY, "x" * 200_000],
    ids=["text", "empty", "dash", "at", "bytes", "controls", "long"],
)
def test_a_shell_runs_it(tmp_path: Path, shell: str, body: str | bytes) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    fake = tmp_path / "curl"
    fake.write_text(FAKE_CURL)
    fake.chmod(0o755)
    sent = request(body, headers=(("authorization", "Bearer x"), ("x-note", "a'b $c")))
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(
        [shell, "-s"],
        input=curl_command(sent).encode(),
        env={"PATH": path, "OUT": str(tmp_path / "got"), "TOKEN": "t o k"},
        check=True,
        timeout=30,
    )
    words = (tmp_path / "got.words").read_bytes().split(b"\0")[:-1]
    assert b"authorization: Bearer t o k" in words
    assert b"x-note: a'b $c" in words
    assert words[-1] == b"@-" or not words[-1].startswith(b"@")
    got = (tmp_path / "got.body").read_bytes() if words[-1] == b"@-" else words[-1]
    assert got == sent.body
