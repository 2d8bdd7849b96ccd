"""How a bid looks."""

from __future__ import annotations

from game.engine.phases import Board
from game.rules.spades.events import BidMade
from ui import timings
from ui.table.animation import Animation, Wait
from ui.table.choreography import animate
from ui.table.places import Spot


@animate.register
def _(event: BidMade, before: Board, after_board: Board, spot: Spot) -> Animation:
    return Wait(timings.CALL_SHOWN)
