"""After the match: the history, a match gone through again, the statistics."""

from __future__ import annotations

import pygame
from msgspec.structs import replace

from game.rules import GAMES
from game.seating import PERSON
from tests.helpers import NAMES, fresh, playout, recorded
from tests.ui.driving import still
from tests.ui.pages import fill_history
from tests.ui.stage import AppByHand
from tools.screenshots import Shots
from ui.scenes.menu import Menu
from ui.scenes.statistics import StatisticsScene


def history(app: AppByHand) -> Shots:
    fill_history(app, 60, last=3)
    app.stage.go(Menu(app.stage))
    still(app)
    app.press("history")
    still(app)
    yield "history"
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_PAGEDOWN):
        app.key(key)
    yield "history-by-keyboard"
    app.press("delete")
    still(app)
    yield "history-delete"
    app.stage.back()
    app.press("export")
    still(app)
    yield "history-export"


def replay(game: str, app: AppByHand) -> Shots:
    """A match gone through again: at its beginning, in a trick, with open hands, and what may be played from there."""
    journal, seats = app.storage.journal(), GAMES[game].proposed_seats
    record = recorded(fresh(game, seats=seats), list(playout(fresh(game, seats=seats), 1, deals=3)))
    number = journal.create(record, (PERSON, *["club"] * (seats - 1)), 1, {})
    app.stage.go(Menu(app.stage))
    app.stage.doors.replay(number)
    still(app)
    app.drawn()
    yield f"replay-{game}"
    for key in (pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_o):
        app.key(key)
        app.steps(lambda: not app.stage.scene.busy)
    yield f"replay-{game}-open"
    app.press("play-again")
    still(app)
    yield f"replay-{game}-again"


def statistics(app: AppByHand) -> Shots:
    """Charts of every game, and the tables behind them."""
    app.stage.settings = replace(app.stage.settings, name=NAMES[0])
    fill_history(app, 160)
    app.stage.go(Menu(app.stage))
    app.stage.doors.statistics()
    scene = app.stage.scene
    assert isinstance(scene, StatisticsScene)
    for game in GAMES:
        scene.set_game(game)
        app.steps(lambda: not app.stage.scene.busy)
        still(app)
        yield f"statistics-{game}"
    scene.scrolls["figures"].move_to(9999)
    still(app)
    yield "statistics-trend"
    scene.set_tables(True)
    still(app)
    yield "statistics-tables"
