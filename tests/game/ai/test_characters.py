"""A character bends what a level would do, modestly, and says who is who; a limit goes by the clock it is given."""

from __future__ import annotations

from random import Random

import pytest

from game.ai.characters import CHARACTERS, PLAIN, Character, character_of
from game.ai.chiamata import club as chiamata
from game.ai.limit import SPARE, SPARE_MS, Limit
from game.ai.muscio import player as muscio
from game.ai.spades import club as spades
from game.engine.actions import Action, Deal
from game.fairness import shuffled, stream
from game.rules.chiamata.auction import Auction
from game.rules.chiamata.play import Naming
from game.rules.muscio.actions import In
from game.rules.spades.actions import Bid
from game.view import look
from tests.fakes import Clock
from tests.helpers import choose, fresh

CAREFUL, BOLD = Character(name="", boldness=-1.0), Character(name="", boldness=1.0)


def firsts(game: str, seats: int, character: Character, level: str, deals: int) -> list[Action]:
    """What a player of this character does first, in so many deals."""
    found = []
    for number in range(deals):
        match = fresh(game, seats=seats, dealer=number % seats)
        match = match.apply(Deal(shuffled(match.pack, stream(number, "characters")))).match
        found.append(choose(level, look(match, match.to_act), Random(number), character))
    return found


def test_a_name_that_nobody_bears_is_plain() -> None:
    assert character_of("Zio Gino").boldness > 0
    assert character_of("Nobody") is PLAIN
    assert (PLAIN.boldness, PLAIN.talkativeness) == (0.0, 0.0)


def test_every_character_keeps_within_bounds_and_has_a_line_for_the_screen() -> None:
    for name, one in CHARACTERS.items():
        assert one.name == name
        assert -1 <= one.boldness <= 1
        assert 0 <= one.talkativeness <= 1
        assert 0 < len(one.about) <= 45


def test_without_boldness_every_judgement_is_that_of_the_level() -> None:
    talker = Character(name="Talker", talkativeness=1.0)
    assert (chiamata.CLUB.like(talker), chiamata.NOVICE.like(talker)) == (chiamata.CLUB, chiamata.NOVICE)
    assert (muscio.CLUB.like(talker), muscio.NOVICE.like(talker)) == (muscio.CLUB, muscio.NOVICE)
    assert (spades.CLUB.like(talker), spades.NOVICE.like(talker)) == (spades.CLUB, spades.NOVICE)


def calls_won(character: Character, level: str, deals: int) -> int:
    """How many auctions of chiamata a player of this character wins against four plain ones."""
    won = 0
    for number in range(deals):
        match = fresh("chiamata", seats=5, dealer=number % 5)
        match, rng = match.apply(Deal(shuffled(match.pack, stream(number, "auctions")))).match, Random(number)
        while isinstance(match.phase, Auction):
            seat = match.phase.speaker
            match = match.apply(choose(level, look(match, seat), rng, character if seat == 0 else PLAIN)).match
        won += isinstance(match.phase, Naming) and match.phase.to_act == 0
    return won


@pytest.mark.slow
@pytest.mark.parametrize("level", ["novice", "club"])
def test_the_bold_win_more_auctions_but_modestly(level: str) -> None:
    careful, plain, bold = (calls_won(one, level, 200) for one in (CAREFUL, PLAIN, BOLD))
    assert careful < plain < bold < careful + 60, (careful, plain, bold)


@pytest.mark.parametrize("level", ["novice", "club"])
def test_the_bold_play_more_hands_of_muscio_but_modestly(level: str) -> None:
    said = [firsts("muscio", 4, one, level, 200) for one in (CAREFUL, PLAIN, BOLD)]
    careful, plain, bold = (sum(isinstance(action, In) for action in one) for one in said)
    assert careful < plain < bold < careful + 90, (careful, plain, bold)


@pytest.mark.parametrize("level", ["novice", "club"])
def test_the_bold_bid_more_tricks_but_modestly(level: str) -> None:
    means = []
    for character in (CAREFUL, PLAIN, BOLD):
        bids = [action.tricks for action in firsts("spades", 4, character, level, 40) if isinstance(action, Bid)]
        means.append(sum(bids) / len(bids))
    careful, plain, bold = means
    assert plain - 1 < careful < plain < bold < plain + 1, means


def test_a_deadline_counts_down_by_the_clock_it_was_given() -> None:
    clock = Clock(100.0)
    deadline = Limit(250, clock).begin()
    assert deadline.left_ms() == pytest.approx((1 - SPARE) * 250 - SPARE_MS)
    clock.go(0.2)
    assert deadline.left_ms() == pytest.approx((1 - SPARE) * 250 - SPARE_MS - 200)
    clock.go(1)
    assert deadline.left_ms() == 0


def test_by_a_clock_that_stands_still_the_time_never_ends() -> None:
    deadline = Limit(10, lambda: 7.0).begin()
    assert [deadline.left_ms() for _look in range(3)] == pytest.approx([(1 - SPARE) * 10 - SPARE_MS] * 3)


def test_every_character_has_a_face_of_its_own() -> None:
    faces = [one.face for one in CHARACTERS.values()]
    assert len(set(faces)) == len(faces)
    assert all(1 <= face <= 14 for face in faces)
