"""Records of matches of Spades with partners that OpenSpiel played.

``python -m tests.game.rules.spades.openspiel_records`` writes them to `FOLDER`; it needs the extra `bench`. Bids and
cards are chosen at random among those that OpenSpiel offers. A deal of these records has two more keys:

- ``scores``: what OpenSpiel gives for the deal, by seat;
- ``offered``: the number of cards that it offers for each play, as a hexadecimal digit.

`test_openspiel_records` says where its rules differ from docs/rules.md.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from random import Random
from typing import Any, Final

from game.core.actions import Deal, Play
from game.core.cards import Card
from game.core.trick_taking import replace
from game.match.match import Match
from game.match.record import Record, encode_record
from game.rules.spades.actions import Bid
from game.rules.spades.phases import TRUMP, SpadesTrickPhase
from game.rules.spades.scoring import SpadesResult
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import make_match

FOLDER: Final = Path(__file__).with_name("openspiel_records")
MATCH_COUNT: Final = 20
DEALS_PER_MATCH: Final = 10
MAX_RANDOM_BID: Final = 4
FIRST_BID_ACTION: Final = 52
"""The number of OpenSpiel's action for a bid of no trick."""
CARDS_BY_ACTION: Final = tuple(Card(rank + suit) for suit in "cdhs" for rank in "23456789TJQKA")
ACTIONS_BY_CARD: Final = {card: action for action, card in enumerate(CARDS_BY_ACTION)}


def load_openspiel() -> Any:
    """Return OpenSpiel's game. Raise ImportError without the package."""
    pyspiel = importlib.import_module("pyspiel")
    return pyspiel.load_game("spades", {"win_or_loss_bonus": 0, "use_mercy_rule": False})


def list_comparable_cards(phase: SpadesTrickPhase) -> set[Card]:
    """Return the legal cards, without the spades that may be led only because a spade was played."""
    cards = {action.card for action in phase.legal_actions() if isinstance(action, Play)}
    if phase.trick.cards or not phase.is_trump_broken:
        return cards
    return {card for card in cards if card.suit != TRUMP} or cards


def play_match(openspiel: Any, rng: Random) -> Record:
    """Return the record of a match of `DEALS_PER_MATCH` deals, or fewer if it is over before."""
    match = make_match("spades", "partners", seats=4)
    record = Record(
        game_id="spades", preset="partners", options=match.options, names=("OpenSpiel",) * 4,
        first_dealer=match.first_dealer,
    )  # fmt: skip
    while not match.is_over and len(match.results) < DEALS_PER_MATCH:
        record, match = _play_deal(openspiel, record, match, rng)
    return record


def _play_deal(openspiel: Any, record: Record, match: Match, rng: Random) -> tuple[Record, Match]:
    """Return the record with one more deal, and the match after it, which has only the dealer and the bags."""
    pack, forehand = shuffle_pack(match.pack, rng), (match.dealer + 1) % match.seats
    record, last_result = record.with_deal(match.dealer, pack), match.results[-1] if match.results else None
    bags = last_result.bags if isinstance(last_result, SpadesResult) else (0,) * match.seats
    state, offered = openspiel.new_initial_state(), ""
    state.set_current_scores([bags[forehand], bags[(forehand + 1) % match.seats]])
    for card in pack:
        state.apply_action(ACTIONS_BY_CARD[card])
    match = match.apply(Deal(pack)).match
    while not state.is_terminal():
        seat, actions = (state.current_player() + forehand) % match.seats, state.legal_actions()
        if actions[0] >= FIRST_BID_ACTION:
            number = rng.choice([bid for bid in actions if bid - FIRST_BID_ACTION <= MAX_RANDOM_BID])
            action: Bid | Play = Bid(seat, number - FIRST_BID_ACTION)
        else:
            number = rng.choice(actions)
            action, offered = Play(seat, CARDS_BY_ACTION[number]), f"{offered}{len(actions):x}"
        state.apply_action(number)
        record, match = record.with_action(action), match.apply(action).match
    scores = [round(state.returns()[(seat - forehand) % match.seats]) for seat in range(match.seats)]
    deal = replace(record.deals[-1], extra={"scores": scores, "offered": offered})
    return replace(record, deals=(*record.deals[:-1], deal)), match


def main() -> None:
    """Write the records."""
    openspiel = load_openspiel()
    FOLDER.mkdir(exist_ok=True)
    for number in range(MATCH_COUNT):
        record = play_match(openspiel, derive_random(41, "openspiel records", number))
        (FOLDER / f"match-{number + 1:02}.tvr").write_bytes(encode_record(record))


if __name__ == "__main__":
    main()
