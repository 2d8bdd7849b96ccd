"""Spades with partners against OpenSpiel's ``spades`` (extra ``bench``; skipped without it): equal cards and scores.

In random deals with random bids, totals and bags both must offer the same cards, give every trick to the same player
and score the same. OpenSpiel differs from docs/rules.md, "Partners", in this:

- Bids: two partners may not bid more than 13 together there. The deals stay within that bound.
- Breaking: a spade that was played does not allow to lead one there, only a hand of nothing but spades does (version
  2.0.2). Leads of spades that the reference allows after a spade are left out.
- It has no blind nil, and bags always cost 100 for ten.

A deal there begins with the totals of the sides, whose last digit is the number of bags.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from game.core.actions import Deal, Play
from game.core.cards import Card
from game.core.trick_taking import replace
from game.match.match import Match
from game.rules.game import ScoreSum
from game.rules.spades.actions import Bid
from game.rules.spades.phases import SpadesTrickPhase
from game.rules.spades.scoring import SpadesResult
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.rules.spades.openspiel_records import (
    ACTIONS_BY_CARD,
    CARDS_BY_ACTION,
    FIRST_BID_ACTION,
    list_comparable_cards,
    load_openspiel,
)
from tests.helpers import make_match

pytest.importorskip("pyspiel", reason="needs open_spiel, of the extra `bench`")

OPENSPIEL_GAME: Final = load_openspiel()
DEALS_PER_CASE: Final = 1000


def deal_with_totals(pack: tuple[Card, ...], totals: tuple[int, int]) -> Match:
    """Return a deal that seat 0 leads, in which the last digit of each side's total is the number of its bags."""
    match = make_match("spades", "partners", seats=4, dealer=3)
    scores, zeros = (*totals, *totals), (0,) * 4
    bags = tuple(score % 10 for score in scores)
    result = SpadesResult(state="scored", scores=scores, points=zeros, reasons=(), bids=zeros, bags=bags)
    return replace(match, results=(result,), added=ScoreSum(scores, 1)).apply(Deal(pack)).match


def deal_openspiel(pack: tuple[Card, ...], totals: tuple[int, int]) -> Any:
    """Return the same deal as a state of OpenSpiel, in which player 0 gets the first card."""
    state = OPENSPIEL_GAME.new_initial_state()
    state.set_current_scores(list(totals))
    for card in pack:
        state.apply_action(ACTIONS_BY_CARD[card])
    return state


def compare_deal(rng: Random) -> None:
    totals = rng.randrange(500), rng.randrange(500)
    pack = shuffle_pack(make_match("spades", "partners", seats=4).pack, rng)
    match, state = deal_with_totals(pack, totals), deal_openspiel(pack, totals)
    max_bid = rng.choice((4, 13))
    for seat in range(4):
        partner_bid = match.phase.bids[seat - 2] or 0 if seat >= 2 else 0  # type: ignore[union-attr]
        assert state.current_player() == match.turn == seat
        offered = [action - FIRST_BID_ACTION for action in state.legal_actions()]
        legal_bids = [action.tricks for action in match.legal_actions() if isinstance(action, Bid)]
        assert offered == [bid for bid in legal_bids if bid + partner_bid <= 13]
        bid = rng.choice([bid for bid in offered if bid <= max_bid])
        match = match.apply(Bid(seat, bid)).match
        state.apply_action(FIRST_BID_ACTION + bid)
    while isinstance(match.phase, SpadesTrickPhase):
        seat = match.phase.trick.next_seat
        assert state.current_player() == seat
        offered_cards = [CARDS_BY_ACTION[action] for action in state.legal_actions()]
        assert list_comparable_cards(match.phase) == {*offered_cards}
        card = rng.choice(offered_cards)
        match = match.apply(Play(seat, card)).match
        state.apply_action(ACTIONS_BY_CARD[card])
    assert state.is_terminal()
    assert list(match.get_deal_result().scores) == state.returns()


@pytest.mark.slow
@pytest.mark.parametrize("case", range(10))
def test_openspiel_offers_the_same_cards_and_scores_the_same(case: int) -> None:
    for number in range(DEALS_PER_CASE):
        compare_deal(derive_random(case, "openspiel", number))
