"""Scenes of the trick history and the card memory, with each memory limit."""

from __future__ import annotations

from typing import Any

import msgspec
import pygame

from game.core.actions import Play
from game.match.assistance import AssistanceOptions, MemoryLimit
from game.rules import GAMES
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, open_table
from tests.ui.match_driver import play_until, run_settling_frames
from tests.ui.scene_registry import ViewNames
from ui.table.scene import TableScene

TABLE_SETUPS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("briscola", "you random random random", {"count_aloud": True}),
    ("chiamata", "you random random random random", {}),
    ("spades", "you random", {}),
    ("spades", "you random random random random", {}),
    ("muscio", "you random random random", {}),
)


def show_trick_history(app: AppDriver) -> ViewNames:
    """Show the last trick, an earlier one and the card memory, late in a deal of each game."""
    for game, kinds, rules in TABLE_SETUPS:
        seats = len(kinds.split())
        sit_down_late(app, game, kinds, "all", **rules)
        yield from show_panels(app, f"{game}-{seats}")
    sit_down_late(app, "briscola", "you random random random", "mine")
    yield from show_panels(app, "mine")
    sit_down_late(app, "briscola", "you random", "off")
    app.press_key(pygame.K_m)
    run_settling_frames(app)
    yield "memory-off"
    app.press_key(pygame.K_l)
    yield "look-back-off"


def sit_down_late(app: AppDriver, game: str, kinds: str, memory: MemoryLimit, **rules: Any) -> None:
    open_table(
        app,
        msgspec.structs.replace(
            make_match_setup(kinds, game=game, **rules), assistance=AssistanceOptions(memory=memory)
        ),
    )
    play_until(app, lambda scene: scene.session.is_your_turn and is_late_in_deal(scene))


def is_late_in_deal(scene: TableScene) -> bool:
    """Return whether most of the deal has been played."""
    return sum(scene.board.pile_sizes) >= 2 * len(scene.hand) * scene.observation.seats > 0


def show_panels(app: AppDriver, name: str) -> ViewNames:
    app.press_key(pygame.K_l)
    yield f"look-back-{name}"
    app.press_key(pygame.K_LEFT)
    app.press_key(pygame.K_LEFT)
    yield f"look-back-{name}-earlier"
    app.press_key(pygame.K_m)
    yield f"memory-{name}"
    app.press_key(pygame.K_m)
    app.press_key(pygame.K_ESCAPE)
    app.press_key(pygame.K_g)
    yield f"log-{name}"


def show_hand_over_screens(app: AppDriver) -> ViewNames:
    """Show the hand-over screen between people, late in a deal of each game."""
    for game in GAMES.values():
        seats = max(game.seat_counts)
        open_table(app, make_match_setup(" ".join(["you"] * seats), game=game.id))
        play_until(app, lambda action: action.session.is_your_turn and is_late_in_deal(action))
        choice = next(action for action in app.table_scene.observation.legal_actions if isinstance(action, Play))
        app.table_scene.act(choice)
        app.advance_to_hand_over()
        yield f"cover-{game.id}-{seats}"
