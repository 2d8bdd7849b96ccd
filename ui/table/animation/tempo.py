"""How long the computer players take, and when the table goes fast: out of what everybody at it sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from game.match.observation import Observation
from ui.games.presentation import GamePresentation
from ui.graphics import timings
from ui.table.layout.seats import TableLayout

PLAY_ON_BUTTON_WIDTH: Final = 104
"""Width of the button that plays on, in design pixels."""
PLAY_ON_BUTTON_GAP: Final = 8
MIN_PROMPT_WIDTH: Final = 320
"""What a prompt in the middle has at least."""


def compute_thinking_seconds(observation: Observation) -> float:
    """What the computer player on turn takes at least: a bid longer than a card, to lead longer than to follow.

    No two turns are quite alike; nothing that somebody at the table may not know has a part in it.
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
    """Whether every person is out of the auction or the deal that goes on."""
    person_seats = frozenset(human_seats)
    return bool(person_seats) and person_seats <= presentation.find_idle_seats(observation)


def compute_play_on_button_rect(layout: TableLayout) -> pygame.Rect:
    """Where the button stands that plays on to the viewer's turn: at the right end of the prompt's line."""
    rect = pygame.Rect(
        0, 0, layout.px(PLAY_ON_BUTTON_WIDTH), min(layout.prompt_rect.height, layout.button_rects[0].height)
    )
    rect.midright = layout.prompt_rect.midright
    return rect


def shrink_prompt_for_button(layout: TableLayout) -> TableLayout:
    """The same table with a prompt that leaves the button its room; in the middle as long as there is enough."""
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
