"""Only what is looked at is drawn, and a reader's place stays where it is."""

from __future__ import annotations

import pytest
from textual.content import Content

from wirelab.tui.widgets.block_layout import Block, BlockLayout

HEIGHT = 10


class Drawing:
    """Blocks of so many lines each, counting how often one is drawn."""

    def __init__(self, *sizes: int) -> None:
        self.drawn: list[int] = []
        self.blocks = [self.block(at, size) for at, size in enumerate(sizes)]

    def block(self, at: int, size: int, version: int = 0) -> Block:
        def draw(width: int) -> list[Content]:
            self.drawn.append(at)
            return [Content(f"{at}.{line} v{version}") for line in range(size)]

        return Block(at, version, draw)


def laid_out(drawing: Drawing) -> BlockLayout:
    layout = BlockLayout()
    layout.take(drawing.blocks, 80)
    return layout


def screen(layout: BlockLayout, top: int) -> list[str]:
    bottom = min(top + HEIGHT, layout.count)
    return [layout.line(at).plain.split()[0] for at in range(top, bottom)]


def test_the_end_draws_what_the_end_shows() -> None:
    drawing = Drawing(*[4] * 1000)
    layout = laid_out(drawing)
    layout.show_end(HEIGHT)
    assert sorted(drawing.drawn) == [997, 998, 999]
    assert screen(layout, layout.count - HEIGHT)[-5:] == [
        "998.3",
        *(f"999.{at}" for at in range(4)),
    ]


def test_a_block_is_drawn_again_only_when_it_or_the_width_has_changed() -> None:
    drawing = Drawing(3, 3)
    layout = laid_out(drawing)
    layout.show_end(HEIGHT)
    layout.take(drawing.blocks, 80)
    layout.show_end(HEIGHT)
    assert drawing.drawn == [1, 0]
    layout.take([drawing.blocks[0], drawing.block(1, 4, version=1)], 80)
    layout.show_end(HEIGHT)
    assert drawing.drawn == [1, 0, 1]
    assert layout.count == 7
    layout.take(layout.blocks, 40)
    layout.show_end(HEIGHT)
    assert len(drawing.drawn) == 5


def test_going_down_shows_each_line_once_and_in_order() -> None:
    drawing = Drawing(*[7, 1, 0, 25, 3] * 8)
    layout = laid_out(drawing)
    shown, top = list[str](), 0
    while top < layout.count:
        top = layout.show_from(layout.place_of(top), HEIGHT)
        shown += screen(layout, top)
        top += HEIGHT
    assert shown == [each.plain.split()[0] for each in layout.everything()]


@pytest.mark.parametrize("step", [1, 9, 10])
def test_going_back_misses_no_line_whatever_was_guessed_of_its_block(step: int) -> None:
    layout = laid_out(Drawing(5, 50, 0, 1, 1, 1, 20, 1, 1))
    layout.show_end(HEIGHT)
    top = layout.count - HEIGHT
    seen = screen(layout, top)
    while top > 0:
        back = min(step, top)
        top = layout.show_from(layout.back_from(layout.place_of(top), back), HEIGHT)
        seen = screen(layout, top)[:back] + seen
    assert seen == [each.plain.split()[0] for each in layout.everything()]


def test_a_place_stays_though_blocks_before_it_come_and_go() -> None:
    drawing = Drawing(*[4] * 50)
    layout = laid_out(drawing)
    top = layout.show_from((20, 2), HEIGHT)
    assert screen(layout, top)[0] == "20.2"
    layout.take([Block("new", 0, lambda width: [Content("new")] * 9), *drawing.blocks[10:]], 80)
    top = layout.show_from((20, 2), HEIGHT)
    assert screen(layout, top)[0] == "20.2"


def test_what_one_look_draws_does_not_grow_with_the_blocks() -> None:
    counts = []
    for size in (100, 10_000):
        drawing = Drawing(*[3] * size)
        layout = laid_out(drawing)
        layout.show_end(HEIGHT)
        layout.show_from((size // 2, 1), HEIGHT)
        layout.show_from(layout.back_from((size // 2, 1), HEIGHT), HEIGHT)
        counts.append(len(drawing.drawn))
    assert counts[0] == counts[1] < 20


def test_nothing_to_show_is_no_line() -> None:
    layout = laid_out(Drawing())
    layout.show_end(HEIGHT)
    assert layout.show_from((None, 0), HEIGHT) == 0
    assert layout.count == 0
