"""Tempo of computer players and table, computed only from public information."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from game.match.observation import Observation
from ui.games.presentation import GamePresentation
from ui.graphics import timings
from ui.table.layout.seats import TableLayout

EXTRA_BUTTON_HEIGHT: Final = 44
EXTRA_BUTTON_GAP: Final = 8
"""The height of a button besides the tray, and the distance to the parts beside it, in design pixels."""
PROMPT_BUTTON_WIDTH: Final = 190
MIN_PROMPT_BUTTON_WIDTH: Final = 104
"""The width of such a button in the prompt line, in design pixels."""
MIN_PROMPT_WIDTH: Final = 280
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


def list_extra_button_rects(layout: TableLayout) -> list[pygame.Rect]:
    """Return the places of two buttons besides the tray: above it if there is room, else in the prompt line."""
    prompt_rect, height = layout.prompt_rect, layout.px(EXTRA_BUTTON_HEIGHT)
    if has_room_above_tray(layout):
        bottom = layout.tray_rect.top - layout.px(EXTRA_BUTTON_GAP)
        rect = layout.tray_rect.move_to(height=height, bottom=bottom)
        return [rect, rect.move(0, -height - layout.px(EXTRA_BUTTON_GAP))]
    rect = prompt_rect.move_to(width=_compute_prompt_button_width(layout), right=prompt_rect.right)
    return [rect, rect.move(prompt_rect.left - rect.left, 0)]


def has_room_above_tray(layout: TableLayout) -> bool:
    """Return whether two buttons fit between the tray and the seat above it."""
    needed_height = 2 * layout.px(EXTRA_BUTTON_HEIGHT) + 3 * layout.px(EXTRA_BUTTON_GAP)
    needed_rect = layout.tray_rect.move(0, -needed_height)
    occupied_rects = [
        layout.prompt_rect.inflate(-layout.prompt_rect.width // 2, 0),
        layout.spare_rect,
        layout.chat_rect,
    ]
    occupied_rects += [seat_layout.bounds for seat_layout in layout.seat_layouts]
    needed_rect.height = needed_height
    return needed_rect.collidelist(occupied_rects) < 0


def _compute_prompt_button_width(layout: TableLayout) -> int:
    free_width = (layout.prompt_rect.width - layout.px(MIN_PROMPT_WIDTH)) // 2 - layout.px(EXTRA_BUTTON_GAP)
    return max(layout.px(MIN_PROMPT_BUTTON_WIDTH), min(layout.px(PROMPT_BUTTON_WIDTH), free_width))


def shrink_prompt_for_buttons(layout: TableLayout, count: int = 1) -> TableLayout:
    """Return the layout with a prompt that leaves room for ``count`` buttons besides the tray.

    The prompt remains centered if it is wide enough.
    """
    button_rects = list_extra_button_rects(layout)[:count]
    prompt_area = layout.prompt_rect.inflate(0, 2 * layout.px(EXTRA_BUTTON_GAP))
    if not any(rect.colliderect(prompt_area) for rect in button_rects):
        return layout
    if has_room_above_tray(layout):
        half_width = button_rects[0].left - layout.px(EXTRA_BUTTON_GAP) - layout.prompt_rect.centerx
        return layout._replace(
            prompt_rect=layout.prompt_rect.inflate(min(0, 2 * half_width - layout.prompt_rect.width), 0)
        )
    button_space = button_rects[0].width + layout.px(EXTRA_BUTTON_GAP)
    prompt_rect = layout.prompt_rect.inflate(-2 * button_space, 0)
    if count == 1 and prompt_rect.width < layout.px(MIN_PROMPT_WIDTH):
        prompt_rect = layout.prompt_rect.copy()
        prompt_rect.width -= button_space
    return layout._replace(prompt_rect=prompt_rect)
