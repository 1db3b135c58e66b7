"""CORS for pages that may read the answers; without any it is off."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware


def cross_origin(origins: Sequence[str]) -> list[Middleware]:
    """The middleware for these origins."""
    if not origins:
        return []
    methods, headers = ["GET", "POST"], ["*"]
    allowed = Middleware(
        CORSMiddleware, allow_origins=list(origins), allow_methods=methods, allow_headers=headers
    )
    return [allowed]
