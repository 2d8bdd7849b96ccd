"""Looking back in a deal: the strip of tricks, the cards that are gone, at every step of the memory aid."""

from __future__ import annotations

from typing import Any

import msgspec
import pygame

from game.aids import Aids, Memory
from game.engine.actions import Play
from game.rules import GAMES
from tests.fakes import seating
from tests.ui.driving import forward, still
from tests.ui.stage import AppByHand, at_table
from tools.screenshots import Shots
from ui.table.scene import TableScene

TABLES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("briscola", "you club club club", {"count_aloud": True}), ("chiamata", "you random random random random", {}),
    ("spades", "you club", {}), ("spades", "you club club club club", {}), ("muscio", "you club club club", {}),
)  # fmt: skip


def looking_back(app: AppByHand) -> Shots:
    """Late in a deal of every game: the last trick, one before it, and the pack."""
    for game, kinds, rules in TABLES:
        seats = len(kinds.split())
        table(app, game, kinds, "all", **rules)
        yield from pictures(app, f"{game}-{seats}")
    table(app, "briscola", "you club club club", "mine")
    yield from pictures(app, "mine")
    table(app, "briscola", "you club", "off")
    app.key(pygame.K_m)
    still(app)
    yield "memory-off"
    app.key(pygame.K_l)
    yield "look-back-off"


def table(app: AppByHand, game: str, kinds: str, memory: Memory, **rules: Any) -> None:
    at_table(app, msgspec.structs.replace(seating(kinds, game=game, **rules), aids=Aids(memory=memory)))
    forward(app, lambda one: one.table.your_turn and is_late(one))


def is_late(scene: TableScene) -> bool:
    """Whether most of the deal has been played."""
    return sum(scene.board.piles) >= 2 * len(scene.hand) * scene.view.seats > 0


def pictures(app: AppByHand, name: str) -> Shots:
    app.key(pygame.K_l)
    yield f"look-back-{name}"
    app.key(pygame.K_LEFT)
    app.key(pygame.K_LEFT)
    yield f"look-back-{name}-earlier"
    app.key(pygame.K_m)
    yield f"memory-{name}"


def covers(app: AppByHand) -> Shots:
    """Between people, late in a deal of every game: who is asked for, and the table as everybody may see it."""
    for game in GAMES.values():
        seats = max(game.seats)
        at_table(app, seating(" ".join(["you"] * seats), game=game.name))
        forward(app, lambda one: one.table.your_turn and is_late(one))
        choice = next(one for one in app.table.view.choices if isinstance(one, Play))
        app.table.act(choice)
        app.to_cover()
        yield f"cover-{game.name}-{seats}"
