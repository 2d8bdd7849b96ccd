"""The French deck in its three styles: complete, countable, and distinct when small."""

from itertools import combinations
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

from game.core.cards import FRENCH_RANKS, JOKER_RANKS, SUITS
from tests.rows import check_rows
from tests.tools.art.pictures import compute_mean_difference, encode_pixels, render_pixels
from tools import ASSETS
from tools.art.drawing.decks import DRAWINGS_BY_DECK
from tools.art.drawing.french import RANKS, STYLES, FrenchDeckStyle
from tools.art.drawing.french.indices import get_index_measures
from tools.art.drawing.french.pips import PIP_POSITIONS_BY_RANK, list_pip_positions
from tools.art.drawing.palette import GRADIENTS
from tools.art.drawing.svg import CARD_HEIGHT, CARD_WIDTH
from ui.graphics.theme import compute_contrast_ratio

CARDS_FOLDER = ASSETS / "cards"
COURT_RANKS = "JQK"

MIN_CARD_DIFFERENCE = 1.5
"""The least mean absolute difference of the channels (0 to 255) of two cards at 49x80.

The signs are a small part of a card: the twos of spades and clubs are nearest with 1.8, in four colors the two and
three of diamonds with 2.1.
"""

MIN_COURT_DIFFERENCE = 15.0
"""The same for court cards and jokers; the nearest differ by 26.1, beside large indices by 16.6."""

for_each_style = check_rows("style", STYLES)


def _get_card_path(style: FrenchDeckStyle, card: str) -> Path:
    return CARDS_FOLDER / style.folder_name / f"{card}.svg"


@for_each_style
def test_deck_has_thirteen_cards_of_each_suit_and_two_jokers(style: FrenchDeckStyle) -> None:
    expected = {rank + suit for rank in FRENCH_RANKS for suit in SUITS} | set(JOKER_RANKS)
    assert len(expected) == 54
    assert RANKS == FRENCH_RANKS
    assert set(DRAWINGS_BY_DECK[style.folder_name]) == expected
    assert {path.stem for path in (CARDS_FOLDER / style.folder_name).glob("*.svg")} == expected


@for_each_style
@check_rows("rank", PIP_POSITIONS_BY_RANK)
@check_rows("suit", SUITS)
def test_number_card_shows_as_many_pips_as_its_rank(style: FrenchDeckStyle, rank: str, suit: str) -> None:
    """Count them in the picture, between the columns of the indices."""
    picture = pygame.image.load_sized_svg(str(_get_card_path(style, rank + suit)), (440, 720))
    edge = 116 if style.has_large_indices else 84
    inner = picture.subsurface((edge, 8, 440 - 2 * edge, 704))
    mask = pygame.mask.from_threshold(inner, style.colours[suit], (60, 60, 60, 255))
    assert len(mask.connected_components(300)) == {"T": 10}.get(rank) or int(rank)


@for_each_style
@check_rows("rank", PIP_POSITIONS_BY_RANK)
def test_pips_keep_distance_from_each_other_and_from_index(style: FrenchDeckStyle, rank: str) -> None:
    points, radius = list_pip_positions(rank, style)
    middle, _, sign, _ = get_index_measures(style)
    for x, y in points:
        assert radius < x < CARD_WIDTH - radius
        assert radius < y < CARD_HEIGHT - radius
        assert x - radius - (middle + sign) > 0.9 * radius, "the index's sign would read as one more pip"
    assert all(hypot(x - u, y - v) > 2.2 * radius for (x, y), (u, v) in combinations(points, 2))


@for_each_style
@check_rows("suit", SUITS)
def test_suit_color_contrasts_with_paper(style: FrenchDeckStyle, suit: str) -> None:
    for _, paper in GRADIENTS["paper"][2]:
        assert compute_contrast_ratio(style.colours[suit], paper) >= 4.5


@for_each_style
def test_jokers_can_be_told_apart(style: FrenchDeckStyle) -> None:
    """Check at 49 pixels that the field, the colors and the corner visible in a fan differ."""
    cards = {name: pygame.image.load_sized_svg(str(_get_card_path(style, name)), (49, 80)) for name in JOKER_RANKS}
    colorful = {}
    for name, picture in cards.items():
        red, _, blue, _ = pygame.transform.average_color(picture)
        colorful[name] = red - blue
    assert colorful["BJ"] > 3 * max(colorful["LJ"], 10)
    corner = [encode_pixels(picture.subsurface((1, 2, 10, 20))) for picture in cards.values()]
    assert compute_mean_difference(*corner) > 20


@for_each_style
@check_rows("suit", SUITS)
def test_ace_has_one_sign_besides_its_indices(style: FrenchDeckStyle, suit: str) -> None:
    root = ElementTree.parse(_get_card_path(style, "A" + suit)).getroot()
    signs = [element for element in root.iter() if element.attrib.get("fill") == style.colours[suit]]
    assert sum(element.tag.endswith("path") for element in signs) == 1 + 2


@for_each_style
@check_rows("rank", COURT_RANKS)
@check_rows("suit", SUITS)
def test_court_card_looks_the_same_upside_down(style: FrenchDeckStyle, rank: str, suit: str) -> None:
    picture = pygame.image.load_sized_svg(str(_get_card_path(style, rank + suit)), (220, 360)).convert(24)
    turned = pygame.transform.rotate(picture, 180)
    assert compute_mean_difference(encode_pixels(picture), encode_pixels(turned)) < 4.0


@pytest.mark.slow
@for_each_style
def test_small_cards_look_different(style: FrenchDeckStyle) -> None:
    pixels = {
        card: render_pixels(_get_card_path(style, card), (49, 80)) for card in DRAWINGS_BY_DECK[style.folder_name]
    }
    differences = {(a, b): compute_mean_difference(pixels[a], pixels[b]) for a, b in combinations(pixels, 2)}
    closest = min(differences, key=lambda pair: differences[pair])
    assert differences[closest] > MIN_CARD_DIFFERENCE, f"{closest}: {differences[closest]:.2f}"
    figures = {
        pair: differences[pair] for pair in differences if all(c[0] in COURT_RANKS or c in JOKER_RANKS for c in pair)
    }
    closest = min(figures, key=lambda pair: figures[pair])
    assert figures[closest] > MIN_COURT_DIFFERENCE, f"{closest}: {figures[closest]:.2f}"
