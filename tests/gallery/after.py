"""After the match: the history, a match gone through again, the statistics."""

from __future__ import annotations

from random import Random

import pygame

from game.rules import GAMES
from game.seating import PERSON
from game.store.journal import Journal
from tests.gallery.going import Shots, still
from tests.helpers import NAMES, fresh, playout, recorded
from tests.ui.stage import AppByHand
from ui.scenes.menu import Menu

LEVELS = ("club", "expert", "master", "novice")


def played(journal: Journal, count: int, *, last: int = 0) -> None:
    """Matches by chance at all the games, the first of them the oldest; the ``last`` ones are not over."""
    rng = Random(4)
    for number in range(count):
        game = list(GAMES)[number % len(GAMES)]
        match = fresh(game, seats=GAMES[game].proposed_seats)
        record = recorded(match, list(playout(match, number, deals=40)))
        names = (NAMES[0], *rng.sample(NAMES[1:], len(record.names) - 1))
        record = type(record)(**{**{one: getattr(record, one) for one in record.__struct_fields__}, "names": names})
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
    played(app.storage.journal(), 60, last=3)
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
