"""The ordinary player over arrays does what `club` does, and a closer look at what was played tells more."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks, bits_of
from game.ai.batch.playout import Batch, start_of
from game.ai.batch.policy import by_table
from game.ai.batch.worlds import Worlds, drawn, tempered, whole
from game.ai.characters import PLAIN
from game.ai.limit import unhurried
from game.ai.search import Dealing, Effort, suspicion
from game.ai.spades.close import COMMON, Look, by_sums, goes_on, likely_places, looked, told
from game.ai.spades.club import club_bid
from game.ai.spades.counting import Counter, know
from game.ai.spades.craft import SpadesCraft
from game.ai.spades.ordinary import Weighed, chosen, ordinary_bids, weighed
from game.ai.spades.player import SPADES
from game.ai.spades.reckoning import LANE, Count, by_suit
from game.ai.spades.sight import CROWD, OWN, WILD, SpadesSight
from game.engine.actions import Deal, Play
from game.engine.options import adapt
from game.fairness import shuffled, stream
from game.match import Match, new_match, replace
from game.rules import GAMES
from game.rules.spades.play import RANKING, Bidding, SpadesTricks
from game.view import View, look
from tests.helpers import UNHURRIED, choose

BITS = bits_of(RANKING)
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {}), (4, {"bags": True}), (4, {"broken_bid": "minus_ten_per_bid", "jokers": False}), (3, {}),
    (2, {"nil": True}), (5, {"nil": True, "bags": True}),
)  # fmt: skip
TIE = 1e-4
"""What two cards may differ by and be worth the same to who counts with fewer digits."""


def dealt(seats: int, number: int, changes: dict[str, object]) -> Match:
    """The bidding of a deal."""
    options = adapt(GAMES["spades"].presets["individual"], changes)
    match = new_match("spades", options, seats, number % seats)
    return match.apply(Deal(shuffled(match.pack, stream(3, "ordinary", seats, number)))).match


def hands_of(phase: Bidding | SpadesTricks) -> Masks:
    """(seats, 1)."""
    return np.array([[BITS.mask(hand)] for hand in phase.hands], np.uint64)


def turns(match: Match, number: int) -> Iterator[tuple[View, SpadesTricks, Play]]:
    """The turns of a deal of `club` with a choice: what was seen, what there was, what was chosen."""
    rng = stream(4, "ordinary", number)
    while match.to_act is not None:
        view = look(match, match.to_act)
        action = choose("club", view, rng)
        if isinstance(action, Play) and len(view.choices) > 1:
            assert isinstance(match.phase, SpadesTricks)
            yield view, match.phase, action
        match = match.apply(action).match


def weighed_in(phase: SpadesTricks) -> tuple[Weighed, Masks]:
    """What the cards are worth to who is to play, and which may be played."""
    batch = Batch(start_of(phase), hands_of(phase), np.zeros((0, 1), np.uint64))
    return weighed(phase.options, batch, np.array(phase.bids, np.int16), np.arange(1)), batch.legal()


@pytest.mark.parametrize(("seats", "changes"), TABLES)
def test_it_bids_what_club_bids(seats: int, changes: dict[str, object]) -> None:
    for number in range(12):
        phase = dealt(seats, number, changes).phase
        assert isinstance(phase, Bidding)
        bids = ordinary_bids(phase.options, seats, hands_of(phase)[:, 0])
        assert bids.tolist() == [club_bid(phase, seat).tricks for seat in range(seats)]


@pytest.mark.parametrize(("seats", "changes"), TABLES)
def test_it_plays_what_club_plays(seats: int, changes: dict[str, object]) -> None:
    """Where tricks may do harm, the natural card is sometimes another one than that of his sums."""
    right = []
    for number in range(2):
        for _view, phase, action in turns(dealt(seats, number, changes), number):
            found, legal = weighed_in(phase)
            worth = dict(zip(found.cards[:, 0].tolist(), found.worth[:, 0].tolist(), strict=True))
            best = worth[int(chosen(found, legal)[0])]
            right.append(best - worth[1 << BITS.numbers[action.card]] < TIE)
    assert np.mean(right) > (0.93 if "nil" in changes or "bags" in changes else 0.999)


def test_it_counts_as_club_counts() -> None:
    """The hand, and the hand without each card, all through a deal: voids are known, and the others' sizes differ."""
    for _view, phase, _action in list(turns(dealt(4, 5, {}), 5))[::4]:
        seat = phase.trick.to_play
        hand, tricks = phase.hands[seat], [*(taken.trick for taken in phase.done), phase.trick]
        counter = Counter(know(phase, seat, hand, [card for trick in tricks for card in trick.cards]))
        others = [(seat + turn) % 4 for turn in range(1, 4)]
        unseen = BITS.mask(card for other in others for card in phase.hands[other])
        lacks = np.array([[start_of(phase).lacks[other]] for other in others], np.uint64)
        sizes = tuple(len(phase.hands[other]) for other in others)
        count = Count(np.array([BITS.mask(hand)], np.uint64), np.array([unseen], np.uint64), sizes, lacks)
        assert count.whole[0] == pytest.approx(counter.tricks(hand), abs=TIE)
        for bit, without in zip(count.cards[:, 0].tolist(), count.without[:, 0].tolist(), strict=True):
            rest = tuple(card for card in hand if 1 << BITS.numbers[card] != bit)
            assert without == pytest.approx(counter.tricks(rest), abs=TIE)


