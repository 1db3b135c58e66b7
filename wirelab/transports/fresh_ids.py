"""Ids for what is sent: random, so that no two threads, runs or messages ever share one."""

from __future__ import annotations

import secrets


def fresh_id(kind: str) -> str:
    """An id nobody has used: ``run-9f8e7d6c5b4a``."""
    return f"{kind}-{secrets.token_hex(6)}"
