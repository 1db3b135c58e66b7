"""A request as a curl command line for a POSIX shell, which sends the same again.

Secrets become shell variables (``$TOKEN``), so that the line can be shown to anybody. What is no
plain text, or too long for one argument, goes to curl through printf, byte for byte.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from wirelab.steps.redaction import REDACTED, redact_headers, redact_urls
from wirelab.views.safe_text import safe

if TYPE_CHECKING:
    from wirelab.wire.traffic import Request

_CURLS_OWN = frozenset({"host", "content-length", "connection", "user-agent", "accept-encoding"})
_USER_INFORMATION = re.compile(rf"://[^/?#]*{REDACTED}@")
_PARAMETER_BEFORE = re.compile(r"([^?&;#=]+)=$")
_PLAIN = re.compile(r"[\w :/.,=&;?%+@~*()\[\]-]*", re.ASCII)
_MOST_IN_AN_ARGUMENT = 100_000


def curl_command(request: Request, *, insecure: bool = False) -> str:
    """The command, an option a line. insecure: certificates are not checked."""
    url = _USER_INFORMATION.sub("://", redact_urls(request.url))
    method = [] if request.method == "POST" else [f"-X {shlex.quote(safe(request.method, 20))}"]
    headers = [
        f"-H {_shell(f'{safe(name, 200)}: {safe(value, 8000)}', _variable(name))}"
        for name, value in redact_headers(request.headers)
        if name.lower() not in _CURLS_OWN
    ]
    source, data = _body(request.body)
    options = f"{' -k' if insecure else ''}{' -g' if set(url) & set('[]{}') else ''}"
    said = [f"{source}curl -N{options} {_shell(safe(url, 8000), 'SECRET')}"]
    return " \\\n  ".join([*said, *method, *headers, f"--data-binary {data}"])


def _variable(name: str) -> str:
    """What a secret of this name is called in a shell."""
    if name.lower() == "authorization":
        return "TOKEN"
    word = re.sub(r"\W", "_", name.upper(), flags=re.ASCII)
    return f"_{word}" if word[:1].isdigit() else word


def _shell(text: str, variable: str) -> str:
    """One word of a shell; what was redacted in it becomes a variable.

    The secret of a URL's parameter is named for it (``$URL_TOKEN``), any other is ``variable``.
    """
    *before, last = text.split(REDACTED)
    if not before:
        return shlex.quote(text)
    names = [_name_after(each, variable) for each in before]
    if all(_PLAIN.fullmatch(each) for each in (*before, last)):
        pairs = zip(before, names, strict=True)
        return f'"{"".join(f"{each}${{{name}}}" for each, name in pairs)}{last}"'
    words = [f'{shlex.quote(each)}"${name}"' for each, name in zip(before, names, strict=True)]
    return "".join([*words, shlex.quote(last) if last else ""])


def _name_after(text: str, otherwise: str) -> str:
    named = _PARAMETER_BEFORE.search(text)
    return f"URL_{_variable(named[1])}" if named else otherwise


def _body(body: bytes) -> tuple[str, str]:
    """What stands before curl, and what it is told to send."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        text = "\0"
    plain = len(body) <= _MOST_IN_AN_ARGUMENT and not text.startswith("@")
    if plain and all(each.isprintable() for each in text.split("\n")):
        return "", shlex.quote(text)
    return f"printf '{_octal(body)}' | ", "@-"


def _octal(body: bytes) -> str:
    """Bytes as a format of printf: printable ASCII as it is, everything else in octal."""
    return "".join(_FORMAT[each] for each in body)


_FORMAT = [
    chr(byte) if 32 <= byte < 127 and chr(byte) not in "%\\'" else f"\\{byte:03o}"
    for byte in range(256)
]
