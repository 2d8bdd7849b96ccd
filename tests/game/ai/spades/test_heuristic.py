"""The players of Spades: the value of a hand, bids, and whether a trick is taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from game.ai.spades.trick_estimate import (
    TrickEstimator,
    compute_hypergeometric_tail,
    count_high_cards,
    derive_card_knowledge,
)
from game.core.actions import Deal
from game.core.cards import HIDDEN_CARD, Card, parse_cards
from game.core.options import Options
from game.core.trick_taking import replace
from game.match.match import Match, create_match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.spades.actions import Bid
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import SpadesResult
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.deal_playing import play_deal
from tests.game.ai.spades.last_tricks import make_last_tricks
from tests.helpers import QUICK_LEVELS, choose_without_time_limit, make_match, play
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows

INDIVIDUAL_OPTIONS = GAMES["spades"].presets["individual"]
WEAK_HAND = "Th 8h 6h 4h Td 7d 5d 4d 9c 7c 5c 4c 4s"
STRONG_HAND = "Ah Kh 7h Ad 9d 6d Kc Qc BJ LJ As Ks 9s"
HAND_WITHOUT_TRICKS = "7h 5h 4h 2h 8d 6d 4d 3d 8c 6c 4c 3c 2s"


def make_bidding_match(hand: str, **changes: Any) -> Match:
    """Return a match of four in which seat 0, the forehand, has this hand and bids first."""
    match = make_match("spades", seats=4, dealer=3, **changes)
    held = parse_cards(hand)
    rest = iter([card for card in match.pack if card not in held])
    pack = tuple(card for own in held for card in (own, next(rest), next(rest), next(rest)))
    return match.apply(Deal(pack)).match


def estimate_tricks(hand: str) -> float:
    phase = make_bidding_match(hand).phase
    assert isinstance(phase, BiddingPhase)
    return TrickEstimator(derive_card_knowledge(phase, 0, phase.hands[0], ())).predict_tricks(phase.hands[0])


def choose_phrase(match: Match, level: str = "club") -> str:
    """Return the action of a player of ``level`` on turn, without the seat."""
    return choose_without_time_limit(level, observe(match, match.turn), Random(1)).text_without_seat


# -- the value of a hand ---------------------------------------------------------------------------


def test_probabilities_of_holding_cards_are_exact() -> None:
    assert compute_hypergeometric_tail(39, 3, 13, 1) == pytest.approx(1 - (26 * 25 * 24) / (39 * 38 * 37))
    assert compute_hypergeometric_tail(26, 2, 13, 3) == 0
    assert compute_hypergeometric_tail(13, 2, 13, 2) == 1


def test_high_cards_length_and_ruffs_add_tricks() -> None:
    assert estimate_tricks(WEAK_HAND) < 1.5
    assert estimate_tricks(STRONG_HAND) > 7
    assert estimate_tricks("9h 8h 6h Td 7d 5d 4d 9c 7c 5c 4c 5s 4s") < estimate_tricks(
        "9h 8h 6h Td 7d 5d 9c 7c 8s 7s 6s 5s 4s"
    )
    assert estimate_tricks("9h 8h 6h 5h 4h Td 7d 5d 4d 3d 6s 5s 4s") > estimate_tricks(
        "9h 8h 6h 5h Td 7d 5d 9c 7c 5c 6s 5s 4s"
    )


def test_a_guarded_king_is_worth_more_than_a_bare_one() -> None:
    rest = "Td 7d 5d 4d 9c 7c 5c 4c 3c"
    assert estimate_tricks(f"Kh 6h 4h 3h {rest}") > estimate_tricks(f"Kh 6d 3d 6c {rest}")


def test_novice_counts_high_cards_only() -> None:
    assert count_high_cards(parse_cards(WEAK_HAND)) == 0
    assert count_high_cards(parse_cards("Ah Kd 7d Kc BJ Qs 4s")) == 3.5


# -- bids ------------------------------------------------------------------------------------------


def test_club_bids_estimated_tricks() -> None:
    assert choose_phrase(make_bidding_match(WEAK_HAND)) == "bid 1"
    assert int(choose_phrase(make_bidding_match(STRONG_HAND)).split()[1]) >= 6


def test_nil_is_bid_on_worthless_hand_if_allowed_and_never_with_a_joker() -> None:
    assert choose_phrase(make_bidding_match(HAND_WITHOUT_TRICKS, nil=True)) == "bid 0"
    assert choose_phrase(make_bidding_match(HAND_WITHOUT_TRICKS)) == "bid 1"
    assert choose_phrase(make_bidding_match(HAND_WITHOUT_TRICKS.replace("2s", "BJ"), nil=True)) != "bid 0"


def test_expensive_broken_bid_lowers_bids() -> None:
    rng = Random(5)
    for _try in range(20):
        match = make_match("spades", seats=4)
        pack = shuffle_pack(match.pack, rng)
        dear = make_match("spades", seats=4, broken_bid="minus_ten_per_bid")
        bids = [
            choose_without_time_limit("club", observe(table.apply(Deal(pack)).match, 1), rng) for table in (match, dear)
        ]
        assert isinstance(bids[0], Bid)
        assert isinstance(bids[1], Bid)
        assert bids[1].tricks <= bids[0].tricks


# -- cards -----------------------------------------------------------------------------------------


def test_needed_trick_is_taken_as_cheaply_as_possible() -> None:
    match = make_last_tricks("9h 2d 3d", "Kh Qh 2h", bids=(1, 1))
    assert choose_phrase(play(match, "0 play 9h")) == "play Qh"


def test_ruff_uses_lowest_winning_spade() -> None:
    match = make_last_tricks("9h 2d 3d", "As 3s 4d", bids=(1, 1))
    assert choose_phrase(play(match, "0 play 9h")) == "play 3s"


def test_high_cards_are_kept_when_trick_cannot_be_won() -> None:
    match = make_last_tricks("Ah 2d 3d", "Kh 3h 4d", bids=(1, 1))
    assert choose_phrase(play(match, "0 play Ah")) == "play 3h"


def test_nil_bidder_plays_highest_losing_card() -> None:
    match = make_last_tricks("9h 2d 3d", "Kh 8h 2h", bids=(1, 0), nil=True)
    assert choose_phrase(play(match, "0 play 9h")) == "play 8h"


@check_rows(("bags", "card"), [(True, "7h"), (False, "Ah")])
def test_fulfilled_contract_avoids_tricks_only_where_bags_cost(bags: bool, card: str) -> None:
    match = make_last_tricks("8h 2d 9d", "Ah 7h 5d", bids=(1, 1), taken=(1, 1), bags=bags)
    assert choose_phrase(play(match, "0 play 8h")) == f"play {card}"


def test_opponent_who_needs_the_trick_is_set_where_that_pays() -> None:
    match = make_last_tricks("8h 2d 9d", "Ah 7h 5d", bids=(5, 1), taken=(2, 1), bags=True)
    assert choose_phrase(play(match, "0 play 8h")) == "play Ah"


# -- every level -----------------------------------------------------------------------------------


def iter_states(seats: int, options: Options, seed: int) -> Iterator[Match]:
    """Yield each state of a deal that players of all levels play."""
    match = create_match("spades", options, seats, seed % seats)
    match = match.apply(Deal(shuffle_pack(match.pack, derive_random(seed, "pack")))).match
    rng = derive_random(seed, "players")
    while match.turn is not None:
        yield match
        match = match.apply(
            choose_without_time_limit(QUICK_LEVELS[match.turn % 3], observe(match, match.turn), rng)
        ).match


@pytest.mark.slow
def test_every_level_makes_legal_choices_under_every_house_rule() -> None:
    for number, table in enumerate(make_pairwise_tables("spades")):
        for index, match in enumerate(iter_states(table.seats, table.options, number)):
            if index % 5 == number % 5:
                view = observe(match, match.turn)
                for level in QUICK_LEVELS:
                    assert choose_without_time_limit(level, view, Random(number)) in view.legal_actions


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAMES["spades"].seat_counts)
def test_hidden_cards_do_not_change_a_choice(seats: int) -> None:
    rng = Random(seats)
    for match in iter_states(seats, INDIVIDUAL_OPTIONS, 17 * seats):
        seat, phase = match.turn, match.phase
        assert seat is not None
        assert isinstance(phase, (BiddingPhase, SpadesTrickPhase))
        hidden = [card for hand_seat, hand in enumerate(phase.hands) if hand_seat != seat for card in hand]
        anew: Iterator[Card] = iter(shuffle_pack(tuple(hidden), rng))
        hands = tuple(
            hand if hand_seat == seat else tuple(next(anew) for _card in hand)
            for hand_seat, hand in enumerate(phase.hands)
        )
        view, other = observe(match, seat), observe(replace(match, phase=replace(phase, hands=hands)), seat)
        assert view == other
        assert all(
            card is HIDDEN_CARD for hand_seat, hand in enumerate(view.board.hands) if hand_seat != seat for card in hand
        )
        for level in ("novice", "club"):
            assert choose_without_time_limit(level, view, Random(3)) == choose_without_time_limit(
                level, other, Random(3)
            )


def compute_mean_scores(players: tuple[str, ...], packs: int) -> list[float]:
    """Return the mean score of a deal for each player; each pack is played from each seat."""
    sums = [0.0] * 4
    for number in range(packs):
        match = create_match("spades", INDIVIDUAL_OPTIONS, 4, number % 4)
        pack = shuffle_pack(match.pack, derive_random(4, "pack", number))
        for turn in range(4):
            seated = [players[(seat + turn) % 4] for seat in range(4)]
            choosers = [
                partial(choose_without_time_limit, name, rng=derive_random(4, number, turn, seat))
                for seat, name in enumerate(seated)
            ]
            result = play_deal(match, pack, choosers).match.get_deal_result()
            for seat in range(4):
                sums[(seat + turn) % 4] += result.scores[seat]
    return [total / (4 * packs) for total in sums]


@pytest.mark.slow
def test_club_scores_fifteen_more_than_three_random_players() -> None:
    club, *others = compute_mean_scores(("club", "random", "random", "random"), 10)
    assert club > sum(others) / 3 + 15


@pytest.mark.slow
def test_club_beats_novice_and_novice_beats_random() -> None:
    club, novice, *_rest = compute_mean_scores(("club", "novice", "club", "novice"), 12)
    assert club > novice
    novice, wild, *_rest = compute_mean_scores(("novice", "random", "novice", "random"), 6)
    assert novice > wild + 8


def test_club_makes_most_contracts() -> None:
    made_count = bid_count = 0
    for number in range(20):
        match = create_match("spades", INDIVIDUAL_OPTIONS, 4, number % 4)
        pack = shuffle_pack(match.pack, derive_random(5, "pack", number))
        result = play_deal(
            match, pack, [partial(choose_without_time_limit, "club", rng=derive_random(5, number))] * 4
        ).match.get_deal_result()
        assert isinstance(result, SpadesResult)
        made_count += sum(taken >= bid for bid, taken in zip(result.bids, result.points, strict=True))
        bid_count += 4
    assert made_count / bid_count > 0.65
