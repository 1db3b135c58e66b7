"""Every key and what it does, read from the bindings themselves, so that none can be missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen

from wirelab.tui.paint import ACCENT, NAME, line
from wirelab.tui.tabs import TABS
from wirelab.tui.widgets.row_list import RowList
from wirelab.tui.widgets.text_pane import Block, TextPane
from wirelab.tui.wrapping import wrap_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import App, ComposeResult

_KEY_WIDTH = 9
_INTRODUCTION = (
    "One cursor stands in the stream; every tab shows the world as of that moment. "
    "It follows the newest event until you move it."
)


class HelpScreen(ModalScreen[None]):
    """The help, over the bench."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q", "dismiss", "Close the help", key_display="esc"),
    ]

    def __init__(self, title: str = "", bindings: Iterable[BindingType] = ()) -> None:
        """title, bindings: of a section that comes first, where there is more than a bench."""
        super().__init__()
        self._first = (title, bindings)

    def compose(self) -> ComposeResult:
        pane = TextPane(id="help-text")
        pane.border_title = Content("help · esc closes")
        yield pane

    @property
    def text(self) -> str:
        """Everything the help says."""
        return self.query_one(TextPane).text

    def on_mount(self) -> None:
        pane = self.query_one(TextPane)
        pane.focus()
        lines = list(help_lines(self.app, *self._first))
        self.call_after_refresh(
            pane.show, [Block("help", None, lambda width: _wrapped(lines, width))]
        )


def help_lines(
    app: App[object], title: str = "", bindings: Iterable[BindingType] = ()
) -> Iterable[Content]:
    """Line by line: the keys of a first section, the bench's, then each tab's own."""
    from wirelab.tui.screens.bench_keys import BENCH_BINDINGS

    yield Content(_INTRODUCTION)
    if title:
        yield from _section(app, title, bindings)
    yield from _section(app, "Anywhere", BENCH_BINDINGS)
    yield _key("ctrl+p", "Every action by name (the command palette)")
    yield from _section(app, "In a list", RowList.BINDINGS)
    for tab in TABS:
        own = [each for each in tab.BINDINGS if isinstance(each, Binding)]
        if own:
            yield from _section(app, f"In {tab.TITLE}", own)
    yield Content("")
    yield Content.styled("Signs", ACCENT)
    yield Content("✖ error   ▲ warning   · note   ┃ a network read begins")
    yield Content("│ between fragments of arguments   ✂ cut off   ▌ still streaming")
    yield Content("◆ bookmark")
    yield Content(
        "In Timing: █ streams   ░ waits   ━ spans others   ··· a silence   ▸ at the cursor"
    )


def _section(app: App[object], title: str, bindings: Iterable[BindingType]) -> Iterable[Content]:
    yield Content("")
    yield Content.styled(title, ACCENT)
    for binding in bindings:
        if isinstance(binding, Binding):
            first = binding.with_key(binding.key.split(",")[0], binding.key_display)
            yield _key(app.get_key_display(first), binding.tooltip or binding.description)


def _key(key: str, said: str) -> Content:
    return line((f"{key:>{_KEY_WIDTH}}", f"{NAME} bold"), f"  {said}")


def _wrapped(lines: list[Content], width: int) -> list[Content]:
    """Lines of keys hang behind their key; any other line begins at the edge."""
    hanging, flush = Content(" " * (_KEY_WIDTH + 2)), Content("")
    return [
        each
        for one in lines
        for each in wrap_lines([one], width, rest=hanging if one.spans else flush)
    ]
