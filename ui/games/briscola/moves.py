"""The animations of Briscola's own events: signs, and partners who show their hands."""

from __future__ import annotations

from game.core.cards import HIDDEN_CARD
from game.core.phase import Board
from game.rules.briscola.events import HandShown, SignMade
from ui.graphics import timings
from ui.table.animation.events import animate_event, apply_event, replace_hand, show_for, show_hand
from ui.table.animation.tween import Animation
from ui.table.layout.seats import TableLayout


@apply_event.register
def _(event: HandShown, board: Board, final_board: Board) -> Board:
    return replace_hand(board, event.seat, event.cards) if HIDDEN_CARD not in event.cards else board


@animate_event.register
def _(event: HandShown, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    old_hand, new_hand = board_before.hands[event.seat], board_after.hands[event.seat]
    if old_hand == new_hand or HIDDEN_CARD not in old_hand:
        return Animation()
    return Animation(tuple(show_hand(event.seat, old_hand, new_hand, layout)))


show_for(timings.SIGN_SHOWN_S, SignMade)
