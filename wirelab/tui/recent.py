"""The endpoints observed lately, in a small file of the user's: where, when, and what was asked.

No secrets: neither headers nor a URL's user information or the values of parameters that carry
credentials. A file that cannot be read or written is as good as none: nothing here raises.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from wirelab.protocol import json_text
from wirelab.protocol.run_input import read_run_input
from wirelab.steps.redaction import REDACTED, redact_urls
from wirelab.tui.state_folder import state_folder, write_private

MOST = 20
_MOST_BYTES = 200_000
_MOST_OF_A_URL, _MOST_OF_A_MESSAGE = 2000, 200


@dataclass(slots=True, frozen=True)
class Recent:
    """url: without secrets. at: when, as ISO 8601 in UTC. message: the user's last; may be empty.

    All of it comes from a file, and may hold anything.
    """

    url: str
    at: str
    message: str = ""


def load(path: Path | None = None) -> list[Recent]:
    """What was observed lately, the latest first."""
    try:
        with (path or _path()).open("rb") as file:
            entries = json_text.parse(file.read(_MOST_BYTES)).value
    except (OSError, RuntimeError, json_text.NotJson, json_text.TooDeep):
        return []
    read = [_read(entry) for entry in entries] if isinstance(entries, list) else []
    return [each for each in read if each is not None][:MOST]


def add(
    url: str, message: str = "", *, at: datetime | None = None, path: Path | None = None
) -> None:
    """Note that an endpoint is observed; it takes the place of its older entry."""
    now = (at or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds")
    new = Recent(without_secrets(url), now, without_secrets(message)[:_MOST_OF_A_MESSAGE])
    if len(new.url) > _MOST_OF_A_URL:
        return
    kept = [new, *(each for each in load(path) if each.url != new.url)][:MOST]
    with contextlib.suppress(OSError, RuntimeError):
        write_private(path or _path(), json.dumps([asdict(each) for each in kept]).encode())


def add_request(url: str, body: bytes) -> None:
    """``add`` with the last user message of a request's body, where it has one."""
    add(url, _last_message(body))


def without_secrets(url: str) -> str:
    """A URL that can be used again, or a text that holds some, to be shown to anybody."""
    return redact_urls(url).replace(f"{REDACTED}@", "").replace(REDACTED, "")


def _path() -> Path:
    return state_folder() / "recent.json"


def _read(entry: object) -> Recent | None:
    if not isinstance(entry, dict):
        return None
    url, at, message = (entry.get(name, "") for name in ("url", "at", "message"))
    if not all(isinstance(each, str) for each in (url, at, message)) or not url:
        return None
    return Recent(url[:_MOST_OF_A_URL], at[:40], message[:_MOST_OF_A_MESSAGE])


def _last_message(body: bytes) -> str:
    try:
        payload = json_text.parse(body).value
    except (json_text.NotJson, json_text.TooDeep):
        return ""
    messages = read_run_input(payload).messages if isinstance(payload, dict) else []
    said = [each.get("content") for each in messages if each.get("role") == "user"]
    return said[-1] if said and isinstance(said[-1], str) else ""
