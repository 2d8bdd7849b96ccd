"""The drawings: complete, readable by pygame, distinct when small, countable, and equal to what their scripts draw."""

import re
from itertools import combinations, pairwise, product
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

from game.core.cards import FRENCH_RANKS, JOKER_RANKS, SUITS
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tests.tools.art.pictures import (
    compute_contrast_ratio,
    compute_mean_difference,
    encode_pixels,
    lay_on_felt,
    render_pixels,
)
from tools import ASSETS
from tools.art.drawing import __main__ as draw
from tools.art.drawing.decks import DRAWINGS_BY_DECK
from tools.art.drawing.french import STYLES, FrenchDeckStyle
from tools.art.drawing.french.pips import PIP_POSITIONS_BY_RANK
from tools.art.drawing.napoletane import RANKS
from tools.art.drawing.palette import GRADIENTS
from tools.art.drawing.portraits import DRAWING_BY_PORTRAIT
from tools.art.drawing.portraits.program import list_icon_pictures
from tools.art.drawing.trevisane.index import LETTERS_BY_LANGUAGE
from tools.art.drawing.trevisane.lettering import GLYPH_WIDTHS_AND_PATHS, measure_text

CARDS = ASSETS / "cards"
DRAWINGS = sorted(path.relative_to(ASSETS) for path in ASSETS.rglob("*.svg") if path.parent.name != "symbols")
PORTRAIT_FILES = sorted((ASSETS / "portraits").glob("*.svg"))
ITALIAN_DECKS = ("napoletane", *(f"napoletane_index_{language}" for language in LETTERS_BY_LANGUAGE), "trevisane")
FRENCH_FOLDERS = {style.folder_name for style in STYLES}
ITALIAN_CARDS = {rank + suit for rank in RANKS for suit in SUITS}
FRENCH_CARDS = {rank + suit for rank in FRENCH_RANKS for suit in SUITS} | set(JOKER_RANKS)
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
COLOR_PATTERN = re.compile(r"#[0-9a-f]{6}|none|url\(#[a-z]+\)")
MIN_DIFFERENCES = {**dict.fromkeys(ITALIAN_DECKS, 12.0), **dict.fromkeys(FRENCH_FOLDERS, 1.5)}
"""The mean absolute difference of the color channels (0 to 255) at 49x80 below which two cards look alike.

The signs are a small part of a French card: the twos of spades and clubs are nearest with 1.8, in four colors the two
and three of diamonds with 2.1.
"""
MIN_COURT_DIFFERENCE = 15.0
"""The same for French court cards and jokers; the nearest differ by 26.1, beside large indices by 16.6."""
MIN_DECK_DIFFERENCE = 25.0
"""The same for a Trevisane card and the Neapolitan card of its rank and suit."""
MIN_PORTRAIT_DIFFERENCE = 15.0
"""The same at 40x40 for two people."""
ROUNDING_TOLERANCE = 1.0
"""The difference of an icon by another build of the rasterizer, in the same measure."""

for_each_style = check_rows("style", STYLES)


def load_picture(path: Path, size: tuple[int, int]) -> pygame.Surface:
    return pygame.image.load_sized_svg(str(path), size)


def get_card_path(style: FrenchDeckStyle, card: str) -> Path:
    return CARDS / style.folder_name / f"{card}.svg"


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
def test_drawing_files_match_their_scripts() -> None:
    assert draw.find_outdated_files() == []


@pytest.mark.parametrize("name", sorted(list_icon_pictures()))
def test_icon_files_match_their_scripts(name: str, tmp_path: Path) -> None:
    text, size = list_icon_pictures()[name]
    drawing = tmp_path / "icon.svg"
    drawing.write_text(text, encoding="utf-8")
    icon = pygame.image.load(str(ASSETS / name))
    assert icon.get_size() == (size, size)
    pixels = encode_pixels(lay_on_felt(icon))
    assert compute_mean_difference(pixels, render_pixels(drawing, (size, size))) < ROUNDING_TOLERANCE


