"""The catalogue: every rule found in this package's folders, in order of code.

Rules are found by scanning, there is no list: a module of a group folder that binds a ``Rule`` is
in. Codes and slugs are unique; a clash is a programming error and raises at once.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import wirelab.rules
from wirelab.rules.rule import Rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, ordered by code."""
    rules: dict[str, Rule] = {}
    for group in pkgutil.iter_modules(wirelab.rules.__path__, "wirelab.rules."):
        if not group.ispkg:
            continue
        package = importlib.import_module(group.name)
        for module in pkgutil.iter_modules(package.__path__, group.name + "."):
            for rule in vars(importlib.import_module(module.name)).values():
                if isinstance(rule, Rule):
                    if rule.code in rules and rules[rule.code] is not rule:
                        raise ValueError(f"two rules have the code {rule.code}")
                    rules[rule.code] = rule
    return tuple(rules[code] for code in sorted(rules))


def find_rule(code: str) -> Rule | None:
    """The rule of a code or slug, whatever the case."""
    wanted = code.upper()
    return next((rule for rule in all_rules() if wanted in (rule.code, rule.slug.upper())), None)
