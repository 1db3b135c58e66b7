"""Rules by what people type: a code (MSG002), a slug, or the beginning of codes (MSG)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wirelab.cli.choices import nearest
from wirelab.errors import UsageError

if TYPE_CHECKING:
    from wirelab.rules.rule import Rule


def the_rule(name: str) -> Rule:
    """One rule by code or slug. Raises UsageError with near ones."""
    from wirelab.rules.catalog import find_rule

    rule = find_rule(name)
    if rule is None:
        raise _unknown(name)
    return rule


def chosen_rules(
    select: Iterable[str] | None, ignore: Iterable[str] | None
) -> tuple[Rule, ...] | None:
    """The rules to ask; None for all of them. Raises UsageError for a name that fits none."""
    from wirelab.rules.catalog import all_rules

    if not select and not ignore:
        return None
    rules = all_rules()
    wanted = _matching(select, rules) if select else {rule.code for rule in rules}
    unwanted = _matching(ignore or (), rules)
    return tuple(rule for rule in rules if rule.code in wanted - unwanted)


def _matching(names: Iterable[str], rules: tuple[Rule, ...]) -> set[str]:
    codes: set[str] = set()
    for name in (part.strip() for given in names for part in given.split(",")):
        upper = name.upper()
        found = {rule.code for rule in rules if upper == rule.slug.upper()} or {
            rule.code for rule in rules if upper and rule.code.startswith(upper)
        }
        if not found:
            raise _unknown(name)
        codes |= found
    return codes


def _unknown(name: str) -> UsageError:
    from wirelab.rules.catalog import all_rules

    rules = all_rules()
    near = nearest(name.upper(), [rule.code for rule in rules]) or nearest(
        name.lower(), [rule.slug for rule in rules]
    )
    return UsageError(f"no rule is called {name}{near or '; wirelab rules lists them'}")
