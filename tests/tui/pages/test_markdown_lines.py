"""Markdown becomes lines that fit; what it holds is text, whatever it looks like."""

from __future__ import annotations

import unicodedata

import pytest
from rich.cells import cell_len

from wirelab.tui.pages.markdown_lines import MOST_MARKDOWN, markdown_lines


def shown(text: str, width: int = 60) -> list[str]:
    return [each.plain.rstrip() for each in markdown_lines(text, width)]


def test_blocks_stand_apart_as_what_they_are() -> None:
    text = "# Head *it*\n\nSome **bold**\ntext\n\n> said\n\n---\n\n    code()\n"
    assert shown(text, 20) == [
        "# Head it",
        "",
        "Some bold text",
        "",
        "▌ said",
        "",
        "─" * 20,
        "",
        "│ code()",
    ]


def test_emphasis_is_styled_and_not_written() -> None:
    (line,) = markdown_lines("a **b** *c* `d` ~~e~~", 60)
    assert line.plain == "a b c d e"
    styles = {line.plain[span.start : span.end]: str(span.style) for span in line.spans}
    assert "bold" in styles["b"]
    assert "italic" in styles["c"]
    assert "strike" in styles["e"]


def test_lists_are_nested_and_numbered_from_where_they_say() -> None:
    assert shown("- a\n- b\n  - c\n\n3. d\n4. e\n") == ["• a", "• b", "  • c", "", "3. d", "4. e"]


def test_a_long_item_goes_on_under_itself() -> None:
    assert shown("- one two three", 9) == ["• one two", "  three"]


def test_a_fence_keeps_its_lines_and_names_its_language() -> None:
    assert shown("```py\nif x:\n    y()\n```") == ["│ py", "│ if x:", "│     y()"]
    assert shown("```\n" + "x" * 13, 10) == ["│ xxxxxxxx", "│ xxxxx"]


def test_links_and_images_say_where_they_lead() -> None:
    assert shown("[here](http://x.test/a) <http://y.test>") == [
        "here (http://x.test/a) http://y.test"
    ]
    assert shown("![cat](http://x.test/c.png)") == ["▣ cat (http://x.test/c.png)"]


def test_a_table_has_columns_that_share_the_width() -> None:
    lines = shown("| a | b |\n|---|---|\n| 1 | one two three |\n| x |", 14)
    assert lines == ["a   │ b", "────┼─────────", "1   │ one two", "    │ three", "x   │"]


def test_html_stays_the_text_it_is() -> None:
    assert shown("<script>alert(1)</script> <b>x</b>") == ["<script>alert(1)</script> <b>x</b>"]
    assert shown("<div>\n[x](y)\n</div>") == ["<div> x (y) </div>"]


def test_terminal_markup_is_text_in_every_place() -> None:
    assert shown("# [bold]x[/bold]\n\n`[red]`\n\n- [@click=app.quit]") == [
        "# [bold]x[/bold]",
        "",
        "[red]",
        "",
        "• [@click=app.quit]",
    ]


@pytest.mark.parametrize("bad", ["\x1b[31m", "\x1b]0;t\x07", "\u202e", "\u200b", "\x9b", "\x00"])
def test_nothing_that_steers_a_terminal_is_left(bad: str) -> None:
    text = "\n\n".join(
        [
            f"# {bad}",
            f"*{bad}* `{bad}` [{bad}](http://{bad} '{bad}') ![{bad}]({bad})",
            f"```{bad}\n{bad}\n```",
            f"| {bad} |\n|---|\n| {bad} |",
            f"- {bad}\n\n1. {bad}",
            f"> {bad}",
            f"    {bad}",
            f"<{bad}>",
            f"&#x1b; &#8238; {bad}",
        ]
    )
    for line in shown(text):
        kinds = {unicodedata.category(char) for char in line}
        assert not kinds & {"Cc", "Cs"}, line
        assert not set(line) & set("\u202e\u200b"), line


HOSTILE = [
    *("[", "*a_", "> ", "`", "![", "|a", "- ", "<", "\\", "[a](b", "1. ", "_", "**a ", "&", "~~a"),
    *(
        "[a]: b\n",
        "```\n",
        "x",
        "\n",
        "a\n\n",
        "a\u0301",
        "漢字👩\u200d👩\u200d👧 ",
        "\t",
        "# ",
        "- - ",
    ),
]


@pytest.mark.parametrize("bad", HOSTILE)
@pytest.mark.parametrize("width", [1, 20, 80])
def test_every_line_fits_whatever_the_text(bad: str, width: int) -> None:
    lines = markdown_lines((bad * 1000)[:3000], width)
    assert lines
    assert max(cell_len(each.plain) for each in lines) <= max(width, 8)


def test_no_more_is_read_than_can_be_in_a_moment() -> None:
    assert len("".join(shown("x" * 10_000_000))) == MOST_MARKDOWN
