"""A match gone through: how far it is, the course of it, a choice to try again and the answer."""

from __future__ import annotations

import pygame

from game.record import Record
from tests.game.analysis.matches import played
from tests.ui.driving import still
from tests.ui.stage import AppByHand
from tests.ui.studies import StudyByHand, by_hand
from tools.screenshots import Shots
from ui.scenes.analysing import Analysing
from ui.scenes.analysis import Analysis
from ui.scenes.learn import Learn
from ui.scenes.menu import Menu


class Halfway(StudyByHand):
    """Never comes further than this."""

    until = 17


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
    record = played(game, ["novice", *["club"] * (seats - 1)], deals)
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
        if scene.focus.stop is not None and scene.focus.stop.widget_id == "course":
            break
    app.key(pygame.K_RIGHT)
    still(app)
    yield f"analysis-{game}-by-keyboard"
    app.press("learn")
    still(app)
    learn = app.stage.scene
    assert isinstance(learn, Learn)
    yield f"learn-{game}"
    judged = learn.task.finding.judgement
    assert judged is not None
    learn.act(judged.options[-1].action)
    still(app)
    yield f"learn-{game}-answer"
    app.press("try-again")
    still(app)
    learn.act(judged.best.action)
    still(app)
    yield f"learn-{game}-best"
