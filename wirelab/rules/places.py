"""Places in payloads, made general: ``/messages/3/id`` and ``/messages/7/id`` are one mistake."""

from __future__ import annotations

import re

_INDEX = re.compile(r"/[0-9]+(?=/|$)")


def general(pointer: str) -> str:
    """A JSON pointer with every index written as ``*``."""
    return _INDEX.sub("/*", pointer)
