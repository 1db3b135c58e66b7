from __future__ import annotations

from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from tests.exports.hostile import (
    HOSTILE,
    five_findings,
    hostile_outcome,
    lines_of,
    outcome,
    unread,
    written,
)
from wirelab.exports.markdown_text import cell, code, html_code
from wirelab.views.safe_text import safe

RENDERER = MarkdownIt("gfm-like")


class Page(HTMLParser):
    """The rendered text, within ``<code>`` and outside of it, the tags, and where links lead."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.inside, self.outside = "", ""
        self.tags: set[str] = set()
        self.links: set[str | None] = set()
        self._depth = 0
        self.feed(RENDERER.render(markdown))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._depth += tag == "code"
        self.links |= {value for name, value in attrs if name in ("href", "src")}

    def handle_endtag(self, tag: str) -> None:
        self._depth -= tag == "code"

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.inside += data
        else:
            self.outside += data


def test_a_table_of_verdicts_comes_first() -> None:
    text = written("markdown", outcome(name="a.sse"), five_findings(name="b.sse"), unread())
    assert "| `a.sse` | ✔ clean | success | 0 | 0 | 0 |\n" in text
    assert "| `b.sse` | ✖ rejected | rejected | 2 | 1 | 2 |\n" in text
    assert "| `gone.jsonl` | ✖ failed | | | | |\n" in text
    assert "3 sources · 1 accepted · 1 failed · 1 rejected" in text
    assert "**Failed:** `gone.jsonl: no such file`" in text


def test_findings_are_folded_away_and_open_where_they_fail() -> None:
    text = written("markdown", five_findings(locate=lines_of))
    assert "<details open><summary><code>x.sse</code>: 7 events" in text
    assert "- ✖ **error, fatal** [MSG002 message-not-open](https://docs.ag-ui.com/spec/" in text
    assert "event 4, frame 4 · line 14 · `TEXT_MESSAGE_CONTENT` · at `/messageId`<br>\n" in text
    assert "<details><summary>" in written("markdown", five_findings(fail_on=None))
    assert "<details" not in written("markdown", outcome())


def test_what_is_beyond_the_limit_is_counted() -> None:
    text = written("markdown", five_findings(most=1))
    assert text.count("MSG002") == 1
    assert "- and 4 more findings\n" in text


def test_wire_text_is_shown_and_does_nothing() -> None:
    hostile = hostile_outcome()
    page = Page(written("markdown", hostile))
    for tried in ("@octocat", "evil.test", "**b**", "onerror", "#1"):
        assert tried in page.inside
        assert tried not in page.outside
    assert page.tags <= {
        *("h3", "table", "thead", "tbody", "tr", "th", "td", "p", "code", "details", "summary"),
        *("ul", "li", "strong", "a", "br"),
    }
    assert all(str(link).startswith("https://docs.ag-ui.com/spec/") for link in page.links)


@pytest.mark.parametrize(
    "text", [HOSTILE, "`", "``", "`a", "a`", " a ", " ", "", "a ``` b", "\\", "\\`", "<b>", "a\nb"]
)
def test_code_shows_exactly_the_text(text: str) -> None:
    for page in (Page(f"before {code(text)} after"), Page(f"<p>\n{html_code(text)}\n</p>")):
        assert page.inside.strip() == safe(text).strip()
        assert page.tags <= {"p", "code"}


@pytest.mark.parametrize("text", ["a|b", "|", "a\\b", "`|`"])
def test_a_cell_shows_exactly_the_text_and_stays_one(text: str) -> None:
    page = Page(f"| x | y |\n| --- | --- |\n| {cell(text)} | z |\n")
    assert page.inside == text
    assert page.outside.split() == ["x", "y", "z"]
