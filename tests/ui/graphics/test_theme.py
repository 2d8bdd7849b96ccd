"""The palette is readable, and texts fit their places."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.rows import check_rows
from tests.ui.app_driver import make_settings, open_test_app
from ui.app.settings import TABLE_THEME_NAMES
from ui.graphics import theme
from ui.scenes.settings.scene import SettingsScene


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


@check_rows("table_theme", TABLE_THEME_NAMES)
def test_every_text_color_contrasts_with_its_background_on_every_theme(table_theme: str) -> None:
    colors = theme.TABLE_THEMES[table_theme]
    for text, ground in colors.list_contrast_pairs():
        assert theme.compute_contrast_ratio(text, ground) >= (7 if colors.is_high_contrast else 4.5), (text, ground)


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
        background = app.get_button("back").colours["normal_bg"]
        assert background == pygame.Color(theme.TABLE_THEMES["wine"].button_color)


def test_contrast_ratio_follows_the_standard() -> None:
    assert theme.compute_contrast_ratio("#000000", "#ffffff") == pytest.approx(21)
    assert theme.compute_contrast_ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


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
