"""How an ordinary player of Spades chooses his cards: ``python -m tools.training.spades_club [--deals N] [--seed S]``.

`club` plays deals against himself, now and then with a bid or a card that he would not choose; a table is fitted so
that the cards he played are as likely as can be under it. The playouts take the others for such players.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai import learned
from game.ai.batch.bits import ONE, Masks, bits_of
from game.ai.batch.playout import Batch, start_of
from game.ai.batch.policy import Scores, spread
from game.ai.characters import PLAIN
from game.ai.limit import Limit
from game.ai.search import HEAT
from game.ai.spades import club as spades
from game.ai.spades.bids import COUNTS, features
from game.ai.spades.crowd import PAYMENTS, groups, payment
from game.ai.spades.sight import SpadesSight
from game.commands.progress import progress
from game.engine.actions import Action, Deal, Play
from game.engine.cards import Card
from game.engine.options import adapt
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.rules.spades.actions import Bid
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import RANKING, Bidding, SpadesTricks
from game.view import look

ASTRAY: Final = 0.06
"""How often a card or a bid is not what he would choose."""
OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    {}, {}, {}, {"bags": True}, {"nil": True}, {"bags": True, "nil": True}, {"jokers": False},
)  # fmt: skip
BIDDING: Final[tuple[dict[str, Any], ...]] = (
    {}, {}, {"bags": True}, {"broken_bid": "minus_ten_per_bid"},
    {"bags": True, "broken_bid": "minus_ten_per_bid"}, {"jokers": False},
)  # fmt: skip
BID_DEALS: Final = 6000
UNHURRIED: Final = Limit(1000, lambda: 0.0)
PASSES: Final = 25
STEP: Final = 0.7
DRAWN: Final = 2.0
"""How strongly a cell is drawn to zero, in samples."""


class Game(NamedTuple):
    """A deal: hands, bids and all cards in order; whether each was his own choice."""

    start: SpadesTricks
    cards: tuple[Card, ...]
    chosen: tuple[bool, ...]


class Choices(NamedTuple):
    """Cells (cards, choices), -1 where there is no card, and which card he played."""

    cells: NDArray[np.int32]
    played: NDArray[np.intp]


def game(seats: int, number: int, seed: int) -> Game:
    rng = stream(seed, "club", seats, number)
    options = adapt(GAMES["spades"].presets["individual"], OPTIONS[number % len(OPTIONS)])
    match = new_match("spades", options, seats, seats - 1)
    match = match.apply(Deal(shuffled(match.pack, rng))).match
    while isinstance(match.phase, Bidding):
        match = match.apply(_bid(match, rng)).match
    start = match.phase
    assert isinstance(start, SpadesTricks)
    cards, chosen = [], []
    while match.to_act is not None:
        action = _play(match, rng)
        own = rng.random() >= ASTRAY
        if not own:
            action = rng.choice(match.legal())
        assert isinstance(action, Play)
        cards.append(action.card)
        chosen.append(own)
        match = match.apply(action).match
    return Game(start, tuple(cards), tuple(chosen))


def _bid(match: Match, rng: Random) -> Action:
    seat = match.to_act
    action = spades.club(look(match, seat), rng, UNHURRIED, PLAIN)
    assert isinstance(action, Bid) and isinstance(match.phase, Bidding)
    if not action.tricks or rng.random() >= ASTRAY * 4:
        return action
    return Bid(action.seat, max(1, min(match.phase.most, action.tricks + rng.choice((-2, -1, 1, 2)))))


def _play(match: Match, rng: Random) -> Action:
    return spades.club(look(match, match.to_act), rng, UNHURRIED, PLAIN)


def seen(games: list[Game]) -> list[Choices]:
    """What the players saw, a batch of deals of the same pack."""
    start = start_of(games[0].start)
    numbers = start.tables.bits.numbers
    hands: Masks = np.array([[start.tables.bits.mask(hand) for hand in one.start.hands] for one in games], np.uint64).T
    bids = np.array([one.start.bids for one in games], np.int16).T
    plays = ONE << np.array([[numbers[card] for card in one.cards] for one in games], np.uint64).T
    own = np.array([one.chosen for one in games]).T
    batch = Batch(start, hands.copy(), np.zeros((0, len(games)), np.uint64))
    bags = np.array([one.start.options.bags for one in games], np.int32)
    sight = SpadesSight(batch, bids, bags, np.zeros(bids.shape, np.bool_))
    found = []
    for bits, chosen in zip(plays, own, strict=True):
        cards = spread(batch.legal())
        cells = np.where(cards == 0, -1, sight.cells(batch, cards)).astype(np.int32)
        kept = chosen & (np.bitwise_count(batch.legal()) > 1)
        found.append(Choices(cells[:, kept], (cards == bits)[:, kept].argmax(axis=0)))
        batch.play(bits)
    return found


def fitted(found: list[Choices]) -> list[Scores]:
    """The scores under which the cards that were played are likeliest (conditional logit), in units of `HEAT`:
    what the groups of each level add, so that rare cells are not without a score."""
    states = np.concatenate([
        np.repeat(np.arange(one.cells.shape[1])[None], len(one.cells), 0)[one.cells >= 0] + at
        for one, at in _numbered(found)
    ])  # fmt: skip
    cells = np.concatenate([one.cells[one.cells >= 0] for one in found])
    wins = np.concatenate([
        (np.arange(len(one.cells))[:, None] == one.played)[one.cells >= 0] for one in found
    ]).astype(np.float64)  # fmt: skip
    many = sum(one.cells.shape[1] for one in found)
    parts = [np.zeros(int(group.max()) + 1) for group in groups()]
    scores = np.zeros(SpadesSight.size)
    for _pass in range(PASSES):
        for part, group in zip(parts, groups(), strict=True):
            chance = _chances(scores[cells], states, many)
            at = group[cells]
            bend = np.bincount(at, chance * (1 - chance), minlength=len(part)) + DRAWN
            slope = np.bincount(at, wins - chance, minlength=len(part)) - DRAWN * part
            step = np.clip(slope / bend, -1, 1) * STEP
            part += step
            scores += step[group]
    chance = _chances(scores[cells], states, many)
    print(f"likelihood {np.exp(np.log(chance[wins > 0]).mean()):.3f} of {many} choices", file=sys.stderr)
    return [(part * HEAT).astype(np.float32) for part in parts]


def _chances(scores: NDArray[np.float64], states: NDArray[np.intp], many: int) -> NDArray[np.float64]:
    """How likely each card is beside the others of its hand."""
    odds = np.exp(np.clip(scores, -30, 30))
    chances: NDArray[np.float64] = odds / np.bincount(states, odds, minlength=many)[states]
    return chances


def _numbered(found: list[Choices]) -> list[tuple[Choices, int]]:
    ends = np.cumsum([0, *(one.cells.shape[1] for one in found)])
    return list(zip(found, map(int, ends), strict=False))


def bids_of(seats: int, seed: int) -> NDArray[np.float32]:
    """What each feature of a hand and each way to pay add to his bid, and how far his bids scatter around that
    (`game.ai.spades.crowd.CrowdBids`)."""
    parts, bids = [], []
    for number in range(BID_DEALS):
        options = adapt(GAMES["spades"].presets["individual"], BIDDING[number % len(BIDDING)])
        assert isinstance(options, SpadesOptions)
        match = new_match("spades", options, seats, seats - 1)
        phase = match.apply(Deal(shuffled(match.pack, stream(seed, "bids", seats, number)))).match.phase
        assert isinstance(phase, Bidding)
        hands = np.array([bits_of(RANKING).mask(hand) for hand in phase.hands], np.uint64)
        paid = np.full((1, seats), COUNTS + payment(options))
        parts.append(np.concatenate([features(hands, options.jokers), paid]))
        bids += [spades.club_bid(phase, seat).tricks for seat in range(seats)]
    rows = np.concatenate(parts, axis=1)
    found = np.zeros((len(bids), COUNTS + PAYMENTS))
    for row in rows:
        found[np.arange(len(bids)), row] = 1
    wanted = np.array(bids, np.float64)
    added = np.linalg.solve(found.T @ found + np.eye(found.shape[1]), found.T @ wanted)
    return np.append(added, (found @ added - wanted).std()).astype(np.float32)


def learn(seats: int, deals: int, seed: int) -> None:
    """Make the file of so many seats anew."""
    games = [game(seats, number, seed) for number in progress(range(deals))]
    found = seen([one for one in games if one.start.options.jokers])
    found += seen([one for one in games if not one.start.options.jokers])
    path = Path(*learned.__path__) / f"spades_club{seats}.npz"
    bids = bids_of(seats, seed)
    levels: dict[str, Any] = {f"level{at}": part.astype(np.float16) for at, part in enumerate(fitted(found))}
    np.savez_compressed(path, **levels, bids=bids)
    print(f"{path.name}: {path.stat().st_size} bytes; bids scatter by {bids[-1]:.2f}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.training.spades_club", description=__doc__)
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for seats in (2, 3, 4, 5):
        learn(seats, args.deals, args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
