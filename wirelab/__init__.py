"""AG-UI Wire Lab: see what an AG-UI endpoint really sends.

The public names are loaded when they are first asked for, so that ``import wirelab`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wirelab.errors import WirelabError
    from wirelab.rules.finding import Finding, Severity
    from wirelab.session.inspection import Inspection
    from wirelab.session.session import Session
    from wirelab.stream_inspection import inspect_stream, inspect_stream_async
    from wirelab.views.filters import Filter, FilterError, parse_filter
    from wirelab.wire.frame import Frame, FrameKind

__version__ = "0.1.0"

_HOMES = {
    "Filter": "wirelab.views.filters",
    "FilterError": "wirelab.views.filters",
    "Finding": "wirelab.rules.finding",
    "Frame": "wirelab.wire.frame",
    "FrameKind": "wirelab.wire.frame",
    "Inspection": "wirelab.session.inspection",
    "Session": "wirelab.session.session",
    "Severity": "wirelab.rules.finding",
    "WirelabError": "wirelab.errors",
    "inspect_stream": "wirelab.stream_inspection",
    "inspect_stream_async": "wirelab.stream_inspection",
    "parse_filter": "wirelab.views.filters",
}

__all__ = [
    "Filter",
    "FilterError",
    "Finding",
    "Frame",
    "FrameKind",
    "Inspection",
    "Session",
    "Severity",
    "WirelabError",
    "__version__",
    "inspect_stream",
    "inspect_stream_async",
    "parse_filter",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wirelab' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return __all__
