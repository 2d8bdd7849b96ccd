"""The program looks like its golden pictures, and the comparison finds small faults."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import pygame
import pytest

from tests.lanes import choose_sample, long_test
from tests.ui.golden_pictures import FOLDER, PICTURES, check_picture, draw, draw_picture, is_alike, path_of, shown
from ui.widgets.button import Button

MOST_BYTES: Final = 3_000_000
"""The most bytes of all golden pictures."""
every_picture = pytest.mark.parametrize("name", PICTURES)


@pytest.fixture(autouse=True)
def card_drawer() -> None:
    """Rasterize the drawings of the cards, which are part of the pictures."""


def golden(name: str) -> pygame.Surface:
    """Return a stored golden picture."""
    return pygame.image.load(path_of(name))


@long_test
@pytest.mark.skipif(sys.platform != "linux", reason="pygame draws letters with another FreeType there")
@pytest.mark.parametrize("name", choose_sample([*PICTURES], 2))
def test_picture_is_as_it_was_looked_at(name: str, tmp_path: Path) -> None:
    fault = check_picture(name, draw_picture(PICTURES[name]), golden(name), tmp_path)
    assert not fault, fault


def test_golden_pictures_are_those_that_are_drawn_and_small() -> None:
    assert set(FOLDER.iterdir()) == {path_of(name) for name in PICTURES}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST_BYTES


def change_last_letter(button: Button) -> None:
    button.set_text(button.text[:-1] + ("c" if button.text.endswith("e") else "e"))


def remove_border(button: Button) -> None:
    button.line_width = 0
    button.repaint()


def move_right(button: Button) -> None:
    button.set_relative_position((button.relative_rect.x + 2, button.relative_rect.y))


def move_down(button: Button) -> None:
    button.set_relative_position((button.relative_rect.x, button.relative_rect.y + 2))


@pytest.mark.slow
@pytest.mark.parametrize("plant", [change_last_letter, remove_border, move_right, move_down])
def test_fault_of_any_one_button_is_found(plant: Callable[[Button], None]) -> None:
    with shown(PICTURES["new-match"]) as app:
        buttons = [widget for widget in app.list_widgets() if isinstance(widget, Button)]
        assert len(buttons) == 3
        for button in buttons:
            if plant is remove_border and button.is_primary:
                continue  # it has none
            words, place, line_width = button.text, button.relative_rect.topleft, button.line_width
            plant(button)
            assert not is_alike(draw(app), golden("new-match")), words
            button.set_text(words)
            button.set_relative_position(place)
            button.line_width = line_width
            button.repaint()
        assert is_alike(draw(app), golden("new-match"))


@pytest.mark.nightly
@pytest.mark.parametrize("name", choose_sample([*PICTURES], 4))
def test_other_antialiasing_is_no_difference(name: str) -> None:
    """Shift every edge by a tenth of a pixel, and change every channel by up to 6."""
    pixels = pygame.surfarray.array3d(golden(name)).astype(np.float32)
    noise = np.random.default_rng(3).integers(-6, 7, pixels.shape)
    other = (0.9 * pixels + 0.1 * np.roll(pixels, 1, axis=0) + noise).clip(0, 255).astype(np.uint8)
    assert is_alike(pygame.surfarray.make_surface(other), golden(name))


@pytest.mark.slow
def test_difference_is_written_and_named(tmp_path: Path) -> None:
    fault = check_picture("menu", golden("settings"), golden("menu"), tmp_path)
    written = sorted(tmp_path.iterdir())
    assert [path.name for path in written] == ["menu-difference.png", "menu.png"]
    assert all(str(path) in fault for path in written)
    assert check_picture("menu", golden("menu"), golden("menu"), tmp_path) == ""
