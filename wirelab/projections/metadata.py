"""Metadata merges into the item an event builds: key by key, last wins, no recursion.

An item's metadata is changed in place only while ``owns_metadata``; a payload's never is.
"""

from __future__ import annotations

from typing import Any, Protocol


class _HasMetadata(Protocol):
    metadata: dict[str, Any] | None
    owns_metadata: bool


def merge_metadata(item: _HasMetadata, payload: dict[str, Any]) -> None:
    """Merge the payload's ``metadata`` into an item's; the item gets a dict of its own."""
    metadata = payload.get("metadata")
    if not isinstance(metadata, dict):
        return
    if item.metadata is None or not item.owns_metadata:
        item.metadata = {**(item.metadata or {}), **metadata}
        item.owns_metadata = True
    else:
        item.metadata.update(metadata)
