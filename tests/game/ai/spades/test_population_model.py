"""The population model of Spades: bids and cards as `club` chooses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits
from game.ai.rollout.policy import unpack_cards
from game.ai.rollout.rollout import Batch, make_public_state
from game.ai.spades.features import SpadesFeatureEncoder
from game.ai.spades.heuristic import choose_club_bid
from game.ai.spades.population_model import (
    assign_player_types_by_bids,
    compute_bids_log_likelihood,
    get_scoring_variant,
    load_population_bid_model,
    load_population_table,
)
from game.core.actions import Deal, Play
from game.core.cards import parse_cards
from game.core.options import change_options
from game.match.match import Match, create_match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, BiddingPhase, SpadesTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import choose_without_time_limit
from tests.rows import check_rows

INDIVIDUAL_OPTIONS = GAMES["spades"].presets["individual"]
BITS = get_card_bits(RANKING)
BID_PAYMENT_RULES: tuple[dict[str, Any], ...] = (
    {}, {"bags": True}, {"broken_bid": "minus_ten_per_bid"}, {"bags": True, "broken_bid": "minus_ten_per_bid"},
)  # fmt: skip


def deal_bidding(seats: int, number: int, **changes: object) -> Match:
    """Return the bidding of a deal."""
    match = create_match("spades", change_options(INDIVIDUAL_OPTIONS, changes), seats, number % seats)
    return match.apply(Deal(shuffle_pack(match.pack, derive_random(8, "crowd", number)))).match


def get_hand_masks(phase: BiddingPhase | SpadesTrickPhase) -> CardMasks:
    """Return the hands, (seats, 1)."""
    return np.array([[BITS.make_mask(hand)] for hand in phase.hands], np.uint64)


@check_rows("changes", BID_PAYMENT_RULES)
@check_rows("seats", (3, 4, 5))
def test_population_model_bids_like_club(seats: int, changes: dict[str, object]) -> None:
    off = []
    for number in range(40):
        phase = deal_bidding(seats, number, **changes).phase
        assert isinstance(phase, BiddingPhase)
        thought = load_population_bid_model(seats, phase.options).predict_bids(
            get_hand_masks(phase), phase.options.jokers
        )[:, 0]
        off += [abs(choose_club_bid(phase, seat).tricks - thought[seat]) for seat in range(seats)]
    assert np.mean(np.array(off) < 1) > 0.9
    assert np.mean(off) < 0.5


def test_population_model_distinguishes_bid_payment_rules() -> None:
    payments = {get_scoring_variant(SpadesOptions(**changes)) for changes in BID_PAYMENT_RULES}
    assert payments == {0, 1, 2, 3}


def test_hand_that_club_would_bid_so_is_more_likely() -> None:
    """Check that a bid is improbable with a much better or worse hand and most probable with one that fits."""
    options = SpadesOptions()
    strong, weak = "BJ As Ks Ah Kh Ad 9d 8d 7c 6c 5c 4c 3h", "9s 8s 9h 8h 7h 6h 9d 8d 7d 6d 7c 6c 5c"
    hands = np.array([[BITS.make_mask(parse_cards(strong)), BITS.make_mask(parse_cards(weak))]] * 4, np.uint64)
    high, low = (
        compute_bids_log_likelihood(options, (4, None, None, None), 1, hands),
        compute_bids_log_likelihood(options, (1, None, None, None), 1, hands),
    )
    assert high[0] > high[1] + 1
    assert low[1] > low[0] + 1
    assert (assign_player_types_by_bids(options, (13, None, None, None), 1, hands)[0] == 2).all()


def iter_club_turns(number: int) -> Iterator[tuple[SpadesTrickPhase, Play]]:
    """Yield the turns with a choice of a deal of `club`, and the choice."""
    rng = derive_random(9, "crowd", number)
    match = deal_bidding(4, number)
    while match.turn is not None:
        view = observe(match, match.turn)
        action = choose_without_time_limit("club", view, rng)
        if isinstance(action, Play) and len(view.legal_actions) > 1:
            assert isinstance(match.phase, SpadesTrickPhase)
            yield match.phase, action
        match = match.apply(action).match


def is_predicted(phase: SpadesTrickPhase, action: Play) -> bool:
    """Return whether the population's table rates this card highest."""
    batch = Batch(make_public_state(phase), get_hand_masks(phase), np.zeros((0, 1), np.uint64))
    bids = np.array(phase.bids, np.int16)[:, None]
    legal = unpack_cards(batch.legal_cards())
    sight = SpadesFeatureEncoder(batch, bids, np.zeros(1, np.int32), np.zeros(bids.shape, np.int32))
    best = legal[load_population_table("4").take(sight.encode(batch, legal)).argmax(axis=0), 0]
    return bool(best[0] == ONE << np.uint64(BITS.bit_by_card[action.card]))


@pytest.mark.slow
def test_population_model_predicts_club_plays() -> None:
    """Check that it predicts far more than the one in five or six of a random choice."""
    leads, others = list[bool](), list[bool]()
    for number in range(12):
        for phase, action in iter_club_turns(number):
            (others if phase.trick.cards else leads).append(is_predicted(phase, action))
    assert np.mean(leads) > 0.58
    assert np.mean(others) > 0.8


def test_population_model_predicts_which_of_equal_cards_is_played() -> None:
    match = deal_bidding(4, 1)
    while isinstance(match.phase, BiddingPhase):
        match = match.apply(choose_without_time_limit("club", observe(match, match.turn), derive_random(1))).match
    phase = match.phase
    assert isinstance(phase, SpadesTrickPhase)
    batch = Batch(make_public_state(phase), get_hand_masks(phase), np.zeros((0, 1), np.uint64))
    bids = np.array(phase.bids, np.int16)[:, None]
    sight = SpadesFeatureEncoder(batch, bids, np.zeros(1, np.int32), np.zeros(bids.shape, np.int32))
    legal = unpack_cards(batch.legal_cards())
    places = sight.encode(batch, legal)[:, 0] % 6
    for suit in range(4):
        held = [index for index in range(len(legal)) if int(legal[index, 0]).bit_length() % 4 == (suit + 1) % 4]
        expected = {0: [], 1: [0], 2: [1, 2]}.get(len(held), [4, *[3] * (len(held) - 2), 5])
        assert [int(places[index]) for index in held] == expected
