"""What the strong players of Spades take the others for: bids and cards as `club` chooses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from game.ai.batch.bits import ONE, Masks, bits_of
from game.ai.batch.playout import Batch, start_of
from game.ai.batch.policy import spread
from game.ai.spades.club import club_bid
from game.ai.spades.crowd import crowd_bids, crowd_table, doubts, manners_of, payment
from game.ai.spades.sight import SpadesSight
from game.engine.actions import Deal, Play
from game.engine.cards import cards
from game.engine.options import adapt
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import RANKING, Bidding, SpadesTricks
from game.view import look
from tests.helpers import choose

INDIVIDUAL = GAMES["spades"].presets["individual"]
BITS = bits_of(RANKING)
PAID: tuple[dict[str, Any], ...] = (
    {}, {"bags": True}, {"broken_bid": "minus_ten_per_bid"}, {"bags": True, "broken_bid": "minus_ten_per_bid"},
)  # fmt: skip


def dealt(seats: int, number: int, **changes: object) -> Match:
    """The bidding of a deal."""
    match = new_match("spades", adapt(INDIVIDUAL, changes), seats, number % seats)
    return match.apply(Deal(shuffled(match.pack, stream(8, "crowd", number)))).match


def hands_of(phase: Bidding | SpadesTricks) -> Masks:
    """(seats, 1)."""
    return np.array([[BITS.mask(hand)] for hand in phase.hands], np.uint64)


@pytest.mark.parametrize("changes", PAID)
@pytest.mark.parametrize("seats", (3, 4, 5))
def test_the_crowd_bids_what_club_bids(seats: int, changes: dict[str, object]) -> None:
    off = []
    for number in range(40):
        phase = dealt(seats, number, **changes).phase
        assert isinstance(phase, Bidding)
        thought = crowd_bids(seats, phase.options).expected(hands_of(phase), phase.options.jokers)[:, 0]
        off += [abs(club_bid(phase, seat).tricks - thought[seat]) for seat in range(seats)]
    assert np.mean(np.array(off) < 1) > 0.9
    assert np.mean(off) < 0.5


def test_each_way_to_pay_a_bid_is_told_from_the_others() -> None:
    found = {payment(SpadesOptions(**changes)) for changes in PAID}
    assert found == {0, 1, 2, 3}


def test_a_hand_that_club_would_bid_so_is_likelier() -> None:
    """The same bid on a hand that is much better or worse: hardly; on one that fits: as likely as can be."""
    options = SpadesOptions()
    strong, weak = "BJ As Ks Ah Kh Ad 9d 8d 7c 6c 5c 4c 3h", "9s 8s 9h 8h 7h 6h 9d 8d 7d 6d 7c 6c 5c"
    hands = np.array([[BITS.mask(cards(strong)), BITS.mask(cards(weak))]] * 4, np.uint64)
    high, low = doubts(options, (4, None, None, None), 1, hands), doubts(options, (1, None, None, None), 1, hands)
    assert high[0] > high[1] + 1
    assert low[1] > low[0] + 1
    assert (manners_of(options, (13, None, None, None), 1, hands)[0] == 2).all()


def turns(number: int) -> Iterator[tuple[SpadesTricks, Play]]:
    """The turns of a deal of `club` with a choice, and what was chosen."""
    rng = stream(9, "crowd", number)
    match = dealt(4, number)
    while match.to_act is not None:
        view = look(match, match.to_act)
        action = choose("club", view, rng)
        if isinstance(action, Play) and len(view.choices) > 1:
            assert isinstance(match.phase, SpadesTricks)
            yield match.phase, action
        match = match.apply(action).match


def foreseen(phase: SpadesTricks, action: Play) -> bool:
    """Whether the crowd's table finds this card best."""
    batch = Batch(start_of(phase), hands_of(phase), np.zeros((0, 1), np.uint64))
    bids = np.array(phase.bids, np.int16)[:, None]
    legal = spread(batch.legal())
    sight = SpadesSight(batch, bids, np.zeros(1, np.int32), np.zeros(bids.shape, np.int32))
    best = legal[crowd_table(4).take(sight.cells(batch, legal)).argmax(axis=0), 0]
    return bool(best[0] == ONE << np.uint64(BITS.numbers[action.card]))


@pytest.mark.slow
def test_the_crowd_plays_as_club_does() -> None:
    """By chance it would be one in five or six."""
    leads, others = list[bool](), list[bool]()
    for number in range(12):
        for phase, action in turns(number):
            (others if phase.trick.cards else leads).append(foreseen(phase, action))
    assert np.mean(leads) > 0.58
    assert np.mean(others) > 0.8


def test_of_cards_that_are_worth_the_same_the_crowd_knows_which_falls() -> None:
    """Where a card stands in its suit of the hand is seen: the lowest of three is told from the highest."""
    match = dealt(4, 1)
    while isinstance(match.phase, Bidding):
        match = match.apply(choose("club", look(match, match.to_act), stream(1))).match
    phase = match.phase
    assert isinstance(phase, SpadesTricks)
    batch = Batch(start_of(phase), hands_of(phase), np.zeros((0, 1), np.uint64))
    bids = np.array(phase.bids, np.int16)[:, None]
    sight = SpadesSight(batch, bids, np.zeros(1, np.int32), np.zeros(bids.shape, np.int32))
    legal = spread(batch.legal())
    places = sight.cells(batch, legal)[:, 0] % 6
    for suit in range(4):
        held = [at for at in range(len(legal)) if int(legal[at, 0]).bit_length() % 4 == (suit + 1) % 4]
        expected = {0: [], 1: [0], 2: [1, 2]}.get(len(held), [4, *[3] * (len(held) - 2), 5])
        assert [int(places[at]) for at in held] == expected
