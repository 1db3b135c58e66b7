"""The rule catalogue as Markdown (docs/rules.md is this, word for word) and as JSON."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from wirelab.exports.rule_page import page_markdown, summary
from wirelab.rules.habits import HABITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wirelab.rules.habits import Habit
    from wirelab.rules.rule import Rule

_INTRODUCTION = """\
# The rules

<!-- Made by `wirelab rules --format markdown`; changes belong into the rules themselves. -->

{count} rules judge a stream and the requests that lead to it. `wirelab rules CODE` shows one with a
stream where it fires and one where it is silent.

- An **error** breaks a MUST of the protocol. Where it is **fatal**, a conforming client rejects the
  stream there.
- A **warning**: a conforming client carries on, and something was dropped, diverged or cut off.
- A **note** is legal, and worth a look.
- A **second opinion** (`REF...`) says what some client does with such a stream where that differs
  from what the protocol says. It never counts, not even for `--fail-on note`.
"""
_HABITS = """\
## Habits behind faults

Messages end in the likely cause where it is known. These are all of them.

| on the wire | likely cause | said by |
| --- | --- | --- |
"""


def catalogue_markdown(rules: Iterable[Rule]) -> Iterator[str]:
    """The whole catalogue: all rules by group in a table, then each one's page, then habits."""
    ordered = sorted(rules, key=lambda rule: (rule.group, rule.code))
    yield _INTRODUCTION.format(count=len(ordered))
    for group, members in groupby(ordered, key=lambda rule: rule.group):
        yield f"\n## {_title(group)}\n\n| code | rule | severity | what is wrong |\n"
        yield "| --- | --- | --- | --- |\n"
        pages = []
        for rule in members:
            link = f"[{rule.code}](#{rule.code.lower()}-{rule.slug})"
            yield f"| {link} | {rule.slug} | {severity_words(rule)} | {_cell(summary(rule))} |\n"
            pages.append(rule_markdown(rule))
        yield from ("\n" + page for page in pages)
    yield "\n" + _HABITS
    yield from map(_habit_row, HABITS)


def rule_markdown(rule: Rule) -> str:
    """One rule: its name, what it is, its page."""
    head = f"### {rule.code} {rule.slug}\n\n*{severity_words(rule)} · {version_words(rule)}*\n\n"
    return f"{head}{page_markdown(rule)}\n"


def severity_words(rule: Rule) -> str:
    """``error, fatal``, ``note``, ``second opinion``."""
    if rule.opinion:
        return "second opinion"
    return f"{rule.severity.value}, fatal" if rule.fatal else rule.severity.value


def version_words(rule: Rule) -> str:
    """``AG-UI 1.0 and later``, ``AG-UI 1.0 to 1.0``."""
    until = f" to {rule.until}" if rule.until is not None else " and later"
    return f"AG-UI {rule.since}{until}"


def rule_json(rule: Rule) -> dict[str, Any]:
    """One rule as JSON; members are added to this, never taken out."""
    return {
        "code": rule.code,
        "slug": rule.slug,
        "group": rule.group,
        "severity": rule.severity.value,
        "fatal": rule.fatal,
        "opinion": rule.opinion,
        "since": rule.since,
        "until": rule.until,
        "summary": summary(rule),
        "page": rule.page.strip(),
        "spec": rule.spec,
        "habits": [habit.cause for habit in HABITS if rule.code in habit.rules],
    }


def _title(group: str) -> str:
    words = group.replace("_", " ")
    return "HTTP" if group == "http" else words[:1].upper() + words[1:]


def _habit_row(habit: Habit) -> str:
    return f"| {_cell(habit.sign)} | {_cell(habit.cause)} | {', '.join(habit.rules)} |\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
