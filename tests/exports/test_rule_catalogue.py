"""docs/rules.md is what the rules say, and the catalogue's links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from wirelab.exports.rule_catalogue import catalogue_markdown, rule_json
from wirelab.rules.catalog import all_rules, find_rule
from wirelab.rules.habits import HABITS

DOCS = Path(__file__).parents[2] / "docs" / "rules.md"


def test_the_page_in_docs_is_up_to_date() -> None:
    """If not: ``wirelab rules --format markdown > docs/rules.md``."""
    assert DOCS.read_text(encoding="utf-8") == "".join(catalogue_markdown(all_rules()))


def test_every_link_of_a_table_leads_to_a_heading() -> None:
    text = "".join(catalogue_markdown(all_rules()))
    links = set(re.findall(r"\]\(#([a-z0-9-]+)\)", text))
    headings = {line.removeprefix("### ").lower().replace(" ", "-") for line in text.splitlines()}
    assert len(links) == len(all_rules())
    assert links <= headings


def test_every_habit_is_listed() -> None:
    text = "".join(catalogue_markdown(all_rules()))
    assert all(habit.cause.replace("|", "\\|") in text for habit in HABITS)


def test_a_second_opinion_is_told_from_a_note() -> None:
    opinion, note = find_rule("REF001"), find_rule("HTP003")
    assert opinion is not None
    assert note is not None
    assert (rule_json(opinion)["opinion"], rule_json(note)["opinion"]) == (True, False)
    assert "*second opinion · " in "".join(catalogue_markdown([opinion]))
