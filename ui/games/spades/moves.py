"""How a bid looks."""

from __future__ import annotations

from game.engine.phases import Board
from game.rules.spades.events import BidMade
from ui import timings
from ui.table.animation import Animation, WaitAnimation
from ui.table.choreography import animate_event
from ui.table.places import TableLayout


@animate_event.register
def _(event: BidMade, board_before: Board, board_after: Board, layout: TableLayout) -> Animation:
    return WaitAnimation(timings.CALL_SHOWN_SECONDS)
