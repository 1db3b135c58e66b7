"""The bench's own themes: readable on every background, and the one chosen comes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import Theme

from tests.tui.driving import TOOL_RUN, WIDE, press, replayed, run, settle, traffic_of, until
from wirelab.tui import paint
from wirelab.tui.themes import CONTRAST, DARK, LIGHT, OWN

_STYLES = [
    value
    for name, value in vars(paint).items()
    if name.isupper() and isinstance(value, str) and "$" in value
] + [
    style
    for styles in (paint.SEVERITY_STYLES, paint.STATUS_STYLES, paint.ROLE_STYLES)
    for style in styles.values()
]
_TEXTS = sorted({style.split("$")[1] for style in _STYLES} | {"foreground"})
_ROW = (("block-cursor-background", 0.6), ("block-cursor-blurred-background", 1.0))


def luminance(color: Color) -> float:
    parts = [each / 255 for each in (color.r, color.g, color.b)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """By WCAG 2: 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def backgrounds(variables: dict[str, str]) -> dict[str, Color]:
    found = {name: Color.parse(variables[name]) for name in ("background", "surface", "panel")}
    for name, alpha in _ROW:
        found[name] = found["background"].blend(Color.parse(variables[name]), alpha, 1.0)
    return found


@pytest.mark.parametrize(
    ("theme", "least"),
    [(DARK, 4.5), (LIGHT, 4.5), (CONTRAST, 7.0)],
    ids=str,
)
def test_every_colour_is_readable_on_every_background(theme: Theme, least: float) -> None:
    variables = theme.to_color_system().generate() | theme.variables
    assert len(_TEXTS) > 6
    poor = {
        (text, place): round(ratio, 2)
        for place, background in backgrounds(variables).items()
        for text in _TEXTS
        if (ratio := contrast(Color.parse(variables[text]), background)) < least
    }
    assert not poor


def test_a_theme_chosen_in_the_palette_comes_back(state_home: Path) -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE) as pilot:
            assert pilot.app.theme == DARK.name
            assert not (state_home / "wirelab" / "theme").exists()
            assert {each.name for each in OWN} <= set(pilot.app.available_themes)
            pilot.app.theme = LIGHT.name
            await settle(pilot)
            assert (state_home / "wirelab" / "theme").read_text() == LIGHT.name
        async with replayed(traffic_of(*TOOL_RUN), WIDE) as pilot:
            assert pilot.app.theme == LIGHT.name
        (state_home / "wirelab" / "theme").write_text("no-such-theme\x1b[31m")
        async with replayed(traffic_of(*TOOL_RUN), WIDE) as pilot:
            assert pilot.app.theme == DARK.name

    run(test)


def test_the_selected_row_stands_out_without_colour_in_high_contrast() -> None:
    async def test() -> None:
        async with replayed(traffic_of(*TOOL_RUN), WIDE, "2", "home") as pilot:
            pilot.app.theme = CONTRAST.name
            await settle(pilot)

            def styles(attribute: str) -> list[str]:
                strips = pilot.app.screen._compositor.render_strips()
                segments = [each for strip in strips[5:20] for each in strip]
                return [each.text for each in segments if getattr(each.style, attribute)]

            assert any("RUN_STARTED" in each for each in styles("reverse"))
            await press(pilot, "tab")
            await until(pilot, lambda: any("RUN_STARTED" in each for each in styles("underline")))

    run(test)
