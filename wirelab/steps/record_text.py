"""A line's bytes to the JSON object they are: strict JSON in strict UTF-8, every key once.

Python's own reader would let NaN pass and drop repeated keys without a word; a line that holds
either does not say what its writer meant.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from wirelab.steps.exact_forms import is_shallow
from wirelab.steps.step_upgrades import Record

MAX_DEPTH = 500
"""Levels of nesting a line may have; every supported Python reads as many from any stack."""


class LineError(ValueError):
    """A line is not what the format says; the text is the reason."""


class NotJsonError(LineError):
    """A line is no JSON text at all."""


def parse_record(line: bytes) -> Record:
    """The JSON object of a line. Raises LineError, which says what else it is."""
    try:
        text = line.decode("utf-8")
        record = _DECODER.decode(text)
    except UnicodeDecodeError:
        raise NotJsonError("it is not UTF-8") from None
    except RecursionError:
        raise LineError(_TOO_DEEP) from None
    except json.JSONDecodeError as fault:
        raise NotJsonError(f"it is not JSON ({fault.msg} at column {fault.colno})") from None
    except LineError:
        raise
    except ValueError:
        raise LineError("it holds a number with too many digits") from None
    if not isinstance(record, dict):
        raise LineError("it is JSON, but no object")
    if not is_shallow(record, text, MAX_DEPTH):
        raise LineError(_TOO_DEEP)
    return record


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        names = [key for key, _ in pairs]
        repeated = next(key for key in record if names.count(key) > 1)
        raise LineError(f"the key {json.dumps(repeated)[:40]} is there twice in one object")
    return record


def _refuse(constant: str) -> NoReturn:
    raise LineError(f"{constant} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_refuse)
_TOO_DEEP = "its JSON is nested too deeply"
