"""Exact play at the end of Briscola for two: without a stock, every unseen card is in the opponent's hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.cards import Card, Hand, Suit, remove_card
from game.core.trick_taking import get_card_strengths
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.briscola_family import CARD_POINTS, HALF_PACK_POINTS, RANKING

WIN_BONUS_POINTS: Final = 1000
"""More than any number of points: winning the deal comes first, then the points."""


def are_all_cards_known(phase: BriscolaTrickPhase) -> bool:
    """Return whether two players play and both can know all cards."""
    return phase.seats == 2 and not phase.stock


def find_best_card(
    hand: Hand,
    opponent_hand: Hand,
    led_card: Card | None,
    trump: Suit,
    points: tuple[int, int],
    candidates: Sequence[Card],
) -> Card:
    """Return the best of ``candidates`` if both players play perfectly.

    Of equal cards it is the first. ``candidates`` are cards of ``hand``, at least one; ``led_card``: the opponent's
    card, None if ``hand`` leads; ``points``: the card points taken so far by the holder of ``hand`` and by the
    opponent.
    """
    own_points, opponent_points = points
    if led_card is None:
        return max(
            candidates,
            key=lambda candidate: (
                -_evaluate_reply(
                    opponent_hand, remove_card(hand, candidate), candidate, trump, opponent_points, own_points
                )
            ),
        )
    return max(
        candidates,
        key=lambda candidate: _evaluate_answer(
            hand, opponent_hand, led_card, candidate, trump, own_points, opponent_points
        ),
    )


def _evaluate_lead(hand: Hand, opponent_hand: Hand, trump: Suit, own_points: int, opponent_points: int) -> int:
    """Return the value for the leader, with ``hand`` and ``own_points``."""
    if not hand:
        return (
            own_points
            - opponent_points
            + WIN_BONUS_POINTS * ((own_points > HALF_PACK_POINTS) - (opponent_points > HALF_PACK_POINTS))
        )
    return max(
        -_evaluate_reply(opponent_hand, remove_card(hand, led_card), led_card, trump, opponent_points, own_points)
        for led_card in hand
    )


def _evaluate_reply(
    hand: Hand, leader_hand: Hand, led_card: Card, trump: Suit, own_points: int, leader_points: int
) -> int:
    """Return the second player's value if ``hand`` answers ``led_card``.

    ``leader_hand``: the leader's hand without ``led_card``.
    """
    return max(
        _evaluate_answer(hand, leader_hand, led_card, answer, trump, own_points, leader_points) for answer in hand
    )


def _evaluate_answer(
    hand: Hand, leader_hand: Hand, led_card: Card, answer: Card, trump: Suit, own_points: int, leader_points: int
) -> int:
    """Return the second player's value if ``answer`` is played on ``led_card``."""
    power = get_card_strengths(RANKING, trump, led_card.suit)
    points = CARD_POINTS.get(led_card.rank, 0) + CARD_POINTS.get(answer.rank, 0)
    rest_of_hand = remove_card(hand, answer)
    if power[answer] > power[led_card]:
        return _evaluate_lead(rest_of_hand, leader_hand, trump, own_points + points, leader_points)
    return -_evaluate_lead(leader_hand, rest_of_hand, trump, leader_points + points, own_points)
