"""What comes after a match is reached by the keys alone, and told: history, replay, statistics, analysis, result."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton, UITextEntryLine

from tests.fakes import Paper, seating
from tests.game.test_same_cards import bring, keep, played, with_packs
from tests.ui.stage import AppByHand, at_table
from tests.ui.studies import by_hand
from tests.ui.table.test_table_scene import your_turn
from tests.ui.test_analysis import Waits
from ui.scene import Scene, Stage
from ui.scenes.analysis import Analysis
from ui.scenes.menu import Menu
from ui.scenes.replay import Replay
from ui.table.chat import Chat
from ui.table.result import Result
from ui.widgets.drawn import Drawn

pytestmark = pytest.mark.slow

THEIRS = played("briscola", 2)


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Menu


def rest(app: AppByHand) -> None:
    for _frame in range(20):
        app.step(0.25)


def history(app: AppByHand) -> None:
    keep(app.storage.journal(), THEIRS)
    keep(app.storage.journal(), with_packs(THEIRS, 4))
    app.stage.doors.history(lambda: None)


def history_of_nothing(app: AppByHand) -> None:
    app.stage.doors.history(lambda: None)


def replay(app: AppByHand) -> None:
    app.stage.doors.replay(keep(app.storage.journal(), THEIRS))


def again(app: AppByHand) -> None:
    replay(app)
    rest(app)
    assert isinstance(app.stage.scene, Replay)
    app.press("play-again")


def same_cards(app: AppByHand) -> None:
    number = keep(app.storage.journal(), with_packs(THEIRS, 4))
    for name in ("Zoë", "Ugo"):
        bring(app.storage.journal(), THEIRS if name == "Ugo" else with_packs(THEIRS, 6), name)
    app.stage.doors.compare(number)


def covered_cards(app: AppByHand) -> None:
    app.stage.doors.compare(bring(app.storage.journal(), THEIRS))


def statistics(app: AppByHand) -> None:
    keep(app.storage.journal(), THEIRS)
    app.stage.doors.statistics()


def analysis(app: AppByHand) -> None:
    by_hand(app)
    app.stage.doors.analysis(keep(app.storage.journal(), played("briscola", 1)))
    app.steps(lambda: isinstance(app.stage.scene, Analysis), most=300)


def learn(app: AppByHand) -> None:
    by_hand(app)
    app.stage.doors.analysis(keep(app.storage.journal(), played("chiamata", 1)))
    app.steps(lambda: isinstance(app.stage.scene, Analysis), most=300)
    app.press("learn")


def waiting(app: AppByHand) -> None:
    by_hand(app, Waits)
    app.stage.doors.analysis(keep(app.storage.journal(), played("briscola", 1)))


def result(app: AppByHand) -> None:
    at_table(app, seating("club club"))
    app.steps(lambda: isinstance(app.stage.scene, Result), seconds=0.25)


def talk(app: AppByHand) -> None:
    scene = your_turn(app, "you club")
    app.stage.push(Chat(app.stage, scene, 0))


PLACES = (
    history, history_of_nothing, replay, again, same_cards, covered_cards, statistics, analysis, learn, waiting, result,
    talk,
)  # fmt: skip


@pytest.mark.parametrize("opens", PLACES, ids=lambda one: one.__name__)
def test_tab_comes_to_everything_and_all_of_it_is_told(
    app: AppByHand, paper: Paper, opens: Callable[[AppByHand], None]
) -> None:
    opens(app)
    rest(app)
    focus = app.stage.scene.focus
    wanted = [one for one in focus.widgets if one.is_enabled and one.visible]
    came = []
    for _press in wanted:
        paper.take()
        app.key(pygame.K_TAB)
        told, stop = paper.take(), focus.stop
        came.append(focus.widget)
        assert stop is not None and told and told[-1].startswith(stop.how) and stop.words[:1] in told[-2]
        assert not isinstance(came[-1], Drawn) or (came[-1].said and came[-1].how)
    assert set(came) == set(wanted) and len(came) == len(set(came))
    shown = [one for one in app.widgets() if one.visible]
    usable: list[UIElement] = [one for one in shown if isinstance(one, UIButton | UITextEntryLine)]
    usable += [one for one in shown if isinstance(one, Drawn) and one.how]
    assert usable and all(one in focus.widgets for one in usable)
