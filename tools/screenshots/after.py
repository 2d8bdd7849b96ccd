"""After the match: the history, a match gone through again, the statistics."""

from __future__ import annotations

from random import Random

import pygame
from msgspec.structs import replace

from game.rules import GAMES
from game.seating import PERSON
from tests.game.test_same_cards import bring, keep, with_packs
from tests.game.test_same_cards import played as played_alike
from tests.helpers import NAMES, fresh, playout, recorded
from tests.ui.stage import AppByHand
from tools.screenshots.going import Shots, still
from ui.scenes.menu import Menu
from ui.scenes.statistics import StatisticsScene

FIRST = 1_760_000_000.0
"""When the first match is played, seconds since 1970."""
LEVELS = ("club", "expert", "master", "novice")


def played(app: AppByHand, count: int, *, last: int = 0) -> None:
    """Matches by chance at all the games, the first of them the oldest; the ``last`` ones are not over."""
    rng, journal = Random(4), app.storage.journal()
    app.clock.now = max(app.clock.now, FIRST)
    for number in range(count):
        app.clock.go(rng.randrange(40_000, 200_000))
        game = list(GAMES)[number % len(GAMES)]
        match = fresh(game, seats=GAMES[game].proposed_seats)
        record = recorded(match, list(playout(match, number, deals=40)))
        names = (NAMES[0], *rng.sample(NAMES[1:], len(record.names) - 1))
        record = replace(record, names=names)
        kinds = (PERSON, *rng.choices(LEVELS, k=len(names) - 1))
        extra = {"assisted": True} if number % 7 == 3 else {"side_line": True} if number % 11 == 5 else {}
        is_open = number >= count - last
        for _action in range(9 if is_open else 0):
            record = record.undo()
        made = journal.create(record, kinds, number, extra)
        if not is_open:
            journal.finish(made)
        journal.release(made)


def history(app: AppByHand) -> Shots:
    played(app, 60, last=3)
    app.stage.go(Menu(app.stage))
    still(app)
    app.press("History")
    still(app)
    yield "history"
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_PAGEDOWN):
        app.key(key)
    yield "history-by-keyboard"
    app.press("Delete…")
    still(app)
    yield "history-delete"
    app.stage.back()
    app.press("Export…")
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
    app.press("Play it again…")
    still(app)
    yield f"replay-{game}-again"


def compared(app: AppByHand) -> Shots:
    """The same cards as others played them: nothing told yet, then all of it."""
    journal = app.storage.journal()
    theirs = played_alike("spades", 5)
    other = bring(journal, theirs)
    app.stage.go(Menu(app.stage))
    app.stage.doors.compare(other)
    still(app)
    yield "same-cards-covered"
    app.stage.back()
    number = keep(journal, with_packs(theirs, 8))
    app.stage.doors.compare(number)
    still(app)
    app.press("Let the computer play them")
    app.steps(lambda: not app.stage.scene.busy)
    still(app)
    yield "same-cards"


def statistics(app: AppByHand) -> Shots:
    """Charts of every game, and the tables behind them."""
    app.stage.settings = replace(app.stage.settings, name=NAMES[0])
    played(app, 160)
    app.stage.go(Menu(app.stage))
    app.stage.doors.statistics()
    scene = app.stage.scene
    assert isinstance(scene, StatisticsScene)
    for game in GAMES:
        scene._set_game(game)
        app.steps(lambda: not app.stage.scene.busy)
        still(app)
        yield f"statistics-{game}"
    scene.scrolls["figures"].move_to(9999)
    still(app)
    yield "statistics-trend"
    scene._set_tables(True)
    still(app)
    yield "statistics-tables"
