"""Portraits and the program's icons: enough of them, readable by pygame, distinct at forty pixels."""

from pathlib import Path

import pygame
import pytest

from tests.rows import check_rows
from tests.tools.art.pictures import compute_mean_difference, encode_pixels, lay_on_felt, render_pixels
from tools import ASSETS
from tools.art.drawing.portraits import DRAWING_BY_PORTRAIT
from tools.art.drawing.portraits.program import list_icon_pictures

PORTRAIT_FILES = sorted((ASSETS / "portraits").glob("*.svg"))
MIN_PORTRAIT_DIFFERENCE = 15.0
"""The mean absolute difference of the color channels (0 to 255) at 40x40 below which two people look alike."""
ROUNDING_TOLERANCE = 1.0
"""The difference of an icon by another build of the rasterizer, in the same measure."""


def test_there_are_at_least_twelve_portraits() -> None:
    assert len(DRAWING_BY_PORTRAIT) >= 12
    assert {path.stem for path in PORTRAIT_FILES} == set(DRAWING_BY_PORTRAIT)
    assert sorted(DRAWING_BY_PORTRAIT)[0] == "01"


def test_small_portraits_look_different() -> None:
    pixels = [render_pixels(path, (40, 40)) for path in PORTRAIT_FILES]
    closest = min(compute_mean_difference(a, b) for i, a in enumerate(pixels) for b in pixels[i + 1 :])
    assert closest > MIN_PORTRAIT_DIFFERENCE


@check_rows("path", PORTRAIT_FILES)
def test_portrait_stays_inside_its_ring(path: Path) -> None:
    picture = pygame.image.load_sized_svg(str(path), (128, 128))
    outside = [(x, y) for x in range(128) for y in range(128) if (x - 63.5) ** 2 + (y - 63.5) ** 2 > 65**2]
    assert all(picture.get_at(place).a == 0 for place in outside)


@pytest.mark.parametrize("name", sorted(list_icon_pictures()))
def test_icon_files_match_their_scripts(name: str, tmp_path: Path) -> None:
    text, size = list_icon_pictures()[name]
    drawing = tmp_path / "icon.svg"
    drawing.write_text(text, encoding="utf-8")
    assert pygame.image.load(str(ASSETS / name)).get_size() == (size, size)
    icon = encode_pixels(lay_on_felt(pygame.image.load(str(ASSETS / name))))
    assert compute_mean_difference(icon, render_pixels(drawing, (size, size))) < ROUNDING_TOLERANCE
