"""The palette is readable, and texts fit their places."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.rows import check_rows
from tests.tools.art.pictures import compute_contrast_ratio
from tests.ui.app_driver import make_settings, open_test_app
from ui.app.settings import TABLE_THEME_NAMES
from ui.graphics import theme
from ui.scenes.settings.scene import SettingsScene


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


def list_contrast_pairs(colors: theme.Theme) -> list[tuple[str, str]]:
    """Return each text color with each background color on which it is painted."""
    panel_texts = (theme.CREAM, theme.MUTED, theme.GOLD, theme.RED_LIGHT, theme.OWN_SIDE_COLOR, theme.OTHER_SIDE_COLOR)
    panel_color = pygame.Color(colors.panel_color)
    inactive_plate_color = pygame.Color(colors.middle_color).lerp(panel_color, theme.INACTIVE_PLATE_ALPHA / 255)
    grounds = (
        (colors.middle_color, (theme.CREAM,)),
        (colors.panel_color, (*panel_texts, *theme.CHART_LINE_COLORS)),
        (theme.to_hex_color(inactive_plate_color), (theme.MUTED,)),
        (colors.button_color, (theme.CREAM, theme.RED_LIGHT)),
        (colors.hovered_button_color, (theme.CREAM,)),
        (colors.pressed_button_color, (theme.CREAM,)),
        (colors.disabled_button_color, (theme.DISABLED_TEXT,)),
        (theme.GOLD, (theme.INK,)),
        (theme.CREAM, (theme.INK,)),
        (theme.WOOD, (theme.CREAM,)),
    )
    return [(text, ground) for ground, texts in grounds for text in texts]


@check_rows("table_theme", TABLE_THEME_NAMES)
def test_every_text_color_contrasts_with_its_background_on_every_theme(table_theme: str) -> None:
    colors = theme.TABLE_THEMES[table_theme]
    for text, ground in list_contrast_pairs(colors):
        assert compute_contrast_ratio(text, ground) >= (7 if colors.is_high_contrast else 4.5), (text, ground)


@check_rows("table_theme", TABLE_THEME_NAMES)
def test_panel_has_the_hue_of_its_table_theme(table_theme: str) -> None:
    """Check that the channels of every background have the order of those of the table, so that colors do not clash."""
    colors = theme.TABLE_THEMES[table_theme]
    for color in (value for name, value in vars(colors).items() if name.endswith("_color")):
        assert _rank_channels(color) == _rank_channels(colors.middle_color), color


def _rank_channels(color: str) -> list[int]:
    return sorted(range(3), key=lambda channel: pygame.Color(color)[channel])


def test_surface_colors_follow_the_table_theme(tmp_path: Path) -> None:
    with open_test_app(tmp_path) as app:
        app.context.scenes.replace(SettingsScene(app.context))
        app.context.apply_settings(make_settings(felt="wine"))
        assert app.context.theme == theme.TABLE_THEMES["wine"]
        app.advance_frame()
        left, middle = app.get_button("back").get_abs_rect().midleft
        assert app.surface.get_at((left + 6, middle))[:3] == pygame.Color(theme.TABLE_THEMES["wine"].button_color)[:3]


def test_wrapped_text_is_complete_and_no_line_is_too_long() -> None:
    words = "The side that first wins so many deals wins the match. " * 5
    lines = theme.wrap_text(words, "sans", 18, 240)
    assert " ".join(lines).split() == words.split()
    assert all(theme.load_font("sans", 18).size(line)[0] <= 240 for line in lines)


def test_non_breaking_space_keeps_words_together() -> None:
    words = "Qui joue\u00a0? " * 20
    lines = theme.wrap_text(words, "sans", 18, 240)
    assert len(lines) > 1 and not any(line.startswith("?") for line in lines)
    assert " ".join(lines) == words.strip()


def test_gui_theme_scales_with_the_unit() -> None:
    small, large = (theme.TABLE_THEMES["green"].make_gui_theme(ui_scale) for ui_scale in (1.0, 3.0))
    assert int(large["#menu"]["font"]["size"]) == 3 * int(small["#menu"]["font"]["size"])
