"""The palette is readable, the type fits its place."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.ui.stage import opened, settings
from ui import theme
from ui.scenes.settings import SettingsScene
from ui.settings import FELTS


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


@pytest.mark.parametrize("cloth", FELTS)
def test_on_every_cloth_each_text_colour_stands_out_from_every_ground_it_stands_on(cloth: str) -> None:
    for text, ground in theme.pairs(cloth):
        assert theme.contrast(text, ground) >= (7 if theme.CLOTHS[cloth].strong else 4.5), (text, ground)


@pytest.mark.parametrize("cloth", FELTS)
def test_a_panel_has_the_hue_of_its_cloth(cloth: str) -> None:
    """So that none clashes: the channels of every ground stand in the same order as those of the cloth."""
    kept = theme.CLOTHS[cloth]
    for colour in (kept.edge, *kept.grounds):
        assert _order(colour) == _order(kept.middle), colour


def _order(colour: str) -> list[int]:
    return sorted(range(3), key=lambda at: pygame.Color(colour)[at])


def test_grounds_go_with_the_cloth_that_is_chosen(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        app.stage.go(SettingsScene(app.stage))
        app.stage.apply(settings(felt="wine"))
        assert theme.CLOTHS["wine"].grounds.panel == theme.PANEL
        background = app.button("back").colours["normal_bg"]
        assert background == pygame.Color(theme.CLOTHS["wine"].grounds.button)
        app.stage.apply(settings())
    assert theme.CLOTHS["green"].grounds.panel == theme.PANEL


def test_contrast_is_that_of_the_standard() -> None:
    assert theme.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert theme.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("words", ["Tavolo Verde", "a word " * 40, "Donaudampfschiffahrtsgesellschaft" * 3])
@pytest.mark.parametrize("width", [60, 200, 700])
def test_fitted_words_are_never_wider_than_their_place(words: str, width: int) -> None:
    assert theme.fitted(words, "sans", 22, theme.CREAM, width).get_width() <= width


def test_wrapped_words_are_all_there_and_no_line_is_too_long() -> None:
    words = "The side that first wins so many deals wins the match. " * 5
    lines = theme.wrapped(words, "sans", 18, 240)
    assert " ".join(lines).split() == words.split()
    assert all(theme.font("sans", 18).size(line)[0] <= 240 for line in lines)


def test_a_blank_that_does_not_break_keeps_what_is_beside_it_together() -> None:
    words = "Qui joue\u00a0? " * 20
    lines = theme.wrapped(words, "sans", 18, 240)
    assert len(lines) > 1 and not any(line.startswith("?") for line in lines)
    assert " ".join(lines) == words.strip()


def test_the_gui_theme_grows_with_the_unit() -> None:
    small, large = theme.gui_theme(1.0), theme.gui_theme(3.0)
    assert int(large["#menu"]["font"]["size"]) == 3 * int(small["#menu"]["font"]["size"])
