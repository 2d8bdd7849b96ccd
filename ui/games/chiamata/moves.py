"""The animations of Briscola chiamata's own events: calls, the called card, the revealed partner."""

from __future__ import annotations

from game.core.phase import Board
from game.rules.chiamata.events import CalledCardNamed, CallMade, PartnerRevealed, SoloCalled
from ui.graphics import timings
from ui.table.animation.events import animate_event, apply_event, replace
from ui.table.animation.tween import Animation
from ui.table.layout.seats import TableLayout


@apply_event.register
def _(event: CalledCardNamed, board: Board, final_board: Board) -> Board:
    return replace(board, trump=event.card.suit)


@animate_event.register
def _(event: CallMade | SoloCalled, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    return Animation(pause=timings.CALL_SHOWN_S)


@animate_event.register
def _(
    event: CalledCardNamed | PartnerRevealed, board_before: Board, board_after: Board, layout: TableLayout
) -> Animation:
    return Animation(pause=timings.SIGN_SHOWN_S)
