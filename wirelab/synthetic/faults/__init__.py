"""Faults of the synthetic agent, by name. A new one is a line in the table of its file."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from wirelab.synthetic.faults.event_faults import EVENT_FAULTS
from wirelab.synthetic.faults.fault import AskedFault, Fault, UnknownFaultError
from wirelab.synthetic.faults.replaced_run import BREAK, known_code
from wirelab.synthetic.faults.response_faults import RESPONSE_FAULTS
from wirelab.synthetic.faults.text_faults import TEXT_FAULTS
from wirelab.synthetic.faults.write_faults import WRITE_FAULTS
from wirelab.synthetic.performance import Performance

__all__ = [
    "BREAK",
    "FAULTS",
    "AskedFault",
    "Performance",
    "UnknownFaultError",
    "read_fault",
    "strike",
]

_MOST = 1e6

FAULTS: dict[str, Fault] = {
    fault.name: fault
    for fault in (BREAK, *EVENT_FAULTS, *TEXT_FAULTS, *WRITE_FAULTS, *RESPONSE_FAULTS)
}


def read_fault(text: str) -> AskedFault:
    """``NAME``, ``NAME=NUMBER`` or ``NAME=WORD``. Raises UnknownFaultError."""
    name, given, value = text.partition("=")
    fault = FAULTS.get(name)
    if fault is None:
        near = get_close_matches(name[:100], FAULTS, n=3, cutoff=0.6)
        proposed = f"; did you mean {' or '.join(near)}?" if near else ""
        raise UnknownFaultError(f"no fault is called {name[:60]!r}{proposed}")
    if not given:
        return AskedFault(fault, fault.default)
    if fault.word:
        return AskedFault(fault, word=known_code(value))
    if not fault.number:
        raise UnknownFaultError(f"the fault {name} takes no number")
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= (fault.most or _MOST):
        limit = f"to {fault.most:.0f}" if fault.most else "on"
        raise UnknownFaultError(f"{name}={value[:60]}: {fault.number} is a number from 0 {limit}")
    return AskedFault(fault, number)


def strike(performance: Performance, asked: Iterable[AskedFault]) -> Performance:
    """Let faults change a performance, in the order of their stages."""
    for each in sorted(asked, key=lambda one: one.fault.stage):
        each.strike(performance)
    return performance
