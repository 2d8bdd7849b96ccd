"""A match gone through: how far it is, the course of it, a choice to try again and the answer."""

from __future__ import annotations

import pygame

from game.engine.actions import Deal
from game.fairness import shuffled, stream
from game.record import Record
from game.rules import GAMES
from game.view import look
from tests.gallery.going import Shots, still
from tests.helpers import NAMES, choose, fresh
from tests.ui.stage import AppByHand
from tests.ui.studies import StudyByHand, by_hand
from ui.scenes.analysing import Analysing
from ui.scenes.analysis import Analysis
from ui.scenes.learn import Learn
from ui.scenes.menu import Menu


class Halfway(StudyByHand):
    """Never comes further than this."""

    until = 17


def played(game: str, seats: int, deals: int, person: str = "novice", **options: object) -> Record:
    """A match in which seat 0 plays as a person of that skill does."""
    match, rng = fresh(game, seats=seats, **options), stream(5, game, seats)
    record = Record(
        game=game, preset=next(iter(GAMES[game].presets)), options=match.options, names=NAMES[:seats], first_dealer=0
    )
    while not match.over and len(record.deals) < deals:
        pack = shuffled(match.pack, rng)
        record, match = record.dealt(match.dealer, pack), match.apply(Deal(pack)).match
        while (seat := match.to_act) is not None:
            action = choose("club" if seat else person, look(match, seat), rng)
            record, match = record.acted(action), match.apply(action).match
    return record


def open_analysis(app: AppByHand, record: Record, people: tuple[int, ...] = (0,)) -> None:
    """The analysis of a match that was kept."""
    kinds = tuple("you" if seat in people else "club" for seat in range(len(record.names)))
    journal = app.storage.journal()
    app.stage.go(Menu(app.stage))
    app.stage.doors.analysis(journal.create(record, kinds, 1, {}))
    still(app)


def analysis(game: str, seats: int, deals: int, app: AppByHand) -> Shots:
    """From the bar to the answer."""
    by_hand(app, Halfway)
    record = played(game, seats, deals)
    open_analysis(app, record)
    assert isinstance(app.stage.scene, Analysing)
    yield f"analysis-{game}-going"
    by_hand(app)
    for _match in range(2):
        open_analysis(app, record, (0, 1))
    scene = app.stage.scene
    assert isinstance(scene, Analysis)
    yield f"analysis-{game}"
    for _step in range(6):
        app.key(pygame.K_TAB)
        if scene.focus.name == "The course of the match":
            break
    app.key(pygame.K_RIGHT)
    still(app)
    yield f"analysis-{game}-by-keyboard"
    app.press("Learn from it")
    still(app)
    learn = app.stage.scene
    assert isinstance(learn, Learn)
    yield f"learn-{game}"
    judged = learn.task.finding.judgement
    assert judged is not None
    learn.act(judged.options[-1].action)
    still(app)
    yield f"learn-{game}-answer"
    app.press("Try again")
    still(app)
    learn.act(judged.best.action)
    still(app)
    yield f"learn-{game}-best"
