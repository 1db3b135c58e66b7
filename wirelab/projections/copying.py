"""Copies of items for checkpoints: shallow, and several times faster than ``replace``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

Item = TypeVar("Item")


def copier(kind: type[Item]) -> Callable[[Item], Item]:
    """A function that copies an instance of a dataclass, whose fields all are ``__init__``'s."""
    members: Callable[[Item], tuple[Any, ...]] = attrgetter(
        *(field.name for field in fields(kind))  # type: ignore[arg-type]
    )
    return lambda item: kind(*members(item))
