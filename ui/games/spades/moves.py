"""The animation of a bid."""

from __future__ import annotations

from game.core.phase import Board
from game.rules.spades.events import BidMade
from ui.graphics import timings
from ui.table.animation.events import animate_event
from ui.table.animation.tween import Animation, WaitAnimation
from ui.table.layout.seats import TableLayout


@animate_event.register
def _(event: BidMade, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    return WaitAnimation(timings.CALL_SHOWN_S)
