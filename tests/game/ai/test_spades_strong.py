"""Expert and master at Spades: what they may know, how long they think, what they get right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ai import players
from game.ai.characters import Character
from game.ai.limit import Limit
from game.ai.spades.auction import Bidder, bids
from game.ai.spades.craft import ahead, pay_table, score_table, winning
from game.engine.actions import Action, Deal, Play
from game.engine.cards import Card, cards
from game.engine.options import Options
from game.engine.tricks import replace, winner_of
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.rules.spades.actions import Bid
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import RANKING, Bidding, SpadesTricks
from game.rules.spades.score import score
from game.view import look
from tests.helpers import choose, fresh
from tests.pairs import paired_tables

INDIVIDUAL = GAMES["spades"].presets["individual"]
STRONG = ("expert", "master")
BRIEF = Limit(50, lambda: 0.0)
"""All that a master does with little time, and none of the clock."""
NONE = Bid(0, 0)
WEAK_HAND = "Th 8h 6h 4h Td 7d 5d 4d 9c 7c 5c 4c 4s"
NOTHING = "7h 5h 4h 2h 8d 6d 4d 3d 8c 6c 4c 3c 2s"
GREAT_HAND = "Ah Kh 7h Ad 9d 6d Kc Qc BJ LJ As Ks 9s"


def states(seats: int, options: Options, seed: int, every: int = 7) -> Iterator[Match]:
    """Some of the states of a deal: all bids, and every so many cards one."""
    rng = stream(seed, "strong", seats)
    match = new_match("spades", options, seats, seed % seats)
    match = match.apply(Deal(shuffled(match.pack, rng))).match
    for number in count():
        if match.to_act is None:
            return
        if isinstance(match.phase, Bidding) or number % every == 0:
            yield match
        match = match.apply(choose("club", look(match, match.to_act), rng)).match


def bidder(hand: str, **changes: Any) -> Match:
    """Four seats; forehand, seat 0, holds this hand and bids first."""
    match = fresh("spades", seats=4, dealer=3, **changes)
    held = cards(hand)
    rest = iter([card for card in shuffled(match.pack, Random(4)) if card not in held])
    return match.apply(Deal(tuple(card for own in held for card in (own, next(rest), next(rest), next(rest))))).match


def twin(match: Match, rng: Random) -> Match:
    """``match`` with the cards dealt anew that who is to act cannot see."""
    phase, seat = match.phase, match.to_act
    assert isinstance(phase, Bidding | SpadesTricks)
    covered = [card for one, hand in enumerate(phase.hands) if one != seat for card in hand]
    anew = iter(shuffled(tuple(covered), rng))
    hands = tuple(hand if one == seat else tuple(next(anew) for _card in hand) for one, hand in enumerate(phase.hands))
    return replace(match, phase=replace(phase, hands=hands))


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG)
def test_a_choice_does_not_depend_on_cards_that_cannot_be_seen(level: str) -> None:
    rng = Random(2)
    for match in states(4, INDIVIDUAL, 3):
        view, other = look(match, match.to_act), look(twin(match, rng), match.to_act)
        assert choose(level, view, Random(5)) == choose(level, other, Random(5))


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG)
def test_every_choice_is_legal_under_every_house_rule(level: str) -> None:
    for number, table in enumerate(paired_tables("spades")):
        for match in states(table.seats, table.options, number, every=31):
            view = look(match, match.to_act)
            assert players.choose(level, view, Random(number), BRIEF) in view.choices


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG)
def test_the_same_seed_gives_the_same_choice(level: str) -> None:
    for match in states(3, INDIVIDUAL, 1, every=11):
        view = look(match, match.to_act)
        assert choose(level, view, Random(8)) == choose(level, view, Random(8))


def test_a_clock_that_runs_out_at_once_still_gets_an_answer() -> None:
    for match in states(4, INDIVIDUAL, 2):
        ticks = count()
        hasty = Limit(1, lambda ticks=ticks: float(next(ticks)))  # type: ignore[misc]
        view = look(match, match.to_act)
        assert players.choose("master", view, Random(1), hasty) in view.choices


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG)
def test_a_great_hand_is_bid_higher_than_a_weak_one(level: str) -> None:
    bids = []
    for hand in (WEAK_HAND, GREAT_HAND):
        action = choose(level, look(bidder(hand), 0), Random(1))
        assert isinstance(action, Bid)
        bids.append(action.tricks)
    assert bids[0] <= 2 < 6 <= bids[1]


@pytest.mark.slow
def test_who_will_take_nothing_asks_for_as_little_as_he_may() -> None:
    for seed in range(4):
        assert choose("master", look(bidder(NOTHING), 0), Random(seed)) == Bid(0, 1)


@pytest.mark.parametrize("skill", (0.0, 0.5, 1.0))
def test_who_takes_a_trick_more_than_was_found_loses_nothing_by_it_and_nil_stays_as_it_is(skill: float) -> None:
    plain, better = by_skill(0.0), by_skill(skill)
    assert better[NONE] == pytest.approx(plain[NONE])
    assert all(better[bid][0] >= plain[bid][0] for bid in plain)
    assert any(better[bid][0] > plain[bid][0] for bid in plain) == bool(skill)


def test_what_a_bid_is_worth_and_what_is_said_of_it_count_the_same_tricks() -> None:
    plain, always, sometimes = by_skill(0.0), by_skill(1.0), by_skill(0.25)
    for bid in plain:
        assert always[bid][1] == pytest.approx(plain[bid][1] + (bid != NONE))
        assert always[bid][2] >= plain[bid][2]
        assert sometimes[bid] == pytest.approx(0.75 * plain[bid] + 0.25 * always[bid], abs=1e-4)
    assert any(always[bid][2] > plain[bid][2] for bid in plain)


def by_skill(skill: float) -> dict[Action, NDArray[np.float64]]:
    """Of each bid on a weak hand what it is worth, the tricks that are taken then, and how often it is made."""
    view = look(bidder(WEAK_HAND, nil=True), 0)
    found = bids(view, Bidder(skill, 0.0), 32, np.random.default_rng(1), Limit(20_000, lambda: 0.0).begin())
    return {one.action: np.array([one.worth, one.points, one.win], np.float64) for one in found}


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG)
def test_nil_is_bid_on_nothing_at_all_and_made(level: str) -> None:
    match = bidder(NOTHING, nil=True)
    assert choose(level, look(match, 0), Random(1)) == Bid(0, 0)
    while (seat := match.to_act) is not None:
        match = match.apply(choose(level if seat == 0 else "club", look(match, seat), Random(1))).match
    assert match.deal_result().points[0] == 0


@pytest.mark.slow
def test_the_bold_bid_no_less_than_the_careful() -> None:
    for seed in range(4):
        match = next(states(4, INDIVIDUAL, seed))
        bids = []
        for boldness in (-1.0, 1.0):
            action = choose("master", look(match, match.to_act), Random(1), Character(name="", boldness=boldness))
            assert isinstance(action, Bid)
            bids.append(action.tricks)
        assert bids[0] <= bids[1]


def last_to_play() -> Iterator[tuple[Match, SpadesTricks, list[bool]]]:
    """Turns in deals of `club` where a seat plays last to a trick and can take it or not: the match, its phase, and
    whether each choice takes."""
    for seed in range(6):
        for match in states(4, INDIVIDUAL, seed, every=1):
            phase = match.phase
            if isinstance(phase, SpadesTricks) and len(phase.trick.cards) == 3:
                seat = phase.trick.to_play
                takes = [_takes(phase, seat, choice.card) for choice in match.legal() if isinstance(choice, Play)]
                if any(takes) and not all(takes):
                    yield match, phase, takes


def _takes(phase: SpadesTricks, seat: int, card: Card) -> bool:
    trick = replace(phase.trick, cards=(*phase.trick.cards, card))
    return winner_of(trick, RANKING, "s") == seat


def bidding(match: Match, phase: SpadesTricks, bid: int) -> Match:
    """The same, but who is to play has bid so."""
    seat = phase.trick.to_play
    bids = tuple(bid if one == seat else other for one, other in enumerate(phase.bids))
    return replace(match, phase=replace(phase, bids=bids))


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG)
def test_who_needs_every_trick_that_is_left_takes_this_one_while_they_are_to_be_had(level: str) -> None:
    late = [turn for turn in last_to_play() if len(turn[1].hands[turn[1].trick.to_play]) <= 3]
    assert late
    for match, phase, takes in late:
        seat = phase.trick.to_play
        changed = bidding(match, phase, phase.points()[seat] + len(phase.hands[seat]))
        action = choose(level, look(changed, seat), Random(1))
        assert takes[match.legal().index(action)] or not may_make(changed, seat)


def may_make(match: Match, seat: int) -> bool:
    """Whether the deal can still end so that ``seat`` makes its bid."""
    if match.phase is None or match.phase.result is not None:
        return match.deal_result().scores[seat] > 0
    return any(may_make(match.apply(one).match, seat) for one in match.legal())


# -- what a deal is worth --------------------------------------------------------------------------


def test_bags_are_paid_as_the_rules_say() -> None:
    options = SpadesOptions(bags=True)
    line = score(options, 3, 6, 8)
    assert score_table(options, 4)[8, 3, 6] == line.points - line.penalty == 33 - 100


def test_a_kept_bag_costs_part_of_what_ten_will() -> None:
    assert pay_table(SpadesOptions(bags=True), 4)[0, 3, 5] < pay_table(SpadesOptions(bags=True), 4)[0, 3, 3]
    assert pay_table(SpadesOptions(), 4)[0, 3, 5] == 32


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    assert ahead(np.array([[30.0], [0.0], [10.0], [20.0]]))[0, 0] == 20


def test_the_match_is_over_when_one_alone_has_the_target() -> None:
    totals = np.array([[505.0, 505.0, 480.0], [500.0, 505.0, 470.0]])
    chances = winning(totals, 500)
    assert chances[:, 0].tolist() == [1, 0]
    assert chances[:, 1].tolist() == [0.5, 0.5]
    assert 0.5 < chances[0, 2] < 1
