"""Tempo of computer players and table, computed only from public information."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from game.match.observation import Observation
from ui.games.presentation import GamePresentation
from ui.graphics import timings
from ui.table.layout.seats import TableLayout

PLAY_ON_BUTTON_WIDTH: Final = 104
"""The width of the button "Play on", in design pixels."""
PLAY_ON_BUTTON_GAP: Final = 8
MIN_PROMPT_WIDTH: Final = 320
"""The least width of a centered prompt, in design pixels."""


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


def compute_play_on_button_rect(layout: TableLayout) -> pygame.Rect:
    """Return the place of the button "Play on", right in the prompt line, in pixels."""
    rect = pygame.Rect(
        0, 0, layout.px(PLAY_ON_BUTTON_WIDTH), min(layout.prompt_rect.height, layout.button_rects[0].height)
    )
    rect.midright = layout.prompt_rect.midright
    return rect


def shrink_prompt_for_button(layout: TableLayout) -> TableLayout:
    """Return the layout with a prompt that leaves room for a button.

    The prompt remains centered if it is wide enough.
    """
    button_space = layout.px(PLAY_ON_BUTTON_WIDTH + PLAY_ON_BUTTON_GAP)
    prompt_rect = layout.prompt_rect.inflate(-2 * button_space, 0)
    if prompt_rect.width < layout.px(MIN_PROMPT_WIDTH):
        prompt_rect = pygame.Rect(
            layout.prompt_rect.left,
            layout.prompt_rect.top,
            layout.prompt_rect.width - button_space,
            layout.prompt_rect.height,
        )
    return layout._replace(prompt_rect=prompt_rect)
