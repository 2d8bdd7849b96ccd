"""The drawn cards: complete, readable by pygame, distinct when small, and equal to the drawings."""

import os
import re
from operator import sub
from pathlib import Path
from xml.etree import ElementTree

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from tools import ASSETS
from tools.art.drawing import __main__ as draw
from tools.art.drawing.decks import DRAWINGS_BY_DECK
from tools.art.drawing.french import STYLES
from tools.art.drawing.napoletane import RANKS
from tools.art.drawing.palette import FELT_COLOR

CARD_FILES = sorted([*(ASSETS / "cards").rglob("*.svg"), *(ASSETS / "icons").glob("*.svg"), ASSETS / "icon.svg"])

PAINT_ATTRIBUTES = {"fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap"}
ALLOWED_ATTRIBUTES = {
    "svg": {"width", "height", "viewBox"},
    "g": {"transform"},
    "path": {"d", *PAINT_ATTRIBUTES},
    "rect": {"x", "y", "width", "height", "rx", *PAINT_ATTRIBUTES},
    "circle": {"cx", "cy", "r", *PAINT_ATTRIBUTES},
    "ellipse": {"cx", "cy", "rx", "ry", *PAINT_ATTRIBUTES},
    "defs": set(),
    "linearGradient": {"id", "gradientUnits", "x1", "y1", "x2", "y2"},
    "stop": {"offset", "stop-color"},
}
COLOR_PATTERN = re.compile(r"#[0-9a-f]{6}|none|url\(#[a-z]+\)")

MIN_MEAN_PIXEL_DIFFERENCE = 12.0
"""The mean absolute difference of the color channels (0 to 255) at 49x80 below which two cards look alike."""


@pytest.fixture(scope="module", autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((16, 16))


def test_deck_has_ten_cards_of_each_suit() -> None:
    expected = {rank + suit for rank in RANKS for suit in "dhsc"}
    assert set(DRAWINGS_BY_DECK["napoletane"]) == expected
    assert {path.stem for path in (ASSETS / "cards" / "napoletane").glob("*.svg")} == expected


def test_classic_back_exists() -> None:
    assert (ASSETS / "cards" / "backs" / "classic.svg").is_file()


@pytest.mark.parametrize("path", CARD_FILES, ids=lambda path: path.stem)
def test_drawings_use_only_what_pygame_reads(path: Path) -> None:
    root = ElementTree.parse(path).getroot()
    for element in root.iter():
        tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
        assert tag in ALLOWED_ATTRIBUTES
        assert set(element.attrib) <= ALLOWED_ATTRIBUTES[tag]
        for key in ("fill", "stroke", "stop-color"):
            if key in element.attrib:
                assert COLOR_PATTERN.fullmatch(element.attrib[key])
        if element.attrib.get("d"):
            assert re.fullmatch(r"[MLCQZ0-9 .\-]+", element.attrib["d"])
    defined = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert set(re.findall(r"url\(#([a-z]+)\)", path.read_text(encoding="utf-8"))) == defined


def _render_pixels(path: Path, size: tuple[int, int]) -> bytes:
    """Return the card on felt, with three bytes for each pixel."""
    picture = pygame.image.load_sized_svg(str(path), size)
    felt = pygame.Surface(picture.get_size(), 0, 24)
    felt.fill(FELT_COLOR)
    felt.blit(picture, (0, 0))
    return pygame.image.tobytes(felt, "RGB")


def _get_mean_difference(a: bytes, b: bytes) -> float:
    return float(sum(map(abs, map(sub, a, b)))) / len(a)


@pytest.mark.slow
@pytest.mark.parametrize("deck", sorted(set(DRAWINGS_BY_DECK) - {"backs"} - {style.folder_name for style in STYLES}))
def test_small_cards_look_different(deck: str) -> None:
    pixels = {path.stem: _render_pixels(path, (49, 80)) for path in sorted((ASSETS / "cards" / deck).glob("*.svg"))}
    names = list(pixels)
    differences = {
        (a, b): _get_mean_difference(pixels[a], pixels[b]) for i, a in enumerate(names) for b in names[i + 1 :]
    }
    closest = min(differences, key=lambda pair: differences[pair])
    assert differences[closest] > MIN_MEAN_PIXEL_DIFFERENCE, f"{closest}: {differences[closest]:.2f}"


@pytest.mark.parametrize("name", sorted(DRAWINGS_BY_DECK["backs"]))
def test_card_back_looks_the_same_upside_down(name: str) -> None:
    picture = pygame.image.load_sized_svg(str(ASSETS / "cards" / "backs" / f"{name}.svg"), (220, 360))
    small = pygame.transform.smoothscale(picture.convert(24), (22, 36))
    turned = pygame.transform.rotate(small, 180)
    assert _get_mean_difference(pygame.image.tobytes(small, "RGB"), pygame.image.tobytes(turned, "RGB")) < 1.0


@pytest.mark.parametrize("path", CARD_FILES, ids=lambda path: path.stem)
def test_drawing_files_are_small(path: Path) -> None:
    assert path.stat().st_size < 40_000


@pytest.mark.slow
def test_drawing_files_match_their_scripts() -> None:
    assert draw.find_outdated_files() == []
