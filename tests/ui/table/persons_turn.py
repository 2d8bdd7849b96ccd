"""A table in the window, at a person's turn (dummy driver)."""

from __future__ import annotations

from typing import Any

import pygame

from game.local_table import LocalTable
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, behind
from ui.scenes.menu import Menu
from ui.table.pause import Pause


def to_turn(app: AppByHand) -> LocalTable:
    """On to a person's turn, the screen taken; gives the table."""
    table = behind(app.table)

    def reached() -> bool:
        app.table.skip()
        if table.cover is not None:
            table.ready()
        return table.your_turn and not app.table.beats

    app.steps(reached)
    app.step(0.0)
    return table


def pause(app: AppByHand) -> Pause:
    app.key(pygame.K_ESCAPE)
    scene = app.stage.scene
    assert isinstance(scene, Pause)
    return scene


def begin(app: AppByHand, kinds: str = "you club", **options: Any) -> LocalTable:
    at_table(app, seating(kinds, **options))
    return to_turn(app)


def sit(app: AppByHand, kinds: str) -> None:
    app.stage.push(Menu(app.stage))
    app.step()
    app.stage.doors.begin(seating(kinds))
    app.step()
    app.step()
