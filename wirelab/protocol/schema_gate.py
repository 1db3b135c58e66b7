"""The gate: does the schema accept this value? Fast, and with nothing to say about why not.

An event is held against the definition of its ``type``, never against the union of all of them.
Verdicts are those of JSON Schema 2020-12 on any value ``json_text`` makes; a check never raises.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isinf
from typing import Any, TypeAlias

from wirelab.protocol.definitions import definitions
from wirelab.protocol.event_types import DEFINITION_OF

Check: TypeAlias = Callable[[Any], bool]

_DEEPEST_SCHEMA = 40
"""No definition looks deeper into a value than this; what lies below cannot matter."""


class _EventChecks(dict[str, Check]):
    def __init__(self, check: Callable[[str], Check]) -> None:
        super().__init__()
        self._check = check

    def __missing__(self, type_: str) -> Check:
        if type_ not in DEFINITION_OF:
            return _refuse
        check = self[type_] = self._check(DEFINITION_OF[type_])
        return check


def _refuse(_: Any) -> bool:
    return False


class Gate:
    """The checks of one version.

    event_checks: for each event type, whether a payload of that type is well-formed; for any
    other type, never. Each is compiled when it is first asked for.
    plain_checks: the same, faster, for what ``json_text.plain_object`` read: such values hold
    nothing the validator cannot take.
    """

    def __init__(self, version: str) -> None:
        flat = definitions(version).flat
        # Branches of a union exclude each other, so the first that fits decides.
        self._definitions = {
            name: {"anyOf" if key == "oneOf" else key: value for key, value in node.items()}
            for name, node in flat.items()
        }
        self._checks: dict[str, Check] = {}
        self.event_checks = _EventChecks(self._check)
        self.plain_checks = _EventChecks(self._compiled)

    def accepts(self, definition: str, value: Any) -> bool:
        """Whether a value fits a definition. Raises KeyError for a name that is none."""
        return self._check(definition)(value)

    def _check(self, definition: str) -> Check:
        check = self._checks.get(definition)
        if check is None:
            check = self._checks[definition] = _for_any_value(self._compiled(definition))
        return check

    def _compiled(self, definition: str) -> Check:
        from jsonschema_rs import Draft202012Validator

        root = {**self._definitions[definition], "$defs": self._definitions}
        is_valid: Check = Draft202012Validator(root).is_valid
        return is_valid


def _for_any_value(is_valid: Check) -> Check:
    def check(value: Any) -> bool:
        try:
            return is_valid(value)
        except ValueError:
            return is_valid(_plain(value, _DEEPEST_SCHEMA))

    return check


@cache
def gate(version: str) -> Gate:
    """The gate of a known version. Raises KeyError for another."""
    return Gate(version)


def _plain(value: Any, depth: int) -> Any:
    """The value as any validator takes it, with the same verdict.

    Lone surrogates, which Rust strings cannot hold, become "?"; infinity becomes a number that is
    no integer either, a huge integer one as far out of range; what is too deep to matter is cut.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict) and depth:
        return {_plain(name, depth): _plain(item, depth - 1) for name, item in value.items()}
    if isinstance(value, list) and depth:
        return [_plain(item, depth - 1) for item in value]
    if isinstance(value, (dict, list)):
        return type(value)()
    if isinstance(value, float) and isinf(value):
        return 0.5
    if isinstance(value, int) and abs(value) > 2**60:
        return 2**60
    return value
