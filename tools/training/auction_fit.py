"""Fit the points of a caller's side to rollouts: the weights of `game.ai.chiamata.hand_value`.

``python -m tools.training.auction_fit --deals 4000 --seed 5`` deals hands, makes a seat the caller of a plausible
contract, and plays it with `club` on all seats. For each kind of contract (with a partner, in mano, solo) it prints the
least-squares weights of the hand's features and the standard deviation of the deals around them.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Final

import numpy as np

from game.ai.chiamata.hand_value import CONTRACT_KINDS, compute_features
from game.ai.chiamata.heuristic_play import CLUB_PLAY_STYLE, choose_play
from game.core.actions import Play
from game.core.cards import ITALIAN_PACK, SUITS, Card, Hand, Suit, get_card
from game.core.trick_taking import Trick, deal_hands, order_seats_from
from game.rules.briscola_family import CARD_POINTS, RANKING
from game.rules.chiamata.game import ONLINE_OPTIONS, SEAT_COUNT
from game.rules.chiamata.scoring import Contract
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.progress import show_progress

TRUMP_VALUE_BY_RANK: Final = dict(zip(RANKING, (10, 9, 6, 5, 4, 3, 3, 3, 3, 3), strict=True))


def estimate_hand(hand: Hand, trump: Suit | None) -> float:
    """Return a rough value of a hand, to choose contracts that are worth a rollout."""
    value_by_rank = TRUMP_VALUE_BY_RANK if trump else {}
    return sum(value_by_rank[card.rank] if card.suit == trump else CARD_POINTS.get(card.rank, 0) / 3 for card in hand)


def choose_contract(kind: str, hand: Hand, rng: Random) -> tuple[Suit | None, Card | None]:
    """Return a suit and a called card of this kind that the hand might play.

    They are (None, None) for a solo, and if the hand has no such card.
    """
    if kind == "solo":
        return None, None
    suits_by_value = sorted(SUITS, key=lambda suit: -estimate_hand(hand, suit))
    suit = suits_by_value[0] if rng.random() < 0.8 else suits_by_value[1]
    must_hold_card = kind == "in_mano"
    ranks = [rank for rank in RANKING if (get_card(rank, suit) in hand) == must_hold_card]
    return (suit, get_card(rng.choice(ranks), suit)) if ranks else (None, None)


def play_contract(kind: str, number: int, seed: int) -> tuple[list[float], int] | None:
    """Return the features of a hand and the points that the caller's side took.

    Return None if the hand has no contract of this kind.
    """
    rng = derive_random(seed, "fit", kind, number)
    hands = deal_hands(shuffle_pack(ITALIAN_PACK, rng), SEAT_COUNT, 0, 8)
    trumps: tuple[Suit | None, ...] = (None,) if kind == "solo" else SUITS
    strength = [max(estimate_hand(hand, suit) for suit in trumps) for hand in hands]
    order = sorted(range(SEAT_COUNT), key=lambda seat: -strength[seat])
    caller = order[rng.choices(range(SEAT_COUNT), (9, 5, 3, 2, 1))[0]] if kind == "partner" else order[0]
    suit, called = choose_contract(kind, hands[caller], rng)
    if kind != "solo" and called is None:
        return None
    lead = rng.randrange(SEAT_COUNT)
    state = ChiamataTrickPhase(
        options=ONLINE_OPTIONS,
        seats=SEAT_COUNT,
        dealer=(lead - 1) % SEAT_COUNT,
        hands=hands,
        calls=(),
        trump=suit,
        called_card=called,
        contract=Contract(caller=caller, rank=called.rank if called else None),
        trick=Trick(order_seats_from(tuple(range(SEAT_COUNT)), lead)),
    )
    side = {caller, state.find_partner()}
    hand_features = compute_features(hands[caller], suit, called, (caller - lead) % SEAT_COUNT)
    phase = state
    while True:
        seat = phase.trick.next_seat
        plays = [Play(seat, card) for card in phase.hands[seat]]
        next_phase = phase.apply_unchecked(choose_play(phase.seen_by(seat), plays, rng, CLUB_PLAY_STYLE)).phase
        if not isinstance(next_phase, ChiamataTrickPhase):
            return hand_features, sum(
                points for winner_seat, points in enumerate(next_phase.count_points()) if winner_seat in side
            )
        phase = next_phase


def print_fit(kind: str, deals: int, seed: int) -> None:
    """Print the weights of one kind of contract."""
    rows = [
        row for row in (play_contract(kind, number, seed) for number in show_progress(range(deals))) if row is not None
    ]
    matrix = np.array([row[0] for row in rows])
    points = np.array([row[1] for row in rows], dtype=float)
    weights, *_rest = np.linalg.lstsq(matrix.T @ matrix + 2.0 * np.eye(matrix.shape[1]), matrix.T @ points, rcond=None)
    residuals = points - matrix @ weights
    print(f'    "{kind}": Fit(')
    print(f"        weights=({', '.join(f'{weight:.1f}' for weight in weights)}),")
    print(f"        scatter={residuals.std():.1f},")
    print(f"    ),  # {len(rows)} deals; mean {points.mean():.1f}, spread {points.std():.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.training.auction_fit", description=__doc__)
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    for kind in CONTRACT_KINDS:
        print_fit(kind, args.deals, args.seed)


if __name__ == "__main__":
    main()
