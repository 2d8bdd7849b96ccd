"""Portraits and the program's icons: enough of them, readable by pygame, told apart at forty pixels."""

from pathlib import Path

import pygame
import pytest

from tests.tools.art.test_cards import _difference, _pixels, test_only_what_pygame_reads
from tools import ASSETS
from tools.art.drawing.portraits import PORTRAITS
from tools.art.drawing.portraits.program import pictures

FILES = sorted((ASSETS / "portraits").glob("*.svg"))
LEAST_DIFFERENCE = 15.0
"""Mean absolute difference of the colour channels (0 to 255) at 40x40 below which two people look alike."""
ROUNDING = 1.0
"""What another build of the rasteriser may change in an icon, in the same measure."""


@pytest.fixture(scope="module", autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((16, 16))


def test_at_least_twelve_people() -> None:
    assert len(PORTRAITS) >= 12
    assert {path.stem for path in FILES} == set(PORTRAITS)
    assert sorted(PORTRAITS)[0] == "01"


@pytest.mark.parametrize("path", [*FILES, ASSETS / "icon-16.svg"], ids=lambda path: path.stem)
def test_features(path: Path) -> None:
    test_only_what_pygame_reads(path)
    assert path.stat().st_size < 25_000


def test_no_two_people_look_alike_when_small() -> None:
    pixels = [_pixels(path, (40, 40)) for path in FILES]
    closest = min(_difference(a, b) for i, a in enumerate(pixels) for b in pixels[i + 1 :])
    assert closest > LEAST_DIFFERENCE


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_portrait_stays_in_its_ring(path: Path) -> None:
    """The corners outside the medallion are clear."""
    picture = pygame.image.load_sized_svg(str(path), (128, 128))
    outside = [(x, y) for x in range(128) for y in range(128) if (x - 63.5) ** 2 + (y - 63.5) ** 2 > 65**2]
    assert all(picture.get_at(place).a == 0 for place in outside)


@pytest.mark.parametrize("name", sorted(pictures()))
def test_icons_are_what_the_scripts_draw(name: str, tmp_path: Path) -> None:
    text, size = pictures()[name]
    drawing = tmp_path / "icon.svg"
    drawing.write_text(text, encoding="utf-8")
    assert pygame.image.load(str(ASSETS / name)).get_size() == (size, size)
    assert _difference(_flat(ASSETS / name), _pixels(drawing, (size, size))) < ROUNDING


def _flat(path: Path) -> bytes:
    from tools.art.drawing.palette import FELT

    picture = pygame.image.load(str(path))
    felt = pygame.Surface(picture.get_size(), 0, 24)
    felt.fill(FELT)
    felt.blit(picture, (0, 0))
    return pygame.image.tobytes(felt, "RGB")
