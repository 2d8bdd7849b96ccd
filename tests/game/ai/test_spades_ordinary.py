"""The ordinary player over arrays does what `club` does, and a closer look at what was played tells more."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from game.ai.batch.bits import ONE, Masks, bits_of
from game.ai.batch.playout import Batch, start_of
from game.ai.batch.worlds import tempered
from game.ai.limit import unhurried
from game.ai.search import Dealing, suspicion
from game.ai.spades.close import by_sums, doubt
from game.ai.spades.club import club_bid
from game.ai.spades.counting import Counter, know
from game.ai.spades.craft import SpadesCraft
from game.ai.spades.ordinary import Weighed, chosen, ordinary_bids, weighed
from game.ai.spades.reckoning import LANE, Count, by_suit
from game.ai.spades.sight import CROWD, OWN, SpadesSight
from game.engine.actions import Deal, Play
from game.engine.options import adapt
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.rules.spades.play import RANKING, Bidding, SpadesTricks
from game.view import View, look
from tests.helpers import choose

BITS = bits_of(RANKING)
TABLES = (
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
    close, rough = [], []
    for number in range(6):
        match = dealt(4, number, {})
        view, phase = next((view, phase) for view, phase, _card in turns(match, number) if len(phase.done) == 8)
        dealing = with_truth(SpadesCraft().deal(view, np.random.default_rng(number), 60), phase)
        for kept, weights in (
            (close, doubt(view, SpadesCraft(), dealing, unhurried)), (rough, suspicion(view, SpadesCraft(), dealing)),
        ):  # fmt: skip
            kept.append(np.mean(weights < weights[0]))
    assert np.mean(close) > 0.9
    assert np.mean(close) > np.mean(rough)


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
