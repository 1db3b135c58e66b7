"""Metadata merges into the item an event builds: key by key, last wins, no recursion."""

from __future__ import annotations

from typing import Any, Protocol


class _HasMetadata(Protocol):
    metadata: dict[str, Any] | None


def merge_metadata(item: _HasMetadata, payload: dict[str, Any]) -> None:
    """Merge the payload's ``metadata`` into an item's; the item gets a dict of its own."""
    metadata = payload.get("metadata")
    if isinstance(metadata, dict):
        item.metadata = {**item.metadata, **metadata} if item.metadata else dict(metadata)
