"""How the events that only Briscola has look: signs, partners who show their cards."""

from __future__ import annotations

from game.engine.cards import HIDDEN
from game.engine.phases import Board
from game.rules.briscola.events import HandShown, Signed
from ui import timings
from ui.table.animation import NOTHING, Animation, Move, Together, Wait
from ui.table.choreography import advance, animate, with_hand
from ui.table.fans import hand_poses
from ui.table.places import Spot


@advance.register
def _(event: HandShown, board: Board, final: Board) -> Board:
    return with_hand(board, event.seat, event.cards) if HIDDEN not in event.cards else board


@animate.register
def _(event: HandShown, before: Board, after_board: Board, spot: Spot) -> Animation:
    old, new = before.hands[event.seat], after_board.hands[event.seat]
    if old == new or HIDDEN not in old:
        return NOTHING
    begin, end = (hand_poses(spot, event.seat, hand) for hand in (old, new))
    names = (card.name for card in new)
    return Together(tuple(Move(*one, timings.SHOW_HAND) for one in zip(names, begin, end, strict=True)))


@animate.register
def _(event: Signed, before: Board, after_board: Board, spot: Spot) -> Animation:
    return Wait(timings.SIGN_SHOWN)
