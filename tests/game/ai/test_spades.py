"""The players of Spades: what a hand counts, what is bid on it, when a trick is taken and when it is not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from game.ai.headless import play_deal
from game.ai.spades.counting import Counter, at_least, high_cards, know
from game.engine.actions import Deal
from game.engine.cards import HIDDEN, Card, cards
from game.engine.options import Options
from game.engine.tricks import Taken, Trick, replace, sorted_hand
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.rules.spades.actions import Bid
from game.rules.spades.play import RANKING, Bidding, SpadesTricks
from game.rules.spades.score import SpadesResult
from game.view import look
from tests.helpers import QUICK_LEVELS, choose, deal, fresh, play
from tests.pairs import paired_tables

INDIVIDUAL = GAMES["spades"].presets["individual"]
WEAK = "Th 8h 6h 4h Td 7d 5d 4d 9c 7c 5c 4c 4s"
STRONG = "Ah Kh 7h Ad 9d 6d Kc Qc BJ LJ As Ks 9s"
NOTHING = "7h 5h 4h 2h 8d 6d 4d 3d 8c 6c 4c 3c 2s"


def bidder(hand: str, **changes: Any) -> Match:
    """Four seats; forehand, seat 0, holds this hand and bids first."""
    match = fresh("spades", seats=4, dealer=3, **changes)
    held = cards(hand)
    rest = iter([card for card in match.pack if card not in held])
    pack = tuple(card for own in held for card in (own, next(rest), next(rest), next(rest)))
    return match.apply(Deal(pack)).match


def counted(hand: str) -> float:
    phase = bidder(hand).phase
    assert isinstance(phase, Bidding)
    return Counter(know(phase, 0, phase.hands[0], ())).tricks(phase.hands[0])


def chosen(match: Match, level: str = "club") -> str:
    """What a player of ``level`` does on turn, without the seat."""
    return choose(level, look(match, match.to_act), Random(1)).phrase


def ending(*hands: str, bids: tuple[int, ...], taken: tuple[int, ...] = (), **changes: Any) -> Match:
    """The last tricks: seat 0 leads; these cards are left, all others have fallen; so many tricks are taken."""
    seats = len(hands)
    match = deal(game="spades", seats=seats, dealer=seats - 1, **changes)
    match = play(match, *(f"{seat} bid {bid}" for seat, bid in enumerate(bids)))
    phase = match.phase
    assert isinstance(phase, SpadesTricks)
    rows = tuple(sorted_hand(cards(hand), RANKING) for hand in hands)
    fallen = [card for card in match.pack if all(card not in row for row in rows)]
    done = [Taken(Trick((0,), (card,)), 0, 0) for card in fallen]
    done += [Taken(Trick((seat,)), seat, 1) for seat, count in enumerate(taken) for _ in range(count)]
    return replace(match, phase=replace(phase, hands=rows, done=tuple(done), broken=True))


# -- what a hand counts ----------------------------------------------------------------------------


def test_chances_of_holding_cards() -> None:
    assert at_least(39, 3, 13, 1) == pytest.approx(1 - (26 * 25 * 24) / (39 * 38 * 37))
    assert at_least(26, 2, 13, 3) == 0
    assert at_least(13, 2, 13, 2) == 1


def test_high_cards_length_and_ruffs_count() -> None:
    assert counted(WEAK) < 1.5
    assert counted(STRONG) > 7
    assert counted("9h 8h 6h Td 7d 5d 4d 9c 7c 5c 4c 5s 4s") < counted("9h 8h 6h Td 7d 5d 9c 7c 8s 7s 6s 5s 4s")
    assert counted("9h 8h 6h 5h 4h Td 7d 5d 4d 3d 6s 5s 4s") > counted("9h 8h 6h 5h Td 7d 5d 9c 7c 5c 6s 5s 4s")


def test_a_guarded_king_is_worth_more_than_a_bare_one() -> None:
    rest = "Td 7d 5d 4d 9c 7c 5c 4c 3c"
    assert counted(f"Kh 6h 4h 3h {rest}") > counted(f"Kh 6d 3d 6c {rest}")


def test_a_beginner_counts_high_cards_only() -> None:
    assert high_cards(cards(WEAK)) == 0
    assert high_cards(cards("Ah Kd 7d Kc BJ Qs 4s")) == 3.5


# -- bids ------------------------------------------------------------------------------------------


def test_club_bids_what_the_hand_is_good_for() -> None:
    assert chosen(bidder(WEAK)) == "bid 1"
    assert int(chosen(bidder(STRONG)).split()[1]) >= 6


def test_nil_is_bid_on_nothing_where_the_table_has_it_and_never_on_a_joker() -> None:
    assert chosen(bidder(NOTHING, nil=True)) == "bid 0"
    assert chosen(bidder(NOTHING)) == "bid 1"
    assert chosen(bidder(NOTHING.replace("2s", "BJ"), nil=True)) != "bid 0"


def test_a_dear_broken_bid_makes_careful() -> None:
    rng = Random(5)
    for _try in range(20):
        match = fresh("spades", seats=4)
        pack = shuffled(match.pack, rng)
        dear = fresh("spades", seats=4, broken_bid="minus_ten_per_bid")
        bids = [choose("club", look(table.apply(Deal(pack)).match, 1), rng) for table in (match, dear)]
        assert isinstance(bids[0], Bid)
        assert isinstance(bids[1], Bid)
        assert bids[1].tricks <= bids[0].tricks


# -- cards -----------------------------------------------------------------------------------------


def test_who_needs_the_trick_takes_it_as_cheaply_as_he_can() -> None:
    match = ending("9h 2d 3d", "Kh Qh 2h", bids=(1, 1))
    assert chosen(play(match, "0 play 9h")) == "play Qh"


def test_a_ruff_takes_with_the_lowest_spade_that_does() -> None:
    match = ending("9h 2d 3d", "As 3s 4d", bids=(1, 1))
    assert chosen(play(match, "0 play 9h")) == "play 3s"


def test_who_cannot_take_keeps_his_high_cards() -> None:
    match = ending("Ah 2d 3d", "Kh 3h 4d", bids=(1, 1))
    assert chosen(play(match, "0 play Ah")) == "play 3h"


def test_nil_ducks_with_the_highest_card_that_loses() -> None:
    match = ending("9h 2d 3d", "Kh 8h 2h", bids=(1, 0), nil=True)
    assert chosen(play(match, "0 play 9h")) == "play 8h"


@pytest.mark.parametrize(("bags", "card"), [(True, "7h"), (False, "Ah")])
def test_a_contract_made_ducks_where_bags_cost_and_takes_where_they_do_not(bags: bool, card: str) -> None:
    match = ending("8h 2d 9d", "Ah 7h 5d", bids=(1, 1), taken=(1, 1), bags=bags)
    assert chosen(play(match, "0 play 8h")) == f"play {card}"


def test_an_opponent_who_needs_the_trick_is_set_where_that_pays() -> None:
    match = ending("8h 2d 9d", "Ah 7h 5d", bids=(5, 1), taken=(2, 1), bags=True)
    assert chosen(play(match, "0 play 8h")) == "play Ah"


# -- every level -----------------------------------------------------------------------------------


def states(seats: int, options: Options, seed: int) -> Iterator[Match]:
    """Every state of a deal that players of all levels play."""
    match = new_match("spades", options, seats, seed % seats)
    match = match.apply(Deal(shuffled(match.pack, stream(seed, "pack")))).match
    rng = stream(seed, "players")
    while match.to_act is not None:
        yield match
        match = match.apply(choose(QUICK_LEVELS[match.to_act % 3], look(match, match.to_act), rng)).match


@pytest.mark.slow
def test_every_level_makes_legal_choices_under_every_house_rule() -> None:
    for number, table in enumerate(paired_tables("spades")):
        for at, match in enumerate(states(table.seats, table.options, number)):
            if at % 5 == number % 5:
                view = look(match, match.to_act)
                for level in QUICK_LEVELS:
                    assert choose(level, view, Random(number)) in view.choices


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAMES["spades"].seats)
def test_what_a_player_cannot_see_does_not_change_his_choice(seats: int) -> None:
    rng = Random(seats)
    for match in states(seats, INDIVIDUAL, 17 * seats):
        seat, phase = match.to_act, match.phase
        assert seat is not None
        assert isinstance(phase, (Bidding, SpadesTricks))
        hidden = [card for at, hand in enumerate(phase.hands) if at != seat for card in hand]
        anew: Iterator[Card] = iter(shuffled(tuple(hidden), rng))
        hands = tuple(
            hand if at == seat else tuple(next(anew) for _card in hand) for at, hand in enumerate(phase.hands)
        )
        view, other = look(match, seat), look(replace(match, phase=replace(phase, hands=hands)), seat)
        assert view == other
        assert all(card is HIDDEN for at, hand in enumerate(view.board.hands) if at != seat for card in hand)
        for level in ("novice", "club"):
            assert choose(level, view, Random(3)) == choose(level, other, Random(3))


def mean_scores(players: tuple[str, ...], packs: int) -> list[float]:
    """The mean score of a deal of each player, every pack played from every seat."""
    sums = [0.0] * 4
    for number in range(packs):
        match = new_match("spades", INDIVIDUAL, 4, number % 4)
        pack = shuffled(match.pack, stream(4, "pack", number))
        for turn in range(4):
            seated = [players[(seat + turn) % 4] for seat in range(4)]
            choosers = [partial(choose, name, rng=stream(4, number, turn, seat)) for seat, name in enumerate(seated)]
            result = play_deal(match, pack, choosers).match.deal_result()
            for seat in range(4):
                sums[(seat + turn) % 4] += result.scores[seat]
    return [total / (4 * packs) for total in sums]


@pytest.mark.slow
def test_club_scores_fifteen_more_than_three_who_play_at_random() -> None:
    club, *others = mean_scores(("club", "random", "random", "random"), 10)
    assert club > sum(others) / 3 + 15


@pytest.mark.slow
def test_club_beats_novice_and_novice_beats_random() -> None:
    club, novice, *_rest = mean_scores(("club", "novice", "club", "novice"), 12)
    assert club > novice
    novice, wild, *_rest = mean_scores(("novice", "random", "novice", "random"), 6)
    assert novice > wild + 8


def test_most_contracts_of_club_are_made() -> None:
    made = whole = 0
    for number in range(20):
        match = new_match("spades", INDIVIDUAL, 4, number % 4)
        pack = shuffled(match.pack, stream(5, "pack", number))
        result = play_deal(match, pack, [partial(choose, "club", rng=stream(5, number))] * 4).match.deal_result()
        assert isinstance(result, SpadesResult)
        made += sum(taken >= bid for bid, taken in zip(result.bids, result.points, strict=True))
        whole += 4
    assert made / whole > 0.65
