"""The animations of a bid and of the first look at a hand."""

from __future__ import annotations

from game.core.cards import HIDDEN_CARD
from game.core.phase import Board
from game.rules.spades.events import BidMade, HandSeen
from ui.graphics import timings
from ui.table.animation.events import animate_event, apply_event, replace_hand, show_for, turn_up
from ui.table.animation.tween import Animation
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.seats import TableLayout


@apply_event.register
def _(event: HandSeen, board: Board, final_board: Board) -> Board:
    return replace_hand(board, event.seat, event.cards)


@animate_event.register
def _(event: HandSeen, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    new_poses = compute_card_poses(board_after, layout)
    return Animation(tuple(turn_up(new_poses[card.name]) for card in event.cards if card is not HIDDEN_CARD))


show_for(timings.CALL_SHOWN_S, BidMade)
