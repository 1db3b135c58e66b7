"""The figures beside the waterfall, as blocks: times and amounts, silences, tokens, the span."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from textual.content import Content

from wirelab.tui.pages.waterfall_lines import span_name
from wirelab.tui.paint import FAINT, line
from wirelab.tui.widgets.text_pane import Block
from wirelab.tui.wrapping import wrap_lines, wrap_text
from wirelab.views import timing_words

if TYPE_CHECKING:
    from wirelab.session.session import Session
    from wirelab.tui.widgets.text_pane import Draw
    from wirelab.views.span import Span
    from wirelab.views.timing_picture import TimingPicture
    from wirelab.views.timing_words import Fact

_LABEL = 10
_TWO_COLUMNS = 72
_NOTHING = "Nothing has arrived as of the cursor: there is nothing to measure."


def timing_blocks(picture: TimingPicture, session: Session, span: Span | None) -> list[Block]:
    """All there is to say in figures at a moment, and of the span that is selected."""
    sections = _sections(picture, session, span)
    if not picture.reading.frames:
        sections = [("nothing", lambda width: wrap_text(_NOTHING, width, style=FAINT))]
    version = (picture.reading.frames, picture.event, picture.read, id(span))
    return [Block(key, version, draw) for key, draw in sections]


def _sections(
    picture: TimingPicture, session: Session, span: Span | None
) -> list[tuple[str, Draw]]:
    reading = picture.reading
    figures, index = reading.current, reading.exchange
    exchange = session.exchanges[index] if index >= 0 else None
    count = index + 1
    left, right = timing_words.times(figures, exchange), timing_words.amounts(figures)
    title = f"request {count} of {len(session.exchanges)}" if len(session.exchanges) > 1 else ""
    sections: list[tuple[str, Draw]] = [
        ("exchange", lambda width: [*_title(title), *_facts(left, right, width)])
    ]
    if span is not None:
        sections.append(("span", lambda width: _span(span, picture.event, width)))
    if figures.silences:
        sections.append(("silences", lambda width: _silences(picture, width)))
    if count > 1:
        whole = reading.whole
        lasted, amounts = timing_words.lasting(whole), timing_words.amounts(whole)
        all_of_them = f"all {count} requests so far"
        sections.append(
            ("whole", lambda width: [*_title(all_of_them, 1), *_facts(lasted, amounts, width)])
        )
    sections.append(("tokens", lambda width: _tokens(picture, width)))
    return sections


def _title(title: str, above: int = 0) -> list[Content]:
    return [*[Content("")] * above, Content.styled(title, "bold")] if title else []


def _facts(left: list[Fact], right: list[Fact], width: int) -> list[Content]:
    """Facts below each other or, where there is room, in two columns."""
    if width < _TWO_COLUMNS:
        return [each for fact in (*left, *right) for each in _fact(fact, width)]
    half = width // 2
    blank = Content(" " * half)
    first = [each for fact in left for each in _fact(fact, half - 1)]
    second = [each for fact in right for each in _fact(fact, width - half)]
    return [
        (one.truncate(half, pad=True) if one is not None else blank) + (other or Content(""))
        for one, other in zip_longest(first, second)
    ]


def _fact(fact: Fact, width: int, label: int = _LABEL) -> list[Content]:
    head = line((f"{fact[0]:<{label}} ", FAINT))
    return wrap_lines([Content(fact[1])], width, first=head)


def _span(span: Span, event: int, width: int) -> list[Content]:
    facts = timing_words.parts(span, event)
    title = wrap_lines([span_name(span, event)], width, rest=Content("  "))
    return [Content(""), *title, *(each for fact in facts for each in _fact(fact, width))]


def _silences(picture: TimingPicture, width: int) -> list[Content]:
    said = [Content(timing_words.silence_words(gap)) for gap in picture.reading.current.silences]
    return [*_title("silences", 1), *wrap_lines(said, width, rest=Content(" " * 9))]


def _tokens(picture: TimingPicture, width: int) -> list[Content]:
    """Tokens by model over the session so far, and by run."""
    by_model = timing_words.by_model(picture.reading.whole.usage)
    if not by_model:
        return _title("tokens", 1) + wrap_text("no usage told so far", width, style=FAINT)
    by_run = timing_words.by_run(picture.runs_with_usage)
    lines = _title("tokens", 1)
    for name, said in (*by_model, *by_run):
        lines += wrap_lines([line((name, FAINT), f"  {said}")], width, rest=Content("    "))
    return lines
