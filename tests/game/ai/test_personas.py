"""Personas change a level's choices moderately and recognizably."""

from __future__ import annotations

from random import Random

import pytest

from game.ai.chiamata import heuristic_bidding as chiamata
from game.ai.muscio import players as muscio
from game.ai.personas import NEUTRAL_PERSONA, PERSONAS, Persona, get_persona
from game.ai.spades import heuristic as spades
from game.ai.time_limit import TIME_RESERVE_FRACTION, TIME_RESERVE_MS, TimeLimit
from game.core.actions import Action, Deal
from game.match.observation import observe
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.trick_play import NamingPhase
from game.rules.muscio.actions import PlayDeal
from game.rules.spades.actions import Bid
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.fakes import FakeClock
from tests.helpers import choose_without_time_limit, make_match
from tests.rows import check_rows

CAREFUL_PERSONA, BOLD_PERSONA = Persona(name="", boldness=-1.0), Persona(name="", boldness=1.0)


def list_first_actions(game: str, seats: int, character: Persona, level: str, deals: int) -> list[Action]:
    """Return the first action of a player with this persona in each of ``deals`` deals."""
    actions = []
    for number in range(deals):
        match = make_match(game, seats=seats, dealer=number % seats)
        match = match.apply(Deal(shuffle_pack(match.pack, derive_random(number, "characters")))).match
        actions.append(choose_without_time_limit(level, observe(match, match.turn), Random(number), character))
    return actions


def test_unknown_name_has_neutral_persona() -> None:
    assert get_persona("Zio Gino").boldness > 0
    assert get_persona("Nobody") is NEUTRAL_PERSONA
    assert (NEUTRAL_PERSONA.boldness, NEUTRAL_PERSONA.talkativeness) == (0.0, 0.0)


def test_every_persona_is_within_bounds_and_has_a_description() -> None:
    for name, persona in PERSONAS.items():
        assert persona.name == name
        assert -1 <= persona.boldness <= 1
        assert 0 <= persona.talkativeness <= 1
        assert 0 < len(persona.description) <= 45


def test_neutral_boldness_does_not_change_estimates() -> None:
    talker = Persona(name="Talker", talkativeness=1.0)
    assert (chiamata.CLUB_BIDDING.adapt_to(talker), chiamata.NOVICE_BIDDING.adapt_to(talker)) == (
        chiamata.CLUB_BIDDING,
        chiamata.NOVICE_BIDDING,
    )
    assert (muscio.CLUB_WEIGHTS.adapt_to(talker), muscio.NOVICE_WEIGHTS.adapt_to(talker)) == (
        muscio.CLUB_WEIGHTS,
        muscio.NOVICE_WEIGHTS,
    )
    assert (spades.CLUB_WEIGHTS.adapt_to(talker), spades.NOVICE_WEIGHTS.adapt_to(talker)) == (
        spades.CLUB_WEIGHTS,
        spades.NOVICE_WEIGHTS,
    )


def count_auctions_won(character: Persona, level: str, deals: int) -> int:
    """Return how many auctions of chiamata a player with this persona wins against four neutral ones."""
    won = 0
    for number in range(deals):
        match = make_match("chiamata", seats=5, dealer=number % 5)
        match, rng = (
            match.apply(Deal(shuffle_pack(match.pack, derive_random(number, "auctions")))).match,
            Random(number),
        )
        while isinstance(match.phase, AuctionPhase):
            seat = match.phase.calling_seat
            match = match.apply(
                choose_without_time_limit(level, observe(match, seat), rng, character if seat == 0 else NEUTRAL_PERSONA)
            ).match
        won += isinstance(match.phase, NamingPhase) and match.phase.turn == 0
    return won


@pytest.mark.slow
@pytest.mark.parametrize("level", ["novice", "club"])
def test_bold_personas_win_moderately_more_auctions(level: str) -> None:
    careful, plain, bold = (
        count_auctions_won(persona, level, 200) for persona in (CAREFUL_PERSONA, NEUTRAL_PERSONA, BOLD_PERSONA)
    )
    assert careful < plain < bold < careful + 60, (careful, plain, bold)


@check_rows("level", ["novice", "club"])
def test_bold_personas_play_moderately_more_muscio_hands(level: str) -> None:
    first_actions = [
        list_first_actions("muscio", 4, persona, level, 200)
        for persona in (CAREFUL_PERSONA, NEUTRAL_PERSONA, BOLD_PERSONA)
    ]
    careful, plain, bold = (sum(isinstance(action, PlayDeal) for action in persona) for persona in first_actions)
    assert careful < plain < bold < careful + 90, (careful, plain, bold)


@check_rows("level", ["novice", "club"])
def test_bold_personas_bid_moderately_more_tricks(level: str) -> None:
    means = []
    for character in (CAREFUL_PERSONA, NEUTRAL_PERSONA, BOLD_PERSONA):
        bids = [
            action.tricks for action in list_first_actions("spades", 4, character, level, 40) if isinstance(action, Bid)
        ]
        means.append(sum(bids) / len(bids))
    careful, plain, bold = means
    assert plain - 1 < careful < plain < bold < plain + 1, means


def test_deadline_counts_down_by_given_clock() -> None:
    clock = FakeClock(100.0)
    deadline = TimeLimit(250, clock).start()
    assert deadline.remaining_ms() == pytest.approx((1 - TIME_RESERVE_FRACTION) * 250 - TIME_RESERVE_MS)
    clock.advance(0.2)
    assert deadline.remaining_ms() == pytest.approx((1 - TIME_RESERVE_FRACTION) * 250 - TIME_RESERVE_MS - 200)
    clock.advance(1)
    assert deadline.remaining_ms() == 0


def test_deadline_with_stopped_clock_never_expires() -> None:
    deadline = TimeLimit(10, lambda: 7.0).start()
    assert [deadline.remaining_ms() for _look in range(3)] == pytest.approx(
        [(1 - TIME_RESERVE_FRACTION) * 10 - TIME_RESERVE_MS] * 3
    )


def test_every_persona_has_its_own_portrait() -> None:
    faces = [persona.portrait_number for persona in PERSONAS.values()]
    assert len(set(faces)) == len(faces)
    assert all(1 <= face <= 14 for face in faces)
