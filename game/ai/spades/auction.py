"""Bids of the strong players of Spades: those that such hands are good for, each played on in many worlds."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks, bits_of
from game.ai.batch.playout import Batch, Counts, start_of
from game.ai.batch.policy import by_table, in_time
from game.ai.batch.worlds import Hidden, Worlds, guess, tempered
from game.ai.estimate import Estimate
from game.ai.limit import Check, Deadline, TimeUp
from game.ai.spades.bids import Numbers, ahead_of, judgement, stakes_of, strength, worths
from game.ai.spades.close import by_sums
from game.ai.spades.craft import sight_of, worth_of
from game.ai.spades.crowd import crowd_bids, doubts, manners_of, tables_of
from game.ai.spades.ordinary import ordinary_bids
from game.ai.spades.sight import WILD
from game.engine.tricks import Trick, in_order
from game.rules.spades.actions import Bid
from game.rules.spades.game import pack_for
from game.rules.spades.play import RANKING, TRUMP, Bidding, SpadesTricks
from game.view import View

GUESSES: Final = 6
"""Of so many times as many worlds those are picked in which the others bid as they did."""
ENOUGH: Final = 0.8
"""So many times the worlds that are tried count at least among those."""
TRIED: Final = 3
"""So many bids are tried, the best by what such hands have brought."""
DARING: Final = 0.7
"""What each trick of a bid is worth beside, in points, to the boldest, and as much less to the most careful."""
PART: Final = 64
"""Worlds that are played together; between two parts the clock is looked at."""


def _worth_a_thought(phase: Bidding, seat: int, wild: int) -> NDArray[np.intp]:
    """The best bids by what such hands have brought, in order; and nil, where it may be bid. Among so many ``wild``
    players, who give tricks away, so many more are thought of."""
    seats, options = phase.seats, phase.options
    judged = judgement(seats)
    tricks, nil = strength(_own(phase, seat), options.jokers, judged)
    spoken = in_order(tuple(range(seats)), phase.forehand)
    heard = [bid for bid in (phase.bids[one] for one in spoken) if bid is not None]
    before = ahead_of(np.array(heard, np.int16).reshape(-1, 1), phase.most, seats)
    worth = worths(judged, tricks, nil, before, len(heard) / (seats - 1), phase.most, stakes_of(options))
    best = 1 + np.argsort(-worth[1:, 0], kind="stable")[:TRIED]
    best = np.union1d(best, np.arange(best.max(), min(phase.most, best.max() + wild) + 1))
    return np.sort(np.append(best, 0) if options.nil else best)


def _own(phase: Bidding, seat: int) -> Masks:
    return np.array([bits_of(RANKING).mask(phase.hands[seat])], np.uint64)


class Bidder(NamedTuple):
    """Who bids. ``skill``: how often he takes a trick more than the playouts find; ``boldness``: his character's."""

    skill: float
    boldness: float


def bids(
    view: View, bidder: Bidder, worlds: int, rng: np.random.Generator, deadline: Deadline, close: bool = False
) -> list[Estimate]:
    """What the likeliest bids are worth when the deal is played on in so many worlds; ``points``: the tricks he takes
    then, ``win``: how often he makes the bid. ``close``: the others play by their own sums, not by the crowd's table.
    Where few bids are offered, all of those are tried. TimeUp if there is no time to try them in any world."""
    phase, seat = view.phase, view.seat
    assert isinstance(phase, Bidding) and seat is not None
    hands = _guessed(phase, seat, rng, worlds, close)
    manners = manners_of(phase.options, phase.bids, seat, hands)
    offered = sorted(choice.tricks for choice in view.choices if isinstance(choice, Bid))
    few = len(offered) <= TRIED
    tried = np.array(offered) if few else _worth_a_thought(phase, seat, int((manners[:, 0] == WILD).sum()))
    heard, size = _heard(phase, hands, rng, close), worlds if close else PART
    found: list[_Brings] = []
    with suppress(TimeUp):
        for at in range(0, hands.shape[1], size):
            some = slice(at, at + size)
            part = _Part(hands[:, some], heard[:, some], manners[:, some])
            found.append(_played(view, phase, tried, part, bidder.skill, close, deadline.check))
    if not found:
        raise TimeUp
    worth, tricks, made = (np.concatenate(part, axis=1) for part in zip(*found, strict=True))
    worth = worth + DARING * bidder.boldness * tried[:, None]
    first = worth[worth.mean(axis=1).argmax()]
    errors = (worth - first).std(axis=1) / worth.shape[1] ** 0.5
    return [
        Estimate(
            action=Bid(seat, int(bid)), worth=float(worth[at].mean()), error=float(errors[at]),
            points=float(tricks[at].mean()), win=float(made[at].mean()),
        )
        for at, bid in enumerate(tried)
    ]  # fmt: skip