# -- all decks ---------------------------------------------------------------------------------------


@check_rows(("deck", "cards"), [
    *((deck, ITALIAN_CARDS) for deck in ITALIAN_DECKS), *((deck, FRENCH_CARDS) for deck in FRENCH_FOLDERS),
    ("backs", {*DRAWINGS_BY_DECK["backs"], "classic"}),
])  # fmt: skip
def test_deck_has_all_its_cards(deck: str, cards: set[str]) -> None:
    assert set(DRAWINGS_BY_DECK[deck]) == {path.stem for path in (CARDS / deck).glob("*.svg")} == cards


@long_test
@pytest.mark.parametrize("deck", choose_sample(sorted(MIN_DIFFERENCES), 4))
def test_small_cards_look_different(deck: str) -> None:
    pixels = {path.stem: render_pixels(path, (49, 80)) for path in sorted((CARDS / deck).glob("*.svg"))}
    differences = {(a, b): compute_mean_difference(pixels[a], pixels[b]) for a, b in combinations(pixels, 2)}
    assert min(differences.values()) > MIN_DIFFERENCES[deck], min(differences.items(), key=lambda pair: pair[1])
    figures = {card for card in pixels if deck in FRENCH_FOLDERS and card[0] in "JQKLB"}
    for pair, difference in differences.items():
        assert difference > MIN_COURT_DIFFERENCE or not figures.issuperset(pair), pair


@check_rows(("deck", "ranks", "limit"), [
    ("backs", "cmn", 1.0), *((deck, "JQK", 4.5) for deck in ("trevisane", *FRENCH_FOLDERS)),
])  # fmt: skip
def test_backs_and_court_cards_look_the_same_upside_down(deck: str, ranks: str, limit: float) -> None:
    """Compare them when small; cards with one figure differ by more than 50."""
    paths = [path for path in (CARDS / deck).glob(f"[{ranks}]*.svg") if path.stem not in JOKER_RANKS]
    assert len(paths) == (len(DRAWINGS_BY_DECK["backs"]) if deck == "backs" else 12)
    for path in paths:
        picture = pygame.transform.smoothscale(lay_on_felt(load_picture(path, (220, 360))), (22, 36))
        turned = pygame.transform.rotate(picture, 180)
        assert compute_mean_difference(encode_pixels(picture), encode_pixels(turned)) < limit, path.stem


# -- French decks ------------------------------------------------------------------------------------


@pytest.mark.nightly
@for_each_style
@check_rows(("rank", "suit"), choose_sample([*product(PIP_POSITIONS_BY_RANK, SUITS)], 3))
def test_number_card_shows_as_many_pips_as_its_rank(style: FrenchDeckStyle, rank: str, suit: str) -> None:
    """Count them in the picture, between the columns of the indices."""
    edge = 116 if style.has_large_indices else 84
    inner = load_picture(get_card_path(style, rank + suit), (440, 720)).subsurface((edge, 8, 440 - 2 * edge, 704))
    mask = pygame.mask.from_threshold(inner, style.colours[suit], (60, 60, 60, 255))
    assert len(mask.connected_components(300)) == {"T": 10}.get(rank) or int(rank)


@for_each_style
@check_rows("suit", SUITS)
def test_ace_has_one_sign_besides_its_indices_and_contrasts_with_paper(style: FrenchDeckStyle, suit: str) -> None:
    color = style.colours[suit]
    root = ElementTree.parse(get_card_path(style, "A" + suit)).getroot()
    signs = [element for element in root.iter() if element.attrib.get("fill") == color]
    assert sum(element.tag.endswith("path") for element in signs) == 1 + 2
    assert all(compute_contrast_ratio(color, paper) >= 4.5 for _, paper in GRADIENTS["paper"][2])


# -- Italian decks -----------------------------------------------------------------------------------


