"""Personas change a level's choices moderately and recognizably."""

from __future__ import annotations

from random import Random
from statistics import mean
from typing import Any

from game.ai.chiamata import heuristic_bidding as chiamata
from game.ai.muscio import players as muscio
from game.ai.personas import NEUTRAL_PERSONA, PERSONAS, Persona, get_persona
from game.ai.spades import heuristic as spades
from game.core.actions import Action, Deal
from game.match.observation import observe
from game.rules.muscio.actions import PlayDeal
from game.rules.spades.actions import Bid
from game.shuffling.shuffle import derive_random, shuffle_pack
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


def test_every_persona_is_within_bounds_and_has_a_description_and_its_own_portrait() -> None:
    for name, persona in PERSONAS.items():
        assert persona.name == name
        assert -1 <= persona.boldness <= 1
        assert 0 <= persona.talkativeness <= 1
        assert 0 < len(persona.description) <= 45
        assert 1 <= persona.portrait_number <= 14
    assert len({persona.portrait_number for persona in PERSONAS.values()}) == len(PERSONAS)


@check_rows("weights", [
    chiamata.CLUB_BIDDING, chiamata.NOVICE_BIDDING, muscio.CLUB_WEIGHTS, muscio.NOVICE_WEIGHTS, spades.CLUB_WEIGHTS,
    spades.NOVICE_WEIGHTS,
])  # fmt: skip
def test_neutral_boldness_does_not_change_estimates(weights: Any) -> None:
    assert weights.adapt_to(Persona(name="Talker", talkativeness=1.0)) == weights


@check_rows("level", ["novice", "club"])
def test_bold_personas_bid_and_play_moderately_more(level: str) -> None:
    personas = (CAREFUL_PERSONA, NEUTRAL_PERSONA, BOLD_PERSONA)
    hands = [list_first_actions("muscio", 4, persona, level, 200) for persona in personas]
    careful, plain, bold = (sum(isinstance(action, PlayDeal) for action in actions) for actions in hands)
    assert careful < plain < bold < careful + 90, (careful, plain, bold)
    bids = [list_first_actions("spades", 4, persona, level, 40) for persona in personas]
    low, middle, high = (mean(action.tricks for action in actions if isinstance(action, Bid)) for actions in bids)
    assert middle - 1 < low < middle < high < middle + 1, (low, middle, high)
