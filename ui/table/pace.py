"""How long the computer players take, and when the table goes fast: out of what everybody at it sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from game.view import View
from ui import timings
from ui.table.face import Face
from ui.table.places import Spot

ON: Final = 104
"""Width of the button that plays on, in design pixels."""
GAP: Final = 8
LEAST: Final = 320
"""What a prompt in the middle has at least."""


def answer_seconds(view: View) -> float:
    """What the computer player on turn takes at least: a bid longer than a card, to lead longer than to follow.

    No two turns are quite alike; nothing that somebody at the table may not know has a part in it.
    """
    turn, phase, board = view.to_act, view.phase, view.board
    if turn is None or phase is None:
        return timings.COMPUTER_PACE
    if not phase.in_play:
        share = timings.DECLARING
    elif len(board.hands[turn]) <= 1:
        share = timings.LAST_CARD
    else:
        share = timings.FOLLOWING if board.trick else timings.LEADING
    moment = (view.deal_number * 31 + turn) * 31 + sum(map(len, board.hands)) + 7 * len(board.trick)
    return timings.COMPUTER_PACE * share * (1 + timings.UNEVEN * (moment * 37 % 21 - 10) / 10)


def is_without(face: Face, view: View, persons: Iterable[int]) -> bool:
    """Whether every person is out of the auction or the deal that goes on."""
    people = frozenset(persons)
    return bool(people) and people <= face.out_of_it(view)


def on_button(spot: Spot) -> pygame.Rect:
    """Where the button stands that plays on to the viewer's turn: at the right end of the prompt's line."""
    rect = pygame.Rect(0, 0, spot.px(ON), min(spot.prompt.height, spot.buttons[0].height))
    rect.midright = spot.prompt.midright
    return rect


def beside_button(spot: Spot) -> Spot:
    """The same table with a prompt that leaves the button its room; in the middle as long as there is enough."""
    taken = spot.px(ON + GAP)
    room = spot.prompt.inflate(-2 * taken, 0)
    if room.width < spot.px(LEAST):
        room = pygame.Rect(spot.prompt.left, spot.prompt.top, spot.prompt.width - taken, spot.prompt.height)
    return spot._replace(prompt=room)
