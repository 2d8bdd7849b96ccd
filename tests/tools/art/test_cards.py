"""The drawn cards: complete, readable by pygame, distinct when small, and equal to the drawings."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

from tests.rows import check_rows
from tests.tools.art.pictures import compute_mean_difference, encode_pixels, render_pixels
from tools import ASSETS
from tools.art.drawing import __main__ as draw
from tools.art.drawing.decks import DRAWINGS_BY_DECK
from tools.art.drawing.french import STYLES
from tools.art.drawing.napoletane import RANKS

DRAWINGS = sorted(path.relative_to(ASSETS) for path in ASSETS.rglob("*.svg") if path.parent.name != "symbols")
MAX_BYTES, MAX_BYTES_OF_SIMPLE_DRAWING = 40_000, 25_000

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
FRENCH_FOLDERS = {style.folder_name for style in STYLES}
COLOR_PATTERN = re.compile(r"#[0-9a-f]{6}|none|url\(#[a-z]+\)")

MIN_MEAN_PIXEL_DIFFERENCE = 12.0
"""The mean absolute difference of the color channels (0 to 255) at 49x80 below which two cards look alike."""


def test_deck_has_ten_cards_of_each_suit() -> None:
    expected = {rank + suit for rank in RANKS for suit in "dhsc"}
    assert set(DRAWINGS_BY_DECK["napoletane"]) == expected
    assert {path.stem for path in (ASSETS / "cards" / "napoletane").glob("*.svg")} == expected


def test_classic_back_exists() -> None:
    assert (ASSETS / "cards" / "backs" / "classic.svg").is_file()


def get_size_limit(drawing: Path) -> int:
    """Return the bytes that a drawing may have: fewer for portraits and for the number cards of the French decks."""
    is_number_card = drawing.parent.name in FRENCH_FOLDERS and drawing.stem[0] not in "JQKLB"
    return MAX_BYTES_OF_SIMPLE_DRAWING if is_number_card or drawing.parent.name == "portraits" else MAX_BYTES


@check_rows("drawing", DRAWINGS)
def test_drawing_is_small_and_uses_only_what_pygame_reads(drawing: Path) -> None:
    text = (ASSETS / drawing).read_text(encoding="utf-8")
    assert len(text.encode()) < get_size_limit(drawing)
    root = ElementTree.fromstring(text)
    for element in root.iter():
        tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
        assert tag in ALLOWED_ATTRIBUTES
        assert set(element.attrib) <= ALLOWED_ATTRIBUTES[tag]
        for key in ("fill", "stroke", "stop-color"):
            assert COLOR_PATTERN.fullmatch(element.attrib.get(key, "none"))
        assert re.fullmatch(r"[MLCQZ0-9 .\-]*", element.attrib.get("d", ""))
    defined = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert set(re.findall(r"url\(#([a-z]+)\)", text)) == defined


@pytest.mark.slow
@pytest.mark.parametrize("deck", sorted(set(DRAWINGS_BY_DECK) - {"backs"} - FRENCH_FOLDERS))
def test_small_cards_look_different(deck: str) -> None:
    pixels = {path.stem: render_pixels(path, (49, 80)) for path in sorted((ASSETS / "cards" / deck).glob("*.svg"))}
    names = list(pixels)
    differences = {
        (a, b): compute_mean_difference(pixels[a], pixels[b]) for i, a in enumerate(names) for b in names[i + 1 :]
    }
    closest = min(differences, key=lambda pair: differences[pair])
    assert differences[closest] > MIN_MEAN_PIXEL_DIFFERENCE, f"{closest}: {differences[closest]:.2f}"


@check_rows("name", sorted(DRAWINGS_BY_DECK["backs"]))
def test_card_back_looks_the_same_upside_down(name: str) -> None:
    picture = pygame.image.load_sized_svg(str(ASSETS / "cards" / "backs" / f"{name}.svg"), (220, 360))
    small = pygame.transform.smoothscale(picture.convert(24), (22, 36))
    turned = pygame.transform.rotate(small, 180)
    assert compute_mean_difference(encode_pixels(small), encode_pixels(turned)) < 1.0


@pytest.mark.slow
def test_drawing_files_match_their_scripts() -> None:
    assert draw.find_outdated_files() == []