def _guessed(phase: Bidding, seat: int, rng: np.random.Generator, worlds: int, close: bool) -> Masks:
    """Hands, (seats, worlds), with which the others may have bid as they did."""
    numbers, own = bits_of(RANKING).numbers, phase.hands[seat]
    cards = tuple(numbers[card] for card in pack_for(phase.options, phase.seats) if card not in own)
    rooms = tuple(0 if one == seat else phase.most for one in range(phase.seats))
    may = np.ones((phase.seats, len(cards)))
    found = guess(Hidden(cards=cards, rooms=rooms, may=may), rng, worlds * GUESSES)
    hands = found.held.copy()
    hands[seat] = _own(phase, seat)
    weights = found.weights + doubts(phase.options, phase.bids, seat, hands, close)
    picked: Masks = hands[:, Worlds(hands, tempered(weights, ENOUGH * worlds)).pick(rng, worlds)]
    return picked


def _heard(phase: Bidding, hands: Masks, rng: np.random.Generator, close: bool) -> Counts:
    """The bids of all, (seats, worlds); who has not spoken will bid as the crowd does."""
    crowd = crowd_bids(phase.seats, phase.options)
    bids = np.empty(hands.shape, np.int16)
    for seat, bid in enumerate(phase.bids):
        if bid is not None:
            bids[seat] = bid
        elif close:
            bids[seat] = ordinary_bids(phase.options, phase.seats, hands[seat])
        else:
            likely = crowd.expected(hands[seat], phase.options.jokers) + rng.normal(0, crowd.wide, hands.shape[1])
            bids[seat] = np.clip(np.rint(likely), 1, phase.most)
    return bids


class _Part(NamedTuple):
    """Worlds that are played together, (seats, worlds): the hands, the bids, and how each plays."""

    hands: Masks
    bids: Counts
    manners: NDArray[np.int32]


class _Brings(NamedTuple):
    """What bids bring in each world, (bids, worlds): what that is worth, the tricks, and how often they are made."""

    worth: Numbers
    tricks: Numbers
    made: Numbers


def _played(
    view: View, phase: Bidding, tried: NDArray[np.intp], part: _Part, skill: float, close: bool, check: Check
) -> _Brings:
    """What each bid of ``tried`` brings to who takes a trick more than the playouts so often."""
    seat, width = phase.to_act, part.hands.shape[1]
    first = SpadesTricks(
        options=phase.options, seats=phase.seats, dealer=phase.dealer, hands=phase.hands, bids=(1,) * phase.seats,
        bags=phase.bags, trick=Trick(in_order(tuple(range(phase.seats)), phase.forehand)), trump=TRUMP,
    )  # fmt: skip
    many = (1, len(tried))
    hands, bids, manners = np.tile(part.hands, many), np.tile(part.bids, many), np.tile(part.manners, many)
    bids[seat] = np.repeat(tried, width)
    batch = Batch(start_of(first), hands, np.zeros((0, hands.shape[1]), np.uint64))
    sight = sight_of(phase.options, batch, bids, manners)
    policy = by_table(sight, tables_of(phase.seats))
    batch.finish(in_time(by_sums(phase.options, sight, policy) if close else policy, check))
    tricks = batch.points()
    more = tricks.copy()
    more[seat] = np.where(bids[seat] == 0, tricks[seat], np.minimum(tricks[seat] + 1, phase.most))
    found, better = (_brought(view, phase, bids, one) for one in (tricks, more))
    mixed = ((1 - skill) * np.stack(found) + skill * np.stack(better)).astype(np.float64)
    return _Brings(*mixed.reshape(len(found), len(tried), width))


def _brought(view: View, phase: Bidding, bids: Counts, tricks: Counts) -> _Brings:
    """What these ``tricks``, (seats, worlds), bring to who bids."""
    seat = phase.to_act
    worth = worth_of(view, phase.options, phase.bags, bids, tricks)[seat]
    made = np.where(bids[seat] == 0, tricks[seat] == 0, tricks[seat] >= bids[seat])
    return _Brings(worth, tricks[seat], made)
