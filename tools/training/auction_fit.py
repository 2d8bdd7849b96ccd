"""Fit the points of a caller's side to deals played by the level "club": the file `CLUB_MODEL`.

A seat is made the caller of a plausible contract, and `club` plays the deal on all seats. For each kind of contract
(with a partner, in mano, solo) the weights of the features that a person counts are fitted by least squares. Each of
them is a sum of features of `game.ai.chiamata.hand_value`, for which the weights are written.
"""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from game.ai.chiamata.hand_value import (
    CLUB_MODEL,
    CONTRACT_KINDS,
    ContractKind,
    FloatArray,
    compute_features,
    compute_solo_features,
)
from game.ai.chiamata.heuristic_play import CLUB_PLAY_STYLE, choose_play
from game.ai.rollout.card_bits import get_card_bits
from game.core.actions import Play
from game.core.cards import ITALIAN_PACK, SUITS, Card, Hand, Suit, get_card
from game.core.trick_taking import Trick, deal_hands, order_seats_from
from game.rules.briscola_family import CARD_POINTS, RANKING
from game.rules.chiamata.game import ONLINE_OPTIONS, SEAT_COUNT
from game.rules.chiamata.scoring import Contract
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.progress import show_progress
from tools.training.model_files import Models

RIDGE_PENALTY: Final = 2.0
DECIMALS: Final = 1
"""The decimals of a weight that are kept: the fit knows no more."""
TRUMP_VALUE_BY_RANK: Final = dict(zip(RANKING, (10, 9, 6, 5, 4, 3, 3, 3, 3, 3), strict=True))


def estimate_hand(hand: Hand, trump: Suit | None) -> float:
    """Return a rough value of a hand, to choose contracts that are worth a rollout."""
    value_by_rank = TRUMP_VALUE_BY_RANK if trump else {}
    return sum(value_by_rank[card.rank] if card.suit == trump else CARD_POINTS.get(card.rank, 0) / 3 for card in hand)


def choose_contract(kind: ContractKind, hand: Hand, rng: Random) -> tuple[Suit | None, Card | None]:
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


def count_features(hand: Hand, suit: Suit | None, called: Card | None, position: int) -> FloatArray:
    """Return the features of ``hand`` that the fit may combine, with the rank of a partner's card at the end."""
    card_bits = get_card_bits(RANKING)
    hands, positions = np.array([card_bits.make_mask(hand)], np.uint64), np.array([position])
    features: FloatArray = compute_solo_features(hands, positions)[0]
    if suit is None or called is None:
        return features
    features = compute_features(hands, positions)[0, SUITS.index(suit)]
    ranks = np.arange(len(RANKING)) == card_bits.bit_by_card[called] >> 2
    return features if called in hand else np.concatenate([features, ranks])


def play_contract(kind: ContractKind, number: int, seed: int) -> tuple[FloatArray, int] | None:
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
    hand_features = count_features(hands[caller], suit, called, (caller - lead) % SEAT_COUNT)
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


def combine_features(kind: ContractKind) -> FloatArray:
    """Return what the features that a person counts are made of, (features of a hand, features that a person counts).

    A person counts the leader and the last player; aces, threes and figures outside trumps, and aces with their threes;
    and trumps: how many, those beyond four, and each rank, that of the partner's card as well. In solo a person counts
    the cards that are the highest of their suits, and those beyond three, instead of trumps.
    """
    positions, ranks = (range(8, 12), ()) if kind == "solo" else (range(16, 20), range(1, 11))
    honors = range(1, 6) if kind == "solo" else range(11, 16)
    groups: list[dict[int, int]] = [
        {0: 1},
        {0: 1, **dict.fromkeys(positions, -1)},
        {positions[-1]: 1},
        {honors[0]: 1},
        {honors[1]: 1},
        dict.fromkeys(honors[2:], 1),
    ]
    if kind == "solo":
        groups += [{6: 1}, {7: 1}, {12: 1}]
    else:
        groups += [{25: 1}, dict.fromkeys(ranks, 1), dict.fromkeys((23, 24, 29, 30), 1), *({rank: 1} for rank in ranks)]
    if kind == "partner":
        groups += [{feature: 1} for feature in range(31, 41)]
    combination = np.zeros((1 + max(max(group) for group in groups), len(groups)))
    for column, group in enumerate(groups):
        combination[list(group), column] = list(group.values())
    return combination


def fit_contracts(kind: ContractKind, deals: int, seed: int) -> tuple[FloatArray, float]:
    """Return the weights of one kind of contract, and the standard deviation of the points around the fit."""
    rows = [
        row for row in (play_contract(kind, number, seed) for number in show_progress(range(deals))) if row is not None
    ]
    combination = combine_features(kind)
    matrix = np.array([row[0] for row in rows]) @ combination
    points = np.array([row[1] for row in rows], dtype=float)
    penalty = RIDGE_PENALTY * np.eye(matrix.shape[1])
    weights, *_rest = np.linalg.lstsq(matrix.T @ matrix + penalty, matrix.T @ points, rcond=None)
    std_dev = float((points - matrix @ weights).std())
    print(f"{kind}: {len(rows)} deals; mean {points.mean():.1f}, spread {points.std():.1f}, scatter {std_dev:.1f}")
    return combination @ weights.round(DECIMALS), round(std_dev, DECIMALS)


def make_club_hand_values(*, deals: int, seed: int) -> Models:
    """Return the weights of all kinds of contracts, each fitted to ``deals`` deals."""
    fits = {kind: fit_contracts(kind, deals, seed) for kind in CONTRACT_KINDS}
    weights = {kind: contract_weights.astype(np.float32) for kind, (contract_weights, _std_dev) in fits.items()}
    std_devs = np.array([std_dev for _weights, std_dev in fits.values()], np.float32)
    return {CLUB_MODEL: {"std_dev_points": std_devs, **dict(weights.items())}}
