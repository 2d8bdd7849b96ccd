"""Every text has its room: in every language, small and large, on every page and at every table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from game.engine.tricks import Tricks
from game.i18n import speaking
from game.match import Match
from game.record import Record
from game.rules import GAMES
from tests.ui.driving import found, stand, still
from tests.ui.ink import cut_in, looking, outside, over_others
from tests.ui.pages import fill_history, longest_step, show_lesson, show_lessons, show_same_cards
from tests.ui.stage import AppByHand, settings
from tests.ui.test_analysis import analysed, match_of
from tests.ui.test_menu_pages import LONG, PAGES
from ui.page import Page
from ui.scenes.history import History
from ui.scenes.menu import Menu
from ui.scenes.shortcuts import ShortcutsPage
from ui.scenes.statistics import StatisticsScene
from ui.settings import Settings

pytestmark = pytest.mark.slow

PLACES = [("en", 2.0), ("it", 0.75), ("it", 1.5), ("it", 2.0), ("fr", 0.75), ("fr", 1.0), ("fr", 2.0)]


@pytest.fixture(params=PLACES, ids=lambda place: f"{place[0]} at {place[1]:.0%}")
def app_settings(request: Any) -> Iterator[Settings]:
    """The program in a language, its texts as small and as large as they may be."""
    language, scale = request.param
    with speaking(language):
        yield settings(scale=scale, language=language)


def faults(app: AppByHand, name: str, *, over: bool = False) -> list[object]:
    """What has no room in the scene that is shown; ``over``: it lies over another scene, whose words are seen too."""
    scene = app.stage.scene
    with looking() as ink:
        app.stage.rebuild()
        app.steps(lambda: scene.ready)
        app.step()
        drawn = ink.on(app)
    assert drawn, name
    given = [words for words in ink.cut if not any(one in words for one in LONG)]
    found: list[object] = [*given, *outside(drawn), *(() if over else over_others(drawn))]
    if isinstance(scene, Page):
        found += [words for words in cut_in(app, scene) if not any(one in words for one in LONG)]
    return [(name, *found)] if found else []


def test_on_every_page(app: AppByHand) -> None:
    wrong = []
    for name, make in {**PAGES, "shortcuts": ShortcutsPage}.items():
        app.stage.go(Menu(app.stage))
        app.stage.push(make(app.stage))
        wrong += faults(app, name, over=name in ("ask", "prompt"))
    app.stage.doors.trainer()
    wrong += faults(app, "trainer")
    assert wrong == []


def test_on_every_page_about_matches(app: AppByHand) -> None:
    fill_history(app, 8, last=1)
    wrong = []
    for name, make in (("history", lambda stage: History(stage, lambda: None)), ("statistics", StatisticsScene)):
        app.stage.go(Menu(app.stage))
        app.stage.push(make(app.stage))
        app.steps(lambda: not app.stage.scene.busy)
        wrong += faults(app, name)
    shown = app.stage.scene
    assert isinstance(shown, StatisticsScene)
    shown.set_tables(True)
    wrong += faults(app, "tables")
    app.stage.doors.replay(1)
    still(app)
    wrong += faults(app, "replay")
    assert wrong == []


def test_on_the_page_of_the_same_cards(app: AppByHand) -> None:
    wrong = []
    for name in show_same_cards(app):
        wrong += faults(app, name)
    assert wrong == []


def test_in_the_lessons(app: AppByHand) -> None:
    wrong = []
    for name in show_lessons(app):
        wrong += faults(app, name)
    for game in GAMES:
        show_lesson(app, game, longest_step(game))
        wrong += faults(app, game)
    assert wrong == []


def test_when_a_match_was_gone_through(app: AppByHand) -> None:
    page = analysed(app, match_of("muscio"))
    wrong = faults(app, "analysis")
    page.learn(0)
    still(app)
    wrong += faults(app, "learn")
    assert wrong == []


def at_choice(match: Match) -> bool:
    """Whether the first seat is to do something before the play, or in it."""
    return match.to_act == 0


def in_play(match: Match) -> bool:
    """Whether the first seat is to play a card, some tricks being taken."""
    return match.to_act == 0 and isinstance(match.phase, Tricks) and len(match.phase.done) > 2


def over_now(match: Match) -> bool:
    """Whether a deal is over."""
    return bool(match.results)


@cache
def record_of(game: str, seats: int, wanted: Callable[[Match], bool]) -> Record:
    return found(game, seats, wanted)


@pytest.mark.parametrize("game", GAMES)
def test_at_every_table_and_its_result(app: AppByHand, game: str) -> None:
    seats = max(GAMES[game].seats)
    stand(app, record_of(game, seats, at_choice))
    wrong = faults(app, "table")
    stand(app, record_of(game, seats, over_now))
    wrong += faults(app, "result", over=True)
    assert wrong == []


def test_over_a_table(app: AppByHand) -> None:
    table = stand(app, record_of("chiamata", 5, in_play))
    wrong = faults(app, "table in play")
    for name in ("pause", "pad", "log", "tricks"):
        getattr(table.openings, name)()
        still(app)
        wrong += faults(app, name, over=True)
        app.stage.back()
    assert wrong == []
