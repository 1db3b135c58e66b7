"""The requests as shell commands. Secrets stand there as variables, which the script asks for."""

from __future__ import annotations

import re
import shlex
from base64 import b64encode
from collections.abc import Iterable, Iterator
from itertools import pairwise

from wirelab.errors import SourceError
from wirelab.steps.exporters.exporter import Export, Exporter, Item
from wirelab.steps.redaction import REDACTED
from wirelab.wire.traffic import Headers, Request

_MADE_BY_CURL = {"host", "content-length", "connection", "transfer-encoding"}
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_METHOD = re.compile(r"[A-Za-z]+")
_WORD = re.compile(r"[^A-Za-z0-9]+")
_PARAMETER = re.compile(r"[?&;#]([^?&;#=]+)=$")
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def _write(traffic: Iterable[Item], export: Export) -> Iterator[bytes]:
    number = 0
    for item in traffic:
        if isinstance(item, Request):
            number += 1
            yield (_HEAD if number == 1 else "").encode()
            yield _command(item, number, export).encode("utf-8", "backslashreplace")
    if not number:
        raise SourceError(f"{export.name} holds no request that curl could send")


_HEAD = "#!/usr/bin/env bash\n"


def _command(request: Request, number: int, export: Export) -> str:
    secrets: list[str] = []
    url = _word(request.url, secrets, "CREDENTIALS") if request.url else _variable("URL", secrets)
    method = request.method if _METHOD.fullmatch(request.method) else "POST"
    words = [f"curl --globoff --no-buffer --request {method} --url {url}"]
    words += _headers(request.headers, secrets, export)
    lines = " \\\n  ".join(words + _body(request.body))
    asked = "".join(f': "${{{name}:?is to be set first}}"\n' for name in dict.fromkeys(secrets))
    return f"\n# request {number}\n{asked}{_piped(request.body)}{lines}\n"


def _headers(headers: Headers, secrets: list[str], export: Export) -> Iterator[str]:
    for name, value in headers:
        if name.lower() in _MADE_BY_CURL:
            continue
        if not _NAME.fullmatch(name) or _UNSEEN.search(value):
            export.left_out["header that no client may send"] += 1
            continue
        yield f"--header {_word(f'{name}: {value}', secrets, _variable_name(name))}"


def _body(body: bytes) -> list[str]:
    if not body:
        return []
    text = _text(body)
    return ["--data-binary @-"] if text is None else [f"--data-raw {_quoted(text)}"]


def _piped(body: bytes) -> str:
    """Bytes that no shell word can hold come through a pipe."""
    if not body or _text(body) is not None:
        return ""
    return f"printf %s {b64encode(body).decode('ascii')} | base64 --decode | "


def _text(body: bytes) -> str | None:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def _word(text: str, secrets: list[str], name: str) -> str:
    """The text as one word of a shell, each secret in it a variable."""
    pieces = text.split(REDACTED)
    word = _quoted(pieces[0])
    for before, after in pairwise(pieces):
        parameter = _PARAMETER.search(before)
        word += _variable(_variable_name(parameter[1]) if parameter else name, secrets)
        word += _quoted(after) if after else ""
    return word


def _variable(name: str, secrets: list[str]) -> str:
    secrets.append(name)
    return f'"${name}"'


def _variable_name(name: str) -> str:
    upper = _WORD.sub("_", name).strip("_").upper()
    return upper if upper[:1].isalpha() else f"SECRET_{upper}"


def _quoted(text: str) -> str:
    """Quoted for a shell; what cannot be seen is spelled out: shown, it does nothing."""
    if not _UNSEEN.search(text):
        return shlex.quote(text)
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"$'{_UNSEEN.sub(_escape, escaped)}'"


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}"


CURL = Exporter(
    "curl",
    (".sh", ".curl"),
    "the requests as curl commands; secrets are variables",
    frozenset({"request"}),
    _write,
    takes_protobuf=True,
)
