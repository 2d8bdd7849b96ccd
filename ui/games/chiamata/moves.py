"""How the events that only Briscola chiamata has look: calls, the named card, the partner revealed."""

from __future__ import annotations

from game.engine.phases import Board
from game.rules.chiamata.events import Called, CalledSolo, Named, PartnerRevealed
from ui import timings
from ui.table.animation import Animation, Wait
from ui.table.choreography import advance, animate, replace
from ui.table.places import Spot


@advance.register
def _(event: Named, board: Board, final: Board) -> Board:
    return replace(board, trump=event.card.suit)


@animate.register
def _(event: Called | CalledSolo, before: Board, after_board: Board, spot: Spot) -> Animation:
    return Wait(timings.CALL_SHOWN)


@animate.register
def _(event: Named | PartnerRevealed, before: Board, after_board: Board, spot: Spot) -> Animation:
    return Wait(timings.SIGN_SHOWN)
