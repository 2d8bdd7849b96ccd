"""Tempo of computer players and table, computed only from public information."""

from __future__ import annotations

from collections.abc import Iterable

from game.match.observation import Observation
from ui.games.presentation import GamePresentation
from ui.graphics import timings


def compute_thinking_seconds(observation: Observation) -> float:
    """Return the least thinking time of the computer player on turn, in seconds.

    It holds at normal pace. A bid takes longer than a card, a lead longer than a follow. The time varies from turn to
    turn, but depends on public information only, so that it reveals nothing about the cards.
    """
    turn, phase, board = observation.turn, observation.phase, observation.board
    if turn is None or phase is None:
        return timings.COMPUTER_TURN_S
    if not phase.is_card_play:
        pace_ratio = timings.DECLARATION_PACE_FACTOR
    elif len(board.hands[turn]) <= 1:
        pace_ratio = timings.LAST_CARD_PACE_FACTOR
    else:
        pace_ratio = timings.FOLLOW_PACE_FACTOR if board.trick else timings.LEAD_PACE_FACTOR
    pseudo_random_seed = (observation.deal_number * 31 + turn) * 31 + sum(map(len, board.hands)) + 7 * len(board.trick)
    return (
        timings.COMPUTER_TURN_S
        * pace_ratio
        * (1 + timings.PACE_VARIATION_RATIO * (pseudo_random_seed * 37 % 21 - 10) / 10)
    )


def is_only_computer_play(presentation: GamePresentation, observation: Observation, human_seats: Iterable[int]) -> bool:
    """Return whether every person is out of the current auction or deal."""
    person_seats = frozenset(human_seats)
    return bool(person_seats) and person_seats <= presentation.find_idle_seats(observation)
