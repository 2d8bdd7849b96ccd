"""The heuristic of Spades for one hand and for many, and the model of its bids."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest

from game.ai.card_scores import choose_best_cards
from game.ai.personas import NEUTRAL_PERSONA
from game.ai.rollout.card_bits import CardMasks, get_card_bits, make_suit_mask
from game.ai.rollout.rollout import Batch, make_public_state
from game.ai.spades.deal_value import compute_win_probabilities, make_score_table
from game.ai.spades.heuristic import (
    CLUB_WEIGHTS,
    NOVICE_WEIGHTS,
    HeuristicWeights,
    choose_as_club,
    choose_bids,
    count_high_cards,
    score_cards,
)
from game.ai.spades.population_model import load_population_bid_model
from game.ai.spades.trick_estimate import TrickEstimates
from game.core.actions import Deal, Play
from game.core.cards import SUITS, Suit, parse_cards
from game.core.options import change_options
from game.match.match import Match, create_match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.spades.actions import Bid
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import SideBid, score_side
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import DETERMINISTIC_TIME_LIMIT, choose_without_time_limit
from tests.lanes import choose_sample
from tests.rows import check_rows

BITS = get_card_bits(RANKING)
SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {}), (4, {"bags": True}), (4, {"broken_bid": "minus_ten_per_bid", "jokers": False}), (3, {}),
    (2, {"nil": True}), (5, {"nil": True, "bags": True}),
    (4, {"teams": True, "nil": True, "bags": True, "broken_bid": "minus_ten_per_bid", "jokers": False}),
    (5, {"nil": True, "bags": True, "nil_tricks_count": False}),
    (4, {"teams": True, "nil": True, "bags": True, "broken_bid": "minus_ten_per_bid", "jokers": False,
         "nil_tricks_count": False}),
)  # fmt: skip
BID_PAYMENT_RULES: tuple[dict[str, Any], ...] = (
    {}, {"bags": True}, {"broken_bid": "minus_ten_per_bid"}, {"bags": True, "broken_bid": "minus_ten_per_bid"},
)  # fmt: skip
VALUE_TOLERANCE = 1e-9
"""The difference up to which two values of cards are equal."""


def deal_bidding(seats: int, number: int, changes: dict[str, object]) -> Match:
    options = change_options(GAMES["spades"].presets["individual"], changes)
    match = create_match("spades", options, seats, number % seats)
    return match.apply(Deal(shuffle_pack(match.pack, derive_random(3, "ordinary", seats, number)))).match


def get_hand_masks(phase: BiddingPhase | SpadesTrickPhase) -> CardMasks:
    """Return the hands, (seats, 1)."""
    return np.array([[BITS.make_mask(hand)] for hand in phase.hands], np.uint64)


def iter_club_turns(match: Match, number: int) -> Iterator[tuple[SpadesTrickPhase, Play]]:
    """Yield the turns with a choice of a deal of `club`: the complete phase, and the choice among all legal cards."""
    rng = derive_random(4, "ordinary", number)
    while match.turn is not None:
        view = observe(match, match.turn)
        action = choose_as_club(view, rng, DETERMINISTIC_TIME_LIMIT, NEUTRAL_PERSONA)
        if isinstance(action, Play) and len(view.legal_actions) > 1:
            assert isinstance(match.phase, SpadesTrickPhase)
            yield match.phase, action
        match = match.apply(action).match


def make_batch(phase: SpadesTrickPhase) -> Batch:
    return Batch(make_public_state(phase), get_hand_masks(phase))


def deal_held_cards_anew(phase: SpadesTrickPhase, width: int) -> Batch:
    """Return a batch of ``phase`` in which all cards held are dealt at random."""
    rng, cards = np.random.default_rng(5), [1 << BITS.bit_by_card[card] for hand in phase.hands for card in hand]
    hand_ends = np.cumsum([len(hand) for hand in phase.hands])[:-1]
    deals = [np.split(rng.permutation(np.array(cards, np.uint64)), hand_ends) for _column in range(width)]
    hands = np.array([[np.bitwise_or.reduce(hand) for hand in deal] for deal in deals], np.uint64).T
    return Batch(make_public_state(phase), hands)


def estimate_tricks(
    hand: str, unseen_cards: str, hand_sizes: tuple[int, ...], voids: dict[int, Suit]
) -> TrickEstimates:
    """Return the estimates of one hand; ``voids``: the suit that another player lacks."""
    own_mask, unseen_mask = (
        np.array([BITS.make_mask(parse_cards(cards))], np.uint64) for cards in (hand, unseen_cards)
    )
    known_voids = [[make_suit_mask(voids.get(player))] for player in range(len(hand_sizes))]
    return TrickEstimates(own_mask, unseen_mask, hand_sizes, np.array(known_voids, np.uint64))


@pytest.mark.nightly
@check_rows(("seats", "changes"), choose_sample(SETUPS, 2))
def test_club_bids_like_its_model(seats: int, changes: dict[str, object]) -> None:
    for number in range(12):
        match = deal_bidding(seats, number, changes)
        bids: list[int] = []
        while isinstance(match.phase, BiddingPhase):
            phase, seat = match.phase, match.phase.turn
            earlier_bids = np.array(bids, np.int16).reshape(-1, 1)
            bid = choose_bids(phase.options, seats, get_hand_masks(phase)[seat], CLUB_WEIGHTS, earlier_bids)
            bids.append(int(bid[0]))
            action = choose_without_time_limit("club", observe(match, seat), derive_random(4, "bids"))
            assert action == Bid(seat, bids[-1])
            match = match.apply(action).match


@pytest.mark.nightly
@check_rows(("seats", "changes"), choose_sample(SETUPS, 3))
def test_club_plays_like_its_model(seats: int, changes: dict[str, object]) -> None:
    """The model also gets the other hands, which `club` does not see."""
    for phase, action in iter_club_turns(deal_bidding(seats, 1, changes), 1):
        batch = make_batch(phase)
        values = score_cards(phase.options, batch, np.array(phase.bids, np.int16), batch.column)
        worth = dict(zip(values.cards[:, 0].tolist(), values.scores[:, 0].tolist(), strict=True))
        best = worth[int(choose_best_cards(values._replace(cards=values.cards & batch.legal_cards()))[0])]
        assert best - worth[1 << BITS.bit_by_card[action.card]] < VALUE_TOLERANCE


@pytest.mark.nightly
@check_rows(("seats", "changes"), choose_sample(SETUPS, 3, 1))
@check_rows("weights", (CLUB_WEIGHTS, NOVICE_WEIGHTS))
def test_values_of_cards_do_not_depend_on_other_states(
    weights: HeuristicWeights, seats: int, changes: dict[str, object]
) -> None:
    rng = np.random.default_rng(6)
    for phase, _action in list(iter_club_turns(deal_bidding(seats, 3, changes), 3))[::5]:
        batch, bids = deal_held_cards_anew(phase, 4), rng.integers(0, 4, (seats, 4)).astype(np.int16)
        together = score_cards(phase.options, batch, bids.reshape(-1), batch.column[1:], weights)
        for column in range(1, 4):
            alone = batch.copy(np.array([column]))
            expected = score_cards(phase.options, alone, bids[:, column], alone.column, weights)
            assert together.cards[:, column - 1].tolist() == expected.cards[:, 0].tolist()
            assert together.scores[:, column - 1].tolist() == pytest.approx(expected.scores[:, 0].tolist(), abs=1e-9)


def test_tricks_without_card_are_those_of_the_smaller_hand() -> None:
    """All through a deal, with known voids and unequal sizes."""
    for phase, _action in list(iter_club_turns(deal_bidding(4, 5, {}), 5))[::4]:
        seat, public_state = phase.trick.next_seat, make_public_state(phase)
        others = [(seat + turn) % 4 for turn in range(1, 4)]
        voids = np.array([[public_state.known_voids[other]] for other in others], np.uint64)
        unseen = np.array([BITS.make_mask(card for other in others for card in phase.hands[other])], np.uint64)
        sizes = tuple(len(phase.hands[other]) for other in others)
        estimates = TrickEstimates(get_hand_masks(phase)[seat], unseen, sizes, voids)
        rests = get_hand_masks(phase)[seat] & ~estimates.cards[:, 0]
        counts = TrickEstimates(rests, unseen.repeat(len(rests)), sizes, voids.repeat(len(rests), axis=1))
        assert estimates.tricks_without_card[:, 0].tolist() == pytest.approx(counts.tricks.tolist(), abs=1e-9)


@check_rows(("hand", "unseen_cards", "hand_sizes", "voids", "tricks"), [
    ("As", "Ks Qs", (1, 1), {}, 1),
    ("2s", "3h 4h", (1, 1), {}, 1),
    ("Ah", "2h 3h", (1, 1), {}, 1),
    ("Ah", "2h 3s", (1, 1), {}, (1 / 2 + 1 / 2 * 1 / 2) ** 2),
    ("Ah", "2h 3s", (1, 1), {0: "h"}, 1 / 2),
    ("Ah", "2h 3s", (1, 1), {0: "s"}, 1 / 2),
    ("Kh", "Ah 3h", (1, 1), {}, 1 / 4),
    ("Kh 2h", "Ah 3h 4h 5h", (2, 2), {}, 1),
])  # fmt: skip
def test_tricks_of_a_hand_are_counted_by_probabilities_of_ruffs_and_missing_guards(
    hand: str, unseen_cards: str, hand_sizes: tuple[int, ...], voids: dict[int, Suit], tricks: float
) -> None:
    assert estimate_tricks(hand, unseen_cards, hand_sizes, voids).tricks[0] == pytest.approx(tricks)


def test_probabilities_of_holding_cards_are_those_of_the_hypergeometric_distribution() -> None:
    hearts, spades = (np.array([SUITS.index(suit)], np.int32) for suit in "hs")
    pack = " ".join(f"{rank}{suit}" for suit in "hdc" for rank in "AKQJT98765432")
    estimates = estimate_tricks("2s", pack, (13, 13, 13), {1: "h"})
    assert estimates.compute_none_probability(0, hearts, np.array([3])) == pytest.approx(comb(23, 13) / comb(26, 13))
    assert estimates.compute_none_probability(1, hearts, np.array([3])) == 1
    assert estimates.void_probabilities[0].take(hearts) == pytest.approx(1 / comb(26, 13))
    assert estimates.void_probabilities[2].take(spades) == 1


@check_rows(("hand", "tricks"), [
    ("As Ks Qs Js Ts", 3), ("BJ LJ As", 3), ("Ah Ad Ac", 3), ("Kh Kd 2d", 0.5), ("Ah Kh", 1.5), ("Qh Jh", 0), ("2s", 0),
])  # fmt: skip
def test_novice_counts_high_cards(hand: str, tricks: float) -> None:
    assert count_high_cards(np.array([BITS.make_mask(parse_cards(hand))], np.uint64)) == tricks


def test_known_voids_in_batch_equal_those_of_rules() -> None:
    """Compare each turn of a deal with a batch that was played up to it and with one that begins there."""
    match = deal_bidding(4, 2, {})
    rng, batch = derive_random(6, "lacks"), None
    while match.turn is not None:
        action = choose_without_time_limit("club", observe(match, match.turn), rng)
        if isinstance(match.phase, SpadesTrickPhase) and isinstance(action, Play):
            start = make_public_state(match.phase)
            batch = batch or Batch(start, get_hand_masks(match.phase))
            assert batch.known_voids.tolist() == list(start.known_voids)
            batch.play(np.array([1 << BITS.bit_by_card[action.card]], np.uint64))
        match = match.apply(action).match
    assert batch is not None and any(batch.known_voids)


# -- the population model ----------------------------------------------------------------------------


@check_rows("changes", BID_PAYMENT_RULES)
@check_rows("seats", (3, 4, 5))
def test_population_model_bids_like_club(seats: int, changes: dict[str, object]) -> None:
    differences = []
    for number in range(40):
        phase = deal_bidding(seats, number, changes).phase
        assert isinstance(phase, BiddingPhase)
        model = load_population_bid_model(seats, phase.options)
        bids = model.predict_bids(get_hand_masks(phase), phase.options.jokers)[:, 0]
        differences += np.abs(choose_bids(phase.options, seats, get_hand_masks(phase)[:, 0]) - bids).tolist()
    assert np.mean(np.array(differences) < 1) > 0.9
    assert np.mean(differences) < 0.5


# -- the value of a deal ---------------------------------------------------------------------------


@check_rows("options", [
    SpadesOptions(), SpadesOptions(bags=True, broken_bid="minus_ten_per_bid"),
    *(SpadesOptions(bags=True, nil=True, nil_tricks_count=is_counted) for is_counted in (True, False)),
])  # fmt: skip
def test_scores_are_those_of_the_rules(options: SpadesOptions) -> None:
    table = make_score_table(options, 4)
    for bags, bid, tricks in product(range(10 if options.bags else 1), range(not options.nil, 14), range(14)):
        line = score_side(options, SideBid((0,), (bid,), (tricks,)), bags)
        assert table[bags, bid, tricks] == line.points - line.penalty


def test_match_ends_when_one_player_alone_has_the_target() -> None:
    totals = np.array([[505.0, 505.0, 480.0], [500.0, 505.0, 470.0]])
    chances = compute_win_probabilities(totals, SpadesOptions(target=500), 2)
    assert chances[:, :2].tolist() == [[1, 0.5], [0, 0.5]]
    assert 0.5 < chances[0, 2] < 1
