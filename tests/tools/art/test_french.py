"""The French deck in its three dresses: complete, countable, told apart when small, quick to rasterise."""

import os
import re
from itertools import combinations
from math import hypot
from pathlib import Path
from time import process_time
from xml.etree import ElementTree

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from game.engine.cards import FRENCH_RANKS, JOKER_RANKS, SUITS
from tests.tools.art.test_cards import ALLOWED, COLOUR, _difference, _pixels
from tools import ASSETS
from tools.art.drawing.decks import DECKS
from tools.art.drawing.french import RANKS, STYLES, Style
from tools.art.drawing.french.indices import measures
from tools.art.drawing.french.pips import LAYOUTS, places
from tools.art.drawing.palette import GRADIENTS
from tools.art.drawing.svg import HEIGHT, WIDTH
from ui.theme import contrast

CARDS = ASSETS / "cards"
COURTS = "JQK"
FILES = sorted(path for style in STYLES for path in (CARDS / style.deck).glob("*.svg"))

LEAST_DIFFERENCE = 1.5
"""Mean absolute difference of the channels (0 to 255) of two cards at 49x80. Signs are little of a card's surface:
the twos of spades and clubs are nearest with 1.8, in four colours the two and three of diamonds with 2.1."""

LEAST_COURT_DIFFERENCE = 15.0
"""The same for two courts, two jokers or one of each; the nearest measure 26.1, beside large indices 16.6."""

by_style = pytest.mark.parametrize("style", STYLES, ids=lambda style: style.deck)


@pytest.fixture(scope="module", autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((16, 16))


def _path(style: Style, card: str) -> Path:
    return CARDS / style.deck / f"{card}.svg"


@by_style
def test_a_deck_has_thirteen_cards_of_each_suit_and_two_jokers(style: Style) -> None:
    expected = {rank + suit for rank in FRENCH_RANKS for suit in SUITS} | set(JOKER_RANKS)
    assert len(expected) == 54
    assert RANKS == FRENCH_RANKS
    assert set(DECKS[style.deck]) == expected
    assert {path.stem for path in (CARDS / style.deck).glob("*.svg")} == expected


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_only_what_pygame_reads(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for element in ElementTree.fromstring(text).iter():
        tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
        assert set(element.attrib) <= ALLOWED[tag]
        for key in ("fill", "stroke", "stop-color"):
            assert COLOUR.fullmatch(element.attrib.get(key, "none"))
        assert re.fullmatch(r"[MLCQZ0-9 .\-]*", element.attrib.get("d", ""))
    limit = 40_000 if path.stem[0] in COURTS or path.stem in JOKER_RANKS else 25_000
    assert path.stat().st_size < limit


@by_style
@pytest.mark.parametrize("rank", LAYOUTS)
@pytest.mark.parametrize("suit", SUITS)
def test_a_number_card_shows_as_many_pips_as_it_counts(style: Style, rank: str, suit: str) -> None:
    """Counted on the picture, between the columns of the indices."""
    picture = pygame.image.load_sized_svg(str(_path(style, rank + suit)), (440, 720))
    edge = 116 if style.jumbo else 84
    inner = picture.subsurface((edge, 8, 440 - 2 * edge, 704))
    mask = pygame.mask.from_threshold(inner, style.colours[suit], (60, 60, 60, 255))
    assert len(mask.connected_components(300)) == {"T": 10}.get(rank) or int(rank)


@by_style
@pytest.mark.parametrize("rank", LAYOUTS)
def test_pips_stand_on_the_card_apart_from_each_other_and_from_the_index(style: Style, rank: str) -> None:
    points, radius = places(rank, style)
    middle, _, sign, _ = measures(style)
    for x, y in points:
        assert radius < x < WIDTH - radius
        assert radius < y < HEIGHT - radius
        assert x - radius - (middle + sign) > 0.9 * radius, "the index's sign would read as one more pip"
    assert all(hypot(x - u, y - v) > 2.2 * radius for (x, y), (u, v) in combinations(points, 2))


@by_style
@pytest.mark.parametrize("suit", SUITS)
def test_a_suit_s_colour_stands_out_from_the_paper(style: Style, suit: str) -> None:
    for _, paper in GRADIENTS["paper"][2]:
        assert contrast(style.colours[suit], paper) >= 4.5


@by_style
def test_the_jokers_say_which_is_the_big_one(style: Style) -> None:
    """At 49 pixels: the field, the colours and the corner that shows in a fan all differ."""
    cards = {name: pygame.image.load_sized_svg(str(_path(style, name)), (49, 80)) for name in JOKER_RANKS}
    colourful = {}
    for name, picture in cards.items():
        red, _, blue, _ = pygame.transform.average_color(picture)
        colourful[name] = red - blue
    assert colourful["BJ"] > 3 * max(colourful["LJ"], 10)
    corner = [pygame.image.tobytes(picture.subsurface((1, 2, 10, 20)), "RGB") for picture in cards.values()]
    assert _difference(*corner) > 20


@by_style
@pytest.mark.parametrize("suit", SUITS)
def test_an_ace_has_one_sign_besides_its_indices(style: Style, suit: str) -> None:
    root = ElementTree.parse(_path(style, "A" + suit)).getroot()
    signs = [element for element in root.iter() if element.attrib.get("fill") == style.colours[suit]]
    assert sum(element.tag.endswith("path") for element in signs) == 1 + 2


@by_style
@pytest.mark.parametrize("rank", COURTS)
@pytest.mark.parametrize("suit", SUITS)
def test_a_court_reads_alike_from_both_ends(style: Style, rank: str, suit: str) -> None:
    picture = pygame.image.load_sized_svg(str(_path(style, rank + suit)), (220, 360)).convert(24)
    turned = pygame.transform.rotate(picture, 180)
    assert _difference(pygame.image.tobytes(picture, "RGB"), pygame.image.tobytes(turned, "RGB")) < 4.0


@pytest.mark.slow
@by_style
def test_no_two_cards_look_alike_when_small(style: Style) -> None:
    pixels = {card: _pixels(_path(style, card), (49, 80)) for card in DECKS[style.deck]}
    differences = {(a, b): _difference(pixels[a], pixels[b]) for a, b in combinations(pixels, 2)}
    closest = min(differences, key=lambda pair: differences[pair])
    assert differences[closest] > LEAST_DIFFERENCE, f"{closest}: {differences[closest]:.2f}"
    figures = {pair: differences[pair] for pair in differences if all(c[0] in COURTS or c in JOKER_RANKS for c in pair)}
    closest = min(figures, key=lambda pair: figures[pair])
    assert figures[closest] > LEAST_COURT_DIFFERENCE, f"{closest}: {figures[closest]:.2f}"


@pytest.mark.slow
@by_style
def test_a_deck_rasterises_at_240_by_360_in_less_than_0_4_seconds(style: Style) -> None:
    """Processor time, the best of three runs: the measure is the drawings, not the machine's other work."""
    paths = [str(_path(style, card)) for card in DECKS[style.deck]]
    best = 9.0
    for _ in range(3):
        start = process_time()
        for path in paths:
            pygame.image.load_sized_svg(path, (240, 360)).convert_alpha()
        best = min(best, process_time() - start)
    assert best < 0.4, f"{best:.3f} s"
