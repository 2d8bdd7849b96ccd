"""How a hand is held: sorted in each way, arranged by the person, its cards named."""

from __future__ import annotations

import msgspec
import pygame

from tests.fakes import seating
from tests.ui.driving import forward, still
from tests.ui.stage import AppByHand, at_table
from tools.screenshots import Shots
from ui.settings import HAND_ORDERS
from ui.table.layout import layout


def hands(app: AppByHand) -> Shots:
    """A hand of thirteen cards in every order, and a card of it moved to the other end."""
    scene = at_table(app, seating("you club club club", game="spades"))
    forward(app, lambda table: table.table.your_turn and table.view.phase is not None and table.view.phase.in_play)
    for by in HAND_ORDERS:
        app.stage.apply(msgspec.structs.replace(app.stage.settings, hand_order=by))
        app.key(pygame.K_RIGHT)
        still(app)
        yield f"hand-{by}"
    poses = layout(scene.board, scene.spot)
    first, last = (poses[scene.hand[at].name] for at in (0, -1))
    scene.hands.put(first.card, (round(last.x) + 20, round(last.y)))
    still(app)
    yield "hand-arranged"
