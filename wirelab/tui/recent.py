"""The endpoints observed lately, in a small file of the user's: where, when, and what was sent.

No secrets: neither headers nor a URL's user information or the values of parameters that carry
credentials, and inputs without theirs (``recent_inputs``). A file that cannot be read or written
is as good as none: nothing here raises.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from wirelab.protocol import json_text
from wirelab.protocol.run_input import read_run_input
from wirelab.steps.json_secrets import SecretsLeftOut
from wirelab.steps.redaction import REDACTED, redact_urls
from wirelab.tui import recent_inputs
from wirelab.tui.recent_inputs import RecentInput
from wirelab.tui.state_folder import state_folder, write_private

MOST = 20
MOST_INPUTS = 5
"""Of an endpoint."""
_MOST_BYTES = 2_000_000
_MOST_OF_A_URL, _MOST_OF_A_MESSAGE = 2000, 200


@dataclass(slots=True, frozen=True)
class Recent:
    """url: without secrets. at: when, as ISO 8601 in UTC. message: the user's last; may be empty.
    inputs: what was sent there, the latest first.

    All of it comes from a file, and may hold anything.
    """

    url: str
    at: str
    message: str = ""
    inputs: tuple[RecentInput, ...] = ()


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
    url: str,
    message: str = "",
    *,
    given: dict[str, Any] | None = None,
    at: datetime | None = None,
    path: Path | None = None,
) -> None:
    """Note that an endpoint is observed; it takes the place of its older entry.

    given: the input sent there, to be kept for the next time.
    """
    now = (at or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds")
    new = Recent(without_secrets(url), now, _shown(message))
    if len(new.url) > _MOST_OF_A_URL:
        return
    with contextlib.suppress(OSError, RuntimeError):
        file = path or _path()
        before = load(file)
        here = next((each.inputs for each in before if each.url == new.url), ())
        new = replace(new, inputs=_with_input(here, given, file))
        _write([new, *(each for each in before if each.url != new.url)][:MOST], file)


def add_request(url: str, body: bytes) -> None:
    """``add`` with what a request's body says, where it is an input."""
    try:
        payload = json_text.parse(body).value
    except (json_text.NotJson, json_text.TooDeep):
        payload = None
    given = payload if isinstance(payload, dict) else None
    add(url, _last_message(given) if given is not None else "", given=given)


def forget(url: str, entry: RecentInput | None = None) -> None:
    """Keep one input of an endpoint no longer; without one, the endpoint and all that it was
    sent."""
    with contextlib.suppress(OSError, RuntimeError):
        left = [
            replace(each, inputs=tuple(kept for kept in each.inputs if kept != entry))
            if each.url == url
            else each
            for each in load()
            if entry is not None or each.url != url
        ]
        _write(left, _path())


def read_input(entry: RecentInput) -> dict[str, Any] | None:
    """An input that was kept; None where it is gone or broken."""
    return recent_inputs.read(entry, input_path(entry).parent)


def input_path(entry: RecentInput) -> Path:
    """The file of an input that was kept."""
    return recent_inputs.path_of(entry.name, _inputs(_path()))


def _with_input(
    before: tuple[RecentInput, ...], given: dict[str, Any] | None, file: Path
) -> tuple[RecentInput, ...]:
    new = recent_inputs.keep(given, _inputs(file)) if given is not None else None
    if new is None:
        return before
    said = _shown(_last_message(given or {}))
    new = replace(new, about=f"{said} · {new.about}" if said else new.about)
    return (new, *(each for each in before if each.name != new.name))[:MOST_INPUTS]


def _write(kept: list[Recent], file: Path) -> None:
    write_private(file, json.dumps([asdict(each) for each in kept]).encode())
    names = {each.name for entry in kept for each in entry.inputs}
    recent_inputs.forget_others(names, _inputs(file))


def _inputs(file: Path) -> Path:
    return file.parent / "inputs"


def _shown(message: str) -> str:
    return str(SecretsLeftOut().of(without_secrets(message)))[:_MOST_OF_A_MESSAGE]


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
    held = entry.get("inputs")
    inputs = map(recent_inputs.entry_of, held if isinstance(held, list) else [])
    return Recent(
        url[:_MOST_OF_A_URL],
        at[:40],
        message[:_MOST_OF_A_MESSAGE],
        tuple(each for each in inputs if each is not None)[:MOST_INPUTS],
    )


def _last_message(payload: dict[str, Any]) -> str:
    messages = read_run_input(payload).messages
    said = [each.get("content") for each in messages if each.get("role") == "user"]
    return said[-1] if said and isinstance(said[-1], str) else ""
