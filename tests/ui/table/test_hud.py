"""The plates of the seats, the panel in the corner."""

from __future__ import annotations

from itertools import permutations
from unittest.mock import MagicMock, patch

import pygame
import pytest

from game.ai.characters import CHARACTERS
from game.match import Match
from game.view import look
from tests.game.rules.test_muscio import FOUR, muscio, say
from tests.helpers import NAMES, briscola, play
from ui.art import PORTRAITS
from ui.games import FACES
from ui.table import corner as at_corner
from ui.table.hud import portraits
from ui.table.layout import spot


def test_a_character_has_its_own_face_and_no_two_seats_are_alike() -> None:
    for names in permutations(("Anna", "Nonna Pia", "Bruno", "Wanda", "Bruno", "Xaver"), 6):
        faces = portraits(names)
        assert len(set(faces)) == len(faces)
        assert all(1 <= face <= PORTRAITS for face in faces)
        assert faces[names.index("Nonna Pia")] == CHARACTERS["Nonna Pia"].face
        assert CHARACTERS["Bruno"].face in (faces[at] for at, name in enumerate(names) if name == "Bruno")


def test_the_same_names_have_the_same_faces() -> None:
    assert portraits(("Wanda", "Xaver")) == portraits(("Wanda", "Xaver"))


# -- the trump in the corner --------------------------------------------------------------------------


def trump_shown(match: Match, seat: int) -> str:
    """What the corner says of the trump, last of all."""
    said: list[str] = []

    def fitted(words: str, *_how: object) -> pygame.Surface:
        said.append(words)
        return pygame.Surface((1, 1))

    stage = MagicMock()
    stage.scene.deck, stage.art.icon.return_value = "italian", pygame.Surface((1, 1))
    place = spot((1280, 720), match.seats, seat, False)
    with patch.object(at_corner.theme, "fitted", fitted), patch.object(at_corner, "panel"):
        view = look(match, seat)
        at_corner.corner(pygame.Surface((400, 400)), stage, FACES[match.name], view, "", NAMES[: match.seats], place)
    return said[-1]


@pytest.mark.parametrize("seat", [0, 3])
def test_after_the_exchange_of_muscio_the_corner_names_the_suit_and_no_card(seat: int) -> None:
    match = say(muscio("2c", *FOUR), "in", "in", "in", "in")
    assert trump_shown(match, seat) == "two of batons"
    assert trump_shown(play(match, "3 keep"), seat) == "two of batons"
    assert trump_shown(play(match, "3 swap 4s"), seat) == "batons"


def test_in_briscola_the_card_that_lies_there_is_named() -> None:
    match = briscola("Ad", "7d 3s 2h", "4s 5s 6s", trump_exchange="seven")
    match = play(match, "0 play 3s", "1 play 4s", "0 swap")
    assert trump_shown(match, 1) == "seven of coins"
