"""Scenes of a hand: sorted in each way, and arranged by the person."""

from __future__ import annotations

import msgspec
import pygame

from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, open_table
from tests.ui.match_driver import play_until
from tests.ui.scene_registry import ViewNames
from ui.app.settings import HAND_SORTINGS
from ui.table.layout.cards import compute_card_poses


def show_hands(app: AppDriver) -> ViewNames:
    """Show a hand of thirteen cards in each order, and with a card moved to the other end."""
    scene = open_table(app, make_match_setup("you club club club", game="spades"))
    play_until(
        app,
        lambda table: (
            table.session.is_your_turn and table.observation.phase is not None and table.observation.phase.is_card_play
        ),
    )
    for order in HAND_SORTINGS:
        app.context.apply_settings(msgspec.structs.replace(app.context.settings, hand_order=order))
        app.press_key(pygame.K_RIGHT)
        yield f"hand-{order}"
    poses = compute_card_poses(scene.board, scene.layout)
    first, last = (poses[scene.hand[index].name] for index in (0, -1))
    scene.hand_arrangement.drop_card(first.card, (round(last.x) + 20, round(last.y)))
    yield "hand-arranged"