def test_sorted_by_suits_a_card_has_its_suit_and_height() -> None:
    cards = ONE << np.arange(64, dtype=np.uint64)
    expected = [1 << LANE * (number % 4) + number // 4 for number in range(64)]
    assert by_suit(cards).tolist() == expected


def test_what_each_has_shown_to_lack_is_the_same_in_a_batch_as_in_the_rules() -> None:
    """At every turn of a deal, whether a batch was played up to it or begins there."""
    match = dealt(4, 2, {})
    rng, batch = stream(6, "lacks"), None
    while match.to_act is not None:
        action = choose("club", look(match, match.to_act), rng)
        if isinstance(match.phase, SpadesTricks) and isinstance(action, Play):
            start = start_of(match.phase)
            batch = batch or Batch(start, hands_of(match.phase), np.zeros((0, 1), np.uint64))
            assert batch.lacks.tolist() == list(start.lacks)
            batch.play(np.array([1 << BITS.numbers[action.card]], np.uint64))
        match = match.apply(action).match
    assert batch is not None and any(batch.lacks)


def test_who_plays_in_another_manner_is_asked_another_way() -> None:
    match = dealt(4, 1, {})
    view, phase, _action = next(turns(match, 1))
    batch = Batch(start_of(phase), hands_of(phase).repeat(2, axis=1), np.zeros((0, 2), np.uint64))
    manners = np.array([[CROWD, OWN]] * 4, np.int32)
    sight = SpadesSight(batch, np.array([phase.bids] * 2, np.int16).T, np.zeros(2, np.int32), manners)
    highest = np.array([1 << int(one).bit_length() - 1 for one in batch.legal()], np.uint64)
    found, legal = weighed_in(phase)
    cards = by_sums(phase.options, sight, lambda _batch, _legal: highest.copy())(batch, batch.legal())
    assert cards.tolist() == [int(chosen(found, legal)[0]), int(highest[1])]
    assert view.seat == phase.trick.to_play


def test_the_cards_that_lie_there_fit_what_was_played_better_than_others() -> None:
    """A closer look finds the true hands likelier among guesses than the crowd's table does."""
    close, rough = list[Any](), list[Any]()
    for number in range(6):
        match = dealt(4, number, {})
        view, phase = next((view, phase) for view, phase, _card in turns(match, number) if len(phase.done) == 8)
        dealing = with_truth(SpadesCraft().deal(view, np.random.default_rng(number), 60), phase)
        for kept, weights in (
            (close, whole(told(view, SpadesCraft(), dealing))), (rough, suspicion(view, SpadesCraft(), dealing)),
        ):  # fmt: skip
            kept.append(np.mean(weights < weights[0]))
    assert np.mean(close) > 0.9
    assert np.mean(close) > np.mean(rough)


def table_of(number: int, level: str, tricks: int) -> tuple[View, SpadesTricks]:
    """What seat 0, who plays as `club` does, sees on turn after so many tricks, the others being of this level; and how
    the cards lie."""
    match, rng = dealt(4, number, {}), stream(7, "table", number)
    while True:
        assert match.to_act is not None
        view, phase = look(match, match.to_act), match.phase
        if isinstance(phase, SpadesTricks) and view.seat == 0 and len(phase.done) >= tricks:
            return view, phase
        match = match.apply(choose("club" if view.seat == 0 else level, view, rng)).match


def taken_for(level: str, number: int) -> NDArray[np.float64]:
    """How likely the others of this level are taken for players of each manner, after seven tricks."""
    view, _phase = table_of(number, level, 7)
    craft, rng = SpadesCraft(), np.random.default_rng(number)
    found = looked(view, craft, craft.deal(view, rng, 600), 200, rng, unhurried)
    picked = Worlds(found.dealing.hands, tempered(found.weights, 30)).pick(rng, 60)
    return np.bincount(drawn(found.told, rng)[1:, picked].reshape(-1), minlength=len(COMMON)) / (3 * len(picked))


@pytest.mark.slow
def test_who_bids_and_plays_in_a_manner_is_sooner_taken_for_such_a_one_than_others_are() -> None:
    found = {
        manner: np.mean([taken_for(level, number) for number in range(8)], axis=0)
        for manner, level in ((OWN, "expert"), (CROWD, "club"), (WILD, "random"))
    }
    for manner, shares in found.items():
        assert shares[manner] > COMMON[manner] + 0.1
        assert shares[manner] == max(other[manner] for other in found.values())


@pytest.mark.slow
def test_guessed_where_the_likely_worlds_have_the_cards_they_lie_sooner_as_they_do() -> None:
    """The mean share of the hidden cards that are with who holds them."""
    right: tuple[list[float], list[float]] = [], []
    for number in range(10):
        view, phase = table_of(number, "club", 7)
        craft, rng = SpadesCraft(), np.random.default_rng(number)
        first = craft.deal(view, rng, 800)
        again = craft.deal(view, rng, 800, looked(view, craft, first, 300, rng, unhurried).leaning())
        for kept, dealing in zip(right, (first, again), strict=True):
            kept.append(np.bitwise_count(dealing.hands[1:] & hands_of(phase)[1:]).sum(axis=0).mean())
    assert np.mean(right[1]) > np.mean(right[0]) + 0.5


@pytest.mark.slow
def test_the_more_often_they_are_guessed_the_sooner_the_cards_are_where_they_are_likely() -> None:
    """How likely each hidden card is where it is: the mean of the logarithms."""
    effort = Effort(worlds=40, guesses=20, ways=0, close=300)
    likely: dict[int, list[float]] = {1: [], 3: []}
    for number in range(10):
        view, phase = table_of(number, "club", 7)
        for rounds, kept in likely.items():
            places = likely_places(view, SpadesCraft(), Look(effort, rounds), np.random.default_rng(number), unhurried)
            assert places is not None
            shares = places[1:] / places[1:].sum(axis=0)
            held = [(seat - 1, BITS.numbers[card]) for seat in range(1, 4) for card in phase.hands[seat]]
            kept += [float(np.log(shares[place])) for place in held]
    assert np.mean(likely[3]) > np.mean(likely[1]) + 0.02
    assert likely_places(view, SpadesCraft(), Look(effort, 0), np.random.default_rng(1), unhurried) is None


def test_each_world_goes_on_as_its_players_are_taken() -> None:
    view, phase = table_of(3, "club", 4)
    craft = SpadesCraft()
    dealing = craft.deal(view, np.random.default_rng(3), 60)
    width = dealing.hands.shape[1]
    batch = Batch(dealing.start, dealing.hands, np.zeros((0, width), np.uint64))
    batch.play(batch.legal() & (~batch.legal() + ONE))
    sight = craft.sight(view, batch, dealing.first_hands)
    manners = np.repeat((np.arange(width) % len(COMMON))[None], 4, axis=0)
    found = goes_on(craft, manners, view, sight, np.arange(width))(batch, batch.legal())
    assert isinstance(sight, SpadesSight)
    sums = chosen(weighed(phase.options, batch, sight.bids, np.arange(width)), batch.legal())
    by_heart = {
        manner: by_table(sight.playing(np.full((4, width), manner, np.int32)), craft.table(view))(batch, batch.legal())
        for manner in (OWN, WILD)
    }
    assert (found[CROWD::3] == sums[CROWD::3]).all()
    assert all((found[manner::3] == by_heart[manner][manner::3]).all() for manner in by_heart)
    assert (by_heart[OWN] != sums).any() and (by_heart[WILD] != by_heart[OWN]).any()


@pytest.mark.slow
def test_a_hidden_card_elsewhere_does_not_move_a_closer_look() -> None:
    """Not the choice, nor what is said of each card: whatever the others hold of what nobody has seen."""
    looked = 0
    for number, tricks in ((1, 0), (2, 3), (3, 6), (4, 9)):
        view, phase = table_of(number, "club", tricks)
        rng = stream(number, "elsewhere")
        rest = iter(shuffled(tuple(card for hand in phase.hands[1:] for card in hand), rng))
        hands = (phase.hands[0], *(tuple(next(rest) for _card in hand) for hand in phase.hands[1:]))
        other = replace(view, phase=replace(phase, hands=hands).seen_by(0))
        found = SPADES.weighed(view, Random(number), UNHURRIED, PLAIN)
        assert SPADES.weighed(other, Random(number), UNHURRIED, PLAIN) == found
        looked += len(found) > 1
    assert looked > 2


def with_truth(dealing: Dealing, phase: SpadesTricks) -> Dealing:
    """The same guesses, but the first is as the cards lie."""
    hands, first = dealing.hands.copy(), dealing.first_hands.copy()
    played = first[:, 0] & ~hands[:, 0]
    hands[:, 0] = hands_of(phase)[:, 0]
    first[:, 0] = hands[:, 0] | played
    return Dealing(
        start=dealing.start, hands=hands, stock=dealing.stock, weights=dealing.weights, first=dealing.first,
        first_hands=first, first_stock=dealing.first_stock, plays=dealing.plays,
    )  # fmt: skip


def test_flatter_weights_keep_their_order_and_count_for_enough() -> None:
    weights = np.random.default_rng(2).normal(0, 9, 400)
    flat = tempered(weights, 50)
    shares = np.exp(flat)
    assert 45 < shares.sum() ** 2 / (shares**2).sum() < 60
    assert (np.argsort(flat) == np.argsort(weights)).all()
    assert (tempered(np.zeros(100), 40) == 0).all()
    assert (tempered(weights, 0) == weights).all()
