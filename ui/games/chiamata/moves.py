"""The animations of Briscola chiamata's own events: calls, the called card, the revealed partner."""

from __future__ import annotations

from game.core.phase import Board
from game.rules.chiamata.events import CalledCardNamed, CallMade, PartnerRevealed, SoloCalled
from ui.graphics import timings
from ui.table.animation.events import apply_event, replace, show_for


@apply_event.register
def _(event: CalledCardNamed, board: Board, final_board: Board) -> Board:
    return replace(board, trump=event.card.suit)


show_for(timings.CALL_SHOWN_S, CallMade, SoloCalled)
show_for(timings.SIGN_SHOWN_S, CalledCardNamed, PartnerRevealed)
