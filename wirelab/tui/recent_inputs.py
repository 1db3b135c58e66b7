"""Inputs that were sent lately, each in a small file for the owner alone, to be sent again.

Kept is what belongs to no thread: neither ids of thread and run nor answers to interrupts. No
secrets (``steps.json_secrets``): what was left out is named, so that nobody wonders. An input that
is too long is not kept, and a file that cannot be written or read is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wirelab.protocol import json_text
from wirelab.protocol.run_input import encode_run_input
from wirelab.steps.json_secrets import SecretsLeftOut
from wirelab.tui.state_folder import write_private
from wirelab.views.signs import counted

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

MOST_BYTES = 64_000
_OF_A_THREAD = ("threadId", "runId", "parentRunId")
_FILE = re.compile(r"[0-9a-f]{16}\Z")
_MOST_NAMED, _MOST_OF_A_NAME = 5, 80


@dataclass(slots=True, frozen=True)
class RecentInput:
    """name: of its file. about: what it holds, in a line. left_out: where secrets were, as JSON
    pointers. All of it comes from a file."""

    name: str
    about: str
    left_out: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What it holds, and what it does not."""
        left = ", ".join(self.left_out)
        return f"{self.about} · without {left}" if left else self.about


def keep(payload: dict[str, Any], folder: Path) -> RecentInput | None:
    """Put an input into a file; None where it is not kept."""
    if payload.get("resume"):
        return None
    secrets = SecretsLeftOut()
    kept = {
        name: secrets.of(value, f"/{name}", names=name != "tools")
        for name, value in payload.items()
        if name not in _OF_A_THREAD
    }
    data = encode_run_input(kept)
    if len(data) > MOST_BYTES:
        return None
    name = hashlib.sha256(_alike(kept)).hexdigest()[:16]
    try:
        write_private(path_of(name, folder), data)
    except OSError:
        return None
    left_out = [pointer[:_MOST_OF_A_NAME] for pointer in secrets.pointers]
    if len(left_out) > _MOST_NAMED:
        left_out[_MOST_NAMED:] = [f"{len(left_out) - _MOST_NAMED} more"]
    return RecentInput(name, _about(kept), tuple(left_out))


def read(entry: RecentInput, folder: Path) -> dict[str, Any] | None:
    """The input as it was kept; None where it is gone or broken."""
    try:
        with path_of(entry.name, folder).open("rb") as file:
            value = json_text.parse(file.read(MOST_BYTES + 1)).value
    except (OSError, json_text.NotJson, json_text.TooDeep):
        return None
    return value if isinstance(value, dict) else None


def path_of(name: str, folder: Path) -> Path:
    return folder / f"{name}.json"


def forget_others(names: Collection[str], folder: Path) -> None:
    """Remove the inputs that are on no list any more."""
    with contextlib.suppress(OSError):
        for path in folder.glob("*.json"):
            if _FILE.match(path.stem) and path.stem not in names:
                path.unlink()


def entry_of(value: Any) -> RecentInput | None:
    """An entry as a file holds it; None for anything else."""
    if not isinstance(value, dict):
        return None
    name, about, left = (value.get(each) for each in ("name", "about", "left_out"))
    if not isinstance(name, str) or not _FILE.match(name) or not isinstance(about, str):
        return None
    named = left if isinstance(left, list) else []
    texts = [each[:_MOST_OF_A_NAME] for each in named if isinstance(each, str)]
    return RecentInput(name, about[:200], tuple(texts[: _MOST_NAMED + 1]))


def _alike(kept: dict[str, Any]) -> bytes:
    """What two inputs that say the same have in common: all but the ids of their messages."""
    messages = kept.get("messages")
    if isinstance(messages, list):
        said = [
            {name: value for name, value in each.items() if name != "id"}
            if isinstance(each, dict)
            else each
            for each in messages
        ]
        kept = kept | {"messages": said}
    return json.dumps(kept, sort_keys=True).encode()


def _about(kept: dict[str, Any]) -> str:
    """``2 messages · 1 tool · state``."""
    parts = [
        counted(len(kept[name]), word)
        for name, word in (("messages", "message"), ("tools", "tool"), ("context", "context item"))
        if isinstance(kept.get(name), list) and kept[name]
    ]
    parts += [name for name in ("state", "forwardedProps") if kept.get(name)]
    return " · ".join(parts) or "an empty input"
