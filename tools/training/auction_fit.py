"""How many points a caller's side takes, fitted to rollouts: the numbers of `game.ai.chiamata.hand`.

``python -m tools.training.auction_fit --deals 4000 --seed 5`` deals hands, lets a seat be the caller of a plausible
contract, plays it out with `club` on all seats and prints, for each kind of contract (with a partner, in mano,
solo), the least-squares weights of the hand's features and how far the deals scatter around them.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Final

import numpy as np

from game.ai.chiamata.hand import KINDS, features
from game.ai.chiamata.play import CLUB, card_to_play
from game.commands.progress import progress
from game.engine.actions import Play
from game.engine.cards import ITALIAN_PACK, SUITS, Card, Hand, Suit, card
from game.engine.tricks import Trick, deal_round, in_order
from game.fairness import shuffled, stream
from game.rules.chiamata.game import ONLINE, SEATS
from game.rules.chiamata.play import ChiamataTricks
from game.rules.chiamata.score import Contract
from game.rules.family import RANKING, VALUES

TRUMP_WORTH: Final = dict(zip(RANKING, (10, 9, 6, 5, 4, 3, 3, 3, 3, 3), strict=True))


def rough(hand: Hand, trump: Suit | None) -> float:
    """A first guess at a hand, only to choose which contracts are worth playing out."""
    worth = TRUMP_WORTH if trump else {}
    return sum(worth[one.rank] if one.suit == trump else VALUES.get(one.rank, 0) / 3 for one in hand)


def contract_for(kind: str, hand: Hand, rng: Random) -> tuple[Suit | None, Card | None]:
    """A suit and a called card of this kind that the hand might play."""
    if kind == "solo":
        return None, None
    by_worth = sorted(SUITS, key=lambda suit: -rough(hand, suit))
    suit = by_worth[0] if rng.random() < 0.8 else by_worth[1]
    held = kind == "in_mano"
    ranks = [rank for rank in RANKING if (card(rank, suit) in hand) == held]
    return (suit, card(rng.choice(ranks), suit)) if ranks else (None, None)


def points_of(kind: str, number: int, seed: int) -> tuple[list[float], int] | None:
    """The features of one hand and the points that the caller's side took with it."""
    rng = stream(seed, "fit", kind, number)
    hands = deal_round(shuffled(ITALIAN_PACK, rng), SEATS, 0, 8)
    trumps: tuple[Suit | None, ...] = (None,) if kind == "solo" else SUITS
    strength = [max(rough(hand, suit) for suit in trumps) for hand in hands]
    order = sorted(range(SEATS), key=lambda seat: -strength[seat])
    caller = order[rng.choices(range(SEATS), (9, 5, 3, 2, 1))[0]] if kind == "partner" else order[0]
    suit, called = contract_for(kind, hands[caller], rng)
    if kind != "solo" and called is None:
        return None
    lead = rng.randrange(SEATS)
    state = ChiamataTricks(
        options=ONLINE, seats=SEATS, dealer=(lead - 1) % SEATS, hands=hands, calls=(), trump=suit, called=called,
        contract=Contract(caller=caller, rank=called.rank if called else None),
        trick=Trick(in_order(tuple(range(SEATS)), lead)),
    )  # fmt: skip
    side = {caller, state.partner()}
    found = features(hands[caller], suit, called, (caller - lead) % SEATS)
    phase = state
    while True:
        seat = phase.trick.to_play
        plays = [Play(seat, card) for card in phase.hands[seat]]
        after = phase.do(card_to_play(phase.seen_by(seat), plays, rng, CLUB)).state
        if not isinstance(after, ChiamataTricks):
            return found, sum(points for at, points in enumerate(after.points()) if at in side)
        phase = after


def fit(kind: str, deals: int, seed: int) -> None:
    """Print the weights of one kind of contract."""
    rows = [row for row in (points_of(kind, number, seed) for number in progress(range(deals))) if row is not None]
    matrix = np.array([row[0] for row in rows])
    points = np.array([row[1] for row in rows], dtype=float)
    weights, *_rest = np.linalg.lstsq(matrix.T @ matrix + 2.0 * np.eye(matrix.shape[1]), matrix.T @ points, rcond=None)
    left = points - matrix @ weights
    print(f'    "{kind}": Fit(')
    print(f"        weights=({', '.join(f'{weight:.1f}' for weight in weights)}),")
    print(f"        scatter={left.std():.1f},")
    print(f"    ),  # {len(rows)} deals; mean {points.mean():.1f}, spread {points.std():.1f}")


def main() -> None:
    """Fit every kind."""
    parser = argparse.ArgumentParser(prog="python -m tools.training.auction_fit", description=__doc__)
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    for kind in KINDS:
        fit(kind, args.deals, args.seed)


if __name__ == "__main__":
    main()
