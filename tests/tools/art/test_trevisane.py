"""The Trevisane deck and the indexed Neapolitan deck: complete, equal when turned, with their mottoes."""

import re
from itertools import pairwise
from pathlib import Path

import pygame

from tests.rows import check_rows
from tests.tools.art.pictures import compute_mean_difference, encode_pixels, lay_on_felt, render_pixels
from tools import ASSETS
from tools.art.drawing.decks import DRAWINGS_BY_DECK
from tools.art.drawing.trevisane import RANKS
from tools.art.drawing.trevisane.lettering import GLYPH_WIDTHS_AND_PATHS, measure_text

DECK_FOLDER = ASSETS / "cards" / "trevisane"
MOTTOES = (
    "Per un punto Martin perse la cappa",
    "Non val saper a chi ha fortuna contra",
    "Il giuoco della spada a molti non aggrada",
    "Se ti perdi tuo danno",
)
MIN_DECK_DIFFERENCE = 25.0
"""The least difference at 49x80 of a card from the Neapolitan card of its rank and suit."""
MAX_TURNED_DIFFERENCE_RATIO = 0.006
"""The share of a court card that may change when it is turned: outlines that meet at the dividing band."""


@check_rows("deck", ["trevisane", "napoletane_index"])
def test_decks_have_forty_cards(deck: str) -> None:
    expected = {rank + suit for rank in RANKS for suit in "dhsc"}
    assert set(DRAWINGS_BY_DECK[deck]) == expected
    assert {path.stem for path in (ASSETS / "cards" / deck).glob("*.svg")} == expected


@check_rows("rank", "JQK")
@check_rows("suit", "dhsc")
def test_court_card_looks_the_same_upside_down(rank: str, suit: str) -> None:
    picture = pygame.image.load_sized_svg(str(DECK_FOLDER / f"{rank}{suit}.svg"), (220, 360))
    inner = lay_on_felt(picture).subsurface((4, 4, 212, 352))
    turned = pygame.transform.rotate(inner, 180)
    pairs = zip(encode_pixels(inner), encode_pixels(turned), strict=True)
    turned_pixels = sum(abs(a - b) > 48 for a, b in pairs)
    assert turned_pixels < MAX_TURNED_DIFFERENCE_RATIO * 3 * 212 * 352


@check_rows("name", sorted(DRAWINGS_BY_DECK["trevisane"]))
def test_deck_differs_from_neapolitan_deck(name: str) -> None:
    trevisane_pixels, neapolitan_pixels = (
        render_pixels(ASSETS / "cards" / deck / f"{name}.svg", (49, 80)) for deck in ("trevisane", "napoletane")
    )
    assert compute_mean_difference(trevisane_pixels, neapolitan_pixels) > MIN_DECK_DIFFERENCE


def test_every_letter_of_the_mottoes_has_a_glyph() -> None:
    assert set("".join(MOTTOES)) - {" "} <= set(GLYPH_WIDTHS_AND_PATHS)
    assert measure_text("mm", 10) > measure_text("mi", 10) > measure_text("ii", 10) > 0


@check_rows(("suit", "motto"), list(zip("hdsc", MOTTOES, strict=True)))
def test_ace_has_its_motto(suit: str, motto: str) -> None:
    """Count its letters: each is a path without fill, as thin as the pen."""
    text = (DECK_FOLDER / f"A{suit}.svg").read_text(encoding="utf-8")
    letters = re.findall(r'fill="none" stroke="#231c17" stroke-width="1\.7"', text)
    assert len(letters) == len(motto.replace(" ", ""))


def _count_strokes(deck: str, card: str, height: int) -> int:
    """Return how many strokes a line right of the index crosses on a card 62 pixels wide.

    ``height``: of the line, in units of the card.
    """
    picture = pygame.image.load_sized_svg(str(ASSETS / "cards" / deck / f"{card}.svg"), (62, 101))
    y = round(height * 101 / 360)
    paper = [min(picture.get_at((x, y))[:3]) > 200 for x in range(12 if height < 80 else 5, 57)]
    return sum(before and not now for before, now in pairwise([True, *paper]))


@check_rows(("rank", "height"), [("4", 92), ("5", 110), ("6", 115), ("7", 115)])
def test_small_curved_swords_can_be_counted(rank: str, height: int) -> None:
    assert _count_strokes("trevisane", f"{rank}s", height) == int(rank)


@check_rows(("rank", "height"), [("4", 52), ("5", 52), ("6", 305), ("7", 295)])
def test_small_laced_batons_can_be_counted(rank: str, height: int) -> None:
    """Count near the row of their ends, where the line misses the outermost batons of six and seven."""
    assert _count_strokes("trevisane", f"{rank}c", height) == int(rank) - (2 if rank in "67" else 0)


@check_rows("rank", "67")
@check_rows("height", [75, 110, 250, 285])
def test_small_neapolitan_clubs_can_be_counted(rank: str, height: int) -> None:
    assert _count_strokes("napoletane", f"{rank}c", height) == 3


def test_index_covers_only_the_corners() -> None:
    plain, indexed = (Path(ASSETS / "cards" / deck / "2h.svg") for deck in ("napoletane", "napoletane_index"))
    a, b = (pygame.image.load_sized_svg(str(path), (220, 360)).convert(24) for path in (plain, indexed))
    middle = (50, 0, 120, 360)
    assert compute_mean_difference(*(encode_pixels(s.subsurface(middle)) for s in (a, b))) == 0
    assert compute_mean_difference(*(encode_pixels(s.subsurface((4, 4, 38, 62))) for s in (a, b))) > 20
