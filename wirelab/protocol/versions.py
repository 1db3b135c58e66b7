"""Which AG-UI versions we know, and their JSON Schemas.

A new version is one file in ``schemas/`` and one entry in ``KNOWN``: the first file is a whole
JSON Schema (2020-12), each later one says what it changes as a JSON Merge Patch (RFC 7396).
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

KNOWN = ("1.0", "1.1")
NEWEST = KNOWN[-1]

_MAJOR_MINOR = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")


def read_version(text: str) -> tuple[int, int] | None:
    """``MAJOR.MINOR`` as two numbers, so that 1.10 is newer than 1.9; None for anything else.

    Source: AG-UI, basic/versioning.
    """
    match = _MAJOR_MINOR.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def judged_by(declared: str | None, spec: str = "auto") -> str:
    """The version to judge a run by: ``spec`` where it names one, else what the run declares.

    A peer newer than we know, or one that declares nothing or nothing readable, is judged by the
    newest version; one older than we know, by the oldest [basic/versioning].
    """
    if spec != "auto":
        return spec
    version = read_version(declared) if isinstance(declared, str) else None
    if version is None:
        return NEWEST
    not_newer = [known for known in KNOWN if (read_version(known) or (0, 0)) <= version]
    return not_newer[-1] if not_newer else KNOWN[0]


@cache
def schema(version: str) -> dict[str, Any]:
    """The JSON Schema of a known version; shared, so not to be changed.

    Every definition has an ``$anchor`` equal to its name; the root is an Event. Raises KeyError
    for a version that is not in ``KNOWN``.
    """
    if version not in KNOWN:
        raise KeyError(version)
    folder = files("wirelab.protocol") / "schemas"
    whole: dict[str, Any] = {}
    for known in KNOWN[: KNOWN.index(version) + 1]:
        whole = _merged(whole, json.loads((folder / f"{known}.json").read_text("utf-8")))
    whole.pop("$comment", None)  # of the patch, not of what it makes
    return whole


def _merged(target: Any, patch: Any) -> Any:
    """RFC 7396, section 2."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = _merged(result.get(name), value)
    return result