@check_rows("name", sorted(ITALIAN_CARDS))
def test_trevisane_deck_differs_from_neapolitan_deck(name: str) -> None:
    pixels = (render_pixels(CARDS / deck / f"{name}.svg", (49, 80)) for deck in ("trevisane", "napoletane"))
    assert compute_mean_difference(*pixels) > MIN_DECK_DIFFERENCE


@check_rows(("suit", "motto"), [
    ("h", "Per un punto Martin perse la cappa"), ("d", "Non val saper a chi ha fortuna contra"),
    ("s", "Il giuoco della spada a molti non aggrada"), ("c", "Se ti perdi tuo danno"),
])  # fmt: skip
def test_ace_has_its_motto(suit: str, motto: str) -> None:
    """Count its letters: each is a path without fill, as thin as the pen."""
    assert set(motto) - {" "} <= set(GLYPH_WIDTHS_AND_PATHS)
    assert measure_text("mm", 10) > measure_text("mi", 10) > measure_text("ii", 10) > 0
    text = (CARDS / "trevisane" / f"A{suit}.svg").read_text(encoding="utf-8")
    letters = re.findall(r'fill="none" stroke="#231c17" stroke-width="1\.7"', text)
    assert len(letters) == len(motto.replace(" ", ""))


def count_strokes(deck: str, card: str, height: int) -> int:
    """Return how many strokes a line right of the index crosses on a card 62 pixels wide.

    ``height``: of the line, in units of the card.
    """
    picture = load_picture(CARDS / deck / f"{card}.svg", (62, 101))
    y = round(height * 101 / 360)
    paper = [min(picture.get_at((x, y))[:3]) > 200 for x in range(12 if height < 80 else 5, 57)]
    return sum(before and not now for before, now in pairwise([True, *paper]))


@check_rows(("deck", "suit", "rank", "height", "strokes"), [
    *(("trevisane", "s", str(rank), height, rank) for rank, height in ((4, 92), (5, 110), (6, 115), (7, 115))),
    *(("trevisane", "c", str(rank), height, strokes)  # the line misses the outermost batons of six and seven
      for rank, height, strokes in ((4, 52, 4), (5, 52, 5), (6, 305, 4), (7, 295, 5))),
    *(("napoletane", "c", rank, height, 3) for rank in "67" for height in (75, 110, 250, 285)),
])  # fmt: skip
def test_small_swords_and_batons_can_be_counted(deck: str, suit: str, rank: str, height: int, strokes: int) -> None:
    assert count_strokes(deck, rank + suit, height) == strokes


def test_index_covers_only_the_corners() -> None:
    pictures = [load_picture(CARDS / deck / "2h.svg", (220, 360)).convert(24) for deck in ITALIAN_DECKS[:2]]
    middle, corner = (
        compute_mean_difference(*(encode_pixels(picture.subsurface(area)) for picture in pictures))
        for area in ((50, 0, 120, 360), (4, 4, 38, 62))
    )
    assert middle == 0 and corner > 20


# -- portraits ---------------------------------------------------------------------------------------


def test_small_portraits_look_different() -> None:
    assert {path.stem for path in PORTRAIT_FILES} == set(DRAWING_BY_PORTRAIT) and len(PORTRAIT_FILES) >= 12
    pixels = [render_pixels(path, (40, 40)) for path in PORTRAIT_FILES]
    assert min(compute_mean_difference(a, b) for a, b in combinations(pixels, 2)) > MIN_PORTRAIT_DIFFERENCE


@check_rows("path", PORTRAIT_FILES)
def test_portrait_stays_inside_its_ring(path: Path) -> None:
    picture = load_picture(path, (128, 128))
    outside = [(x, y) for x in range(128) for y in range(128) if (x - 63.5) ** 2 + (y - 63.5) ** 2 > 65**2]
    assert all(picture.get_at(place).a == 0 for place in outside)
