"""Markdown as lines of a pane: headings, lists, code, quotes, tables, emphasis, links with targets.

The parser only says what is what; every text of it is made safe here, HTML stays the text it is,
and nothing is fetched or followed. Text too long to parse in a moment is shown plain.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.pages.markdown_table import table_lines
from wirelab.tui.paint import ACCENT, FAINT, NAME, line
from wirelab.tui.wrapping import wrap_lines
from wirelab.views.safe_text import safe, safe_lines

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

MOST_MARKDOWN = 20_000
_DEEPEST = 30
_LONGEST_TARGET = 300
_CODE = "$text-secondary"
_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _DEEPEST})
    return parser.enable(["table", "strikethrough"])


def markdown_lines(text: str, width: int) -> list[Content]:
    """The lines of a Markdown text; of at most MOST_MARKDOWN characters."""
    from markdown_it.tree import SyntaxTreeNode

    tree = SyntaxTreeNode(_parser().parse(text[:MOST_MARKDOWN]))
    room = max(width, 8)
    lines = _blocks(tree.children, room, apart=True) or [Content("")]
    return [
        each if each.cell_length <= room else each.truncate(room, ellipsis=True) for each in lines
    ]


def _blocks(nodes: Sequence[SyntaxTreeNode], width: int, *, apart: bool) -> list[Content]:
    """Blocks one below the other; ``apart`` sets an empty line between them."""
    lines: list[Content] = []
    for node in nodes:
        if lines and apart:
            lines.append(Content(""))
        lines += _block(node, width)
    return lines


def _block(node: SyntaxTreeNode, width: int) -> list[Content]:
    match node.type:
        case "heading":
            sign = Content.styled("#" * int(node.tag[1:]) + " ", FAINT)
            return wrap_lines(_inline(node.children, f"{NAME} bold"), width, first=sign)
        case "bullet_list" | "ordered_list":
            return _list(node, width)
        case "blockquote":
            bar = Content.styled("▌ ", FAINT)
            return [bar + each for each in _blocks(node.children, width - 2, apart=True)]
        case "fence" | "code_block":
            return _code(node, width)
        case "hr":
            return [Content.styled("─" * width, FAINT)]
        case "table":
            return table_lines(
                [_cells(row) for part in node.children for row in part.children], width
            )
        case _ if node.children:
            return wrap_lines(_inline(node.children), width)
        case _:
            return wrap_lines([Content(each) for each in safe_lines(node.content)], width)


def _list(node: SyntaxTreeNode, width: int) -> list[Content]:
    number = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
    lines: list[Content] = []
    for item in node.children:
        sign = "• " if number is None else f"{number}. "
        number = None if number is None else number + 1
        inside = _blocks(item.children, width - len(sign), apart=False) or [Content("")]
        heads = [Content.styled(sign, ACCENT), *[Content(" " * len(sign))] * (len(inside) - 1)]
        lines += [head + each for head, each in zip(heads, inside, strict=True)]
    return lines


def _code(node: SyntaxTreeNode, width: int) -> list[Content]:
    """Code as it stands, a bar before each line; a longer line goes on in the next."""
    bar = Content.styled("│ ", FAINT)
    code = [Content.styled(each, _CODE) for each in safe_lines(node.content.rstrip("\n"))]
    language = node.info.strip() if node.type == "fence" else ""
    heading = [bar + Content.styled(safe(language, 40), FAINT)] if language else []
    return heading + wrap_lines(code, width, first=bar, rest=bar, words=False)


def _cells(row: SyntaxTreeNode) -> list[Content]:
    return [Content(" ").join(_inline(cell.children)) for cell in row.children]


def _inline(nodes: Sequence[SyntaxTreeNode], style: str = "") -> list[Content]:
    """Inline content as lines: it breaks only where the text says so."""
    lines = [Content("")]
    for piece in _pieces(nodes, style):
        if piece is None:
            lines.append(Content(""))
        else:
            lines[-1] += piece
    return lines


def _pieces(nodes: Sequence[SyntaxTreeNode], style: str) -> list[Content | None]:
    """Styled pieces in order; None is a line break."""
    pieces: list[Content | None] = []
    for node in nodes:
        match node.type:
            case "inline":
                pieces += _pieces(node.children, style)
            case "softbreak":
                pieces.append(Content(" "))
            case "hardbreak":
                pieces.append(None)
            case "code_inline":
                pieces.append(Content.styled(safe(node.content), f"{style} {_CODE}"))
            case "link":
                pieces += [*_pieces(node.children, f"{style} underline"), _target(node, "href")]
            case "image":
                pieces += [line(("▣ ", FAINT), safe(node.content)), _target(node, "src")]
            case kind if kind in _STYLES:
                pieces += _pieces(node.children, f"{style} {_STYLES[kind]}")
            case _:
                pieces.append(Content.styled(safe(node.content), style.strip()))
    return pieces


def _target(node: SyntaxTreeNode, name: str) -> Content:
    """Where a link leads, as text; nothing where its own text says so already."""
    target = safe(str(node.attrs.get(name, "")), _LONGEST_TARGET)
    said = "".join(each.content for each in node.walk() if each.type == "text")
    return Content("") if target == said else Content.styled(f" ({target})", FAINT)
