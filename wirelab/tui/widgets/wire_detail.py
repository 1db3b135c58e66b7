"""One row of the wire in full: a frame's bytes, or a head with its headers and the body sent.

Forms: text by default (of a request's body: the JSON it is), raw text, hex. However long a frame or
a body is, only what is on the screen is made of it, but for text, which is cut off and says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.containers import Container
from textual.content import Content

from wirelab.protocol.json_pointer import nearest
from wirelab.protocol.json_text import NotJson, TooDeep, parse
from wirelab.tui.exchange_rows import Part
from wirelab.tui.pages.exchange_page import head_lines, row_title
from wirelab.tui.pages.frame_text import byte_lines, frame_lines
from wirelab.tui.widgets.hex_view import HexView
from wirelab.tui.widgets.json_tree import JsonTree
from wirelab.tui.widgets.text_pane import Block, TextPane
from wirelab.wire.frame import FrameKind

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.widget import Widget

    from wirelab.tui.exchange_rows import WireRow
    from wirelab.wire.frame import Frame

_NOT_JSON = object()


class WireDetail(Container):
    """The detail of a row; ``show`` follows the selection."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._row: WireRow | None = None
        self._form = ""
        self._subject: object = None
        self._parsed: tuple[bytes, Any] | None = None
        self._marked: tuple[int, dict[str, str]] = (-1, {})

    def compose(self) -> ComposeResult:
        yield TextPane(id="wire-heads")
        yield JsonTree(id="wire-json")
        yield TextPane(id="wire-text")
        yield HexView(id="wire-hex")

    @property
    def body(self) -> Widget:
        """What has the keys when the detail is gone to."""
        shown = (self.query_one(f"#wire-{name}") for name in ("json", "text", "hex", "heads"))
        return next((each for each in shown if each.display), self)

    @property
    def has_body(self) -> bool:
        """A body that was sent is shown, which has forms of its own."""
        return self._row is not None and self._row.part is Part.REQUEST

    def toggle_form(self, form: str) -> None:
        """Show the bytes in that form, or as they are shown by default."""
        focused = self.body.has_focus
        self._form = "" if self._form == form else form
        if self._row is not None:
            self.show(self._row)
        if focused:
            self.body.focus()

    def mark(self, exchange: int, marks: dict[str, str]) -> None:
        """Set words behind places (JSON pointers) of the body that an exchange sent; of what is
        missing there, behind what it is missing from."""
        self._marked = exchange, marks
        self._subject = None

    def show(self, row: WireRow) -> None:
        self._row = row
        frame = row.frame
        subject = (row.part, row.index, frame.seq if frame is not None else None, self._form)
        anew, self._subject = subject != self._subject, subject
        form = self._form if frame is None or self._form == "hex" else ""
        self.border_title = Content(row_title(row, form))
        self.query_one("#wire-heads").display = frame is None
        if frame is not None:
            self._show_frame(frame, anew)
            return
        heads = self.query_one("#wire-heads", TextPane)
        heads.set_class(row.part is Part.REQUEST, "above")
        key = (row.part, row.index)
        heads.show([Block(key, None, lambda width: head_lines(row, width))], top=anew)
        if row.part is Part.REQUEST and row.exchange.request is not None:
            marks = self._marked[1] if self._marked[0] == row.index else {}
            self._show_body(row.exchange.request.body, anew, marks)
        else:
            self._show_only("")

    def _show_frame(self, frame: Frame, anew: bool) -> None:
        if frame.raw and (self._form == "hex" or frame.kind is FrameKind.BINARY):
            self.query_one("#wire-hex", HexView).show(frame.raw, frame.cuts, top=anew)
            self._show_only("hex")
        else:
            block = Block(("frame", frame.seq), None, lambda width: frame_lines(frame, width))
            self.query_one("#wire-text", TextPane).show([block], top=anew)
            self._show_only("text")

    def _show_body(self, body: bytes, anew: bool, marks: dict[str, str]) -> None:
        value = self._json_of(body) if not self._form else _NOT_JSON
        if self._form == "hex" and body:
            self.query_one("#wire-hex", HexView).show(body, top=anew)
            self._show_only("hex")
        elif value is not _NOT_JSON:
            tree = self.query_one("#wire-json", JsonTree)
            marks = {nearest(value, place): words for place, words in marks.items()}
            tree.show_value(value, marks, anew=anew)
            if anew and marks:
                tree.reveal_marks()
            self._show_only("json")
        else:
            block = Block(self._subject, None, lambda width: byte_lines(body, (), width))
            self.query_one("#wire-text", TextPane).show([block], top=anew)
            self._show_only("text")

    def _json_of(self, body: bytes) -> Any:
        """A body as JSON; read once, however often it is shown."""
        if self._parsed is None or self._parsed[0] is not body:
            try:
                self._parsed = body, parse(body).value
            except (NotJson, TooDeep):
                self._parsed = body, _NOT_JSON
        return self._parsed[1]

    def _show_only(self, shown: str) -> None:
        for name in ("json", "text", "hex"):
            self.query_one(f"#wire-{name}").display = name == shown
