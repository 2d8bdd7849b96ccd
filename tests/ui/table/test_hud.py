"""The seats' medallions, the panel in the corner, what is to be seen at a glance."""

from __future__ import annotations

from itertools import permutations
from unittest.mock import MagicMock, patch

import pygame
import pytest

from game.ai.characters import CHARACTERS
from game.engine.cards import Card
from game.engine.tricks import replace
from game.i18n import speaking
from game.match import Match
from game.names import RANK_NAMES
from game.rules.chiamata.play import ChiamataTricks
from game.view import look
from tests.game.rules.muscio_tables import FOUR, muscio, say
from tests.helpers import NAMES, briscola, fresh, play, playout
from ui import theme
from ui.art import PORTRAITS
from ui.games import FACES
from ui.looks import portraits
from ui.table import corner as at_corner
from ui.table.hud import LINE, plate_lines, stands, winning
from ui.table.places import spot


def test_a_character_has_its_own_face_and_no_two_seats_are_alike() -> None:
    for names in permutations(("Anna", "Nonna Pia", "Bruno", "Wanda", "Bruno", "Xaver"), 6):
        faces = portraits(names)
        assert len(set(faces)) == len(faces)
        assert all(1 <= face <= PORTRAITS for face in faces)
        assert faces[names.index("Nonna Pia")] == CHARACTERS["Nonna Pia"].face
        assert CHARACTERS["Bruno"].face in (faces[at] for at, name in enumerate(names) if name == "Bruno")


def test_the_same_names_have_the_same_faces() -> None:
    assert portraits(("Wanda", "Xaver")) == portraits(("Wanda", "Xaver"))


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (3840, 2160)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("name", ["Jo", "Maximilian von Wittelsba", "Donaudampfschiffahrtsges", "W" * 24, "i" * 24])
def test_at_the_longest_names_a_plate_holds_all_its_lines(
    size: tuple[int, int], scale: float, seats: int, name: str
) -> None:
    pygame.font.init()
    place = spot(size, seats, 0, False, scale)
    standing = "10 of 13 tricks\n−1234 points · 9 bags"
    for one in place.places:
        room = one.plate.width - one.portrait.width - place.px(14), one.plate.height - place.px(8)
        lines = plate_lines(name, standing, room, place.unit, theme.CREAM)
        assert all(line.get_width() <= room[0] for line in lines)
        assert sum(line.get_height() for line in lines) * LINE <= room[1] * 1.02
        assert len(lines) >= 2


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
    with patch("ui.table.corner.theme.fitted", fitted), patch.object(at_corner, "panel"):
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


# -- what is to be seen at a glance ---------------------------------------------------------------------


def test_the_winning_card_is_the_highest_trump_or_of_the_suit_led() -> None:
    match = briscola("Ad", "7h 3s 2h", "4h 5d 6s")
    assert winning(look(match, 0).board, look(match, 0).phase) is None
    match = play(match, "0 play 7h")
    assert winning(look(match, 0).board, look(match, 0).phase) == 0
    board = look(match, 0).board
    assert winning(replace(board, trick=(*board.trick, (1, Card("4h")))), look(match, 0).phase) == 0
    assert winning(replace(board, trick=(*board.trick, (1, Card("5d")))), look(match, 0).phase) == 1


def test_a_card_that_lies_face_down_does_not_win() -> None:
    match = briscola("Ad", "7h 3s 2h", "4h 5d 6s")
    board = look(play(match, "0 play 7h"), 0).board
    down = replace(board, trick=(*board.trick, (1, Card("5d"))), face_down=(1,))
    assert winning(down, look(match, 0).phase) == 0


def test_only_who_holds_the_called_card_is_told_so() -> None:
    face = FACES["chiamata"]
    told = 0
    for moment in playout(fresh("chiamata", seats=5), seed=3, deals=2):
        phase = moment.match.phase
        if not isinstance(phase, ChiamataTricks) or phase.called is None:
            continue
        for seat in (*range(5), None):
            view = look(moment.match, seat)
            secret = face.secret(view, "italian")
            holds = seat is not None and phase.called in phase.hands[seat] and not phase.is_revealed
            assert bool(secret) == holds
            told += bool(secret)
    assert told


def test_the_highest_call_goes_by_the_cards_own_names() -> None:
    face, seen = FACES["chiamata"], set[str]()
    for moment in playout(fresh("chiamata", seats=5), seed=5, deals=3):
        view = look(moment.match, 0)
        seen |= {said.words.split(" · ")[0] for said in face.sayings(view, "italian").values() if not said.out}
    assert seen <= {*(forms.alone for forms in RANK_NAMES.values()), "solo", "caller", "partner"}
    assert seen & {forms.alone for forms in RANK_NAMES.values()}


@pytest.mark.parametrize("language, called, leads, wins", [
    ("en", "You", "to lead: You", "ahead so far: You, 4 points"),
    ("it", "Tu", "apre: Tu", "in testa per ora: Tu, 4 punti"),
    ("fr", "Vous", "entame\u00a0: Vous", "en tête pour l'instant\u00a0: Vous, 4 points"),
])  # fmt: skip
def test_others_read_a_sentence_about_a_person_without_a_name(
    language: str, called: str, leads: str, wins: str
) -> None:
    match = briscola("Ad", "Kd 3s 2h", "4h 5d 6s")
    names = (called, "Bruno")
    with speaking(language):
        assert stands(look(match, 1), names) == leads
        assert stands(look(play(match, "0 play Kd"), 1), names) == wins
        assert called not in stands(look(match, 0), names)
