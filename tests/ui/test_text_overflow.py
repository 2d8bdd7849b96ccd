"""Every text fits its place: in every language, small and large, on every page and at every table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pygame
import pytest

from game.core.trick_taking import TrickPhase
from game.lessons import LESSONS
from game.match.match import Match
from game.match.record import Record
from game.rules import GAMES
from game.text.gettext import use_language
from game.trainer.model import list_task_kinds
from tests.ui.app_driver import AppDriver, make_settings
from tests.ui.match_driver import find_match, resume_at, run_settling_frames
from tests.ui.scene_registry.examples import (
    fill_history,
    find_longest_step,
    show_comparison,
    show_lesson,
    show_lesson_menu,
)
from tests.ui.scene_registry.long_pages import LONG_NAMES, PAGE_OPENERS
from tests.ui.scene_registry.network_tables import (
    show_network_absence,
    show_network_bar,
    show_network_false_host,
    show_network_table,
)
from tests.ui.scenes.test_analysis import open_finished_analysis, store_played_match
from tests.ui.text_recorder import find_cut_texts, find_overlapping_texts, find_texts_outside, record_texts
from ui.app.settings import MAX_NAME_CHARACTERS, Settings
from ui.scenes.dialogs.box import DialogBox
from ui.scenes.history.scene import HistoryScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.page import Page
from ui.scenes.shortcuts.scene import ShortcutsScene
from ui.scenes.statistics.scene import StatisticsScene
from ui.scenes.trainer.drill import DrillScene
from ui.scenes.trainer.scene import TrainerScene
from ui.table.scene import TableScene

pytestmark = pytest.mark.slow

LANGUAGES_AND_SCALES = [("en", 2.0), ("it", 0.75), ("it", 2.0), ("fr", 2.0)]


@pytest.fixture(params=LANGUAGES_AND_SCALES, ids=lambda place: f"{place[0]} at {place[1]:.0%}")
def app_settings(request: Any) -> Iterator[Settings]:
    """Return settings with a language and its smallest or largest text."""
    language, scale = request.param
    with use_language(language):
        yield make_settings(scale=scale, language=language)


def has_long_name(text: str) -> bool:
    """Return whether a text has one of the `LONG_NAMES`, which may be cut, or as much of it as can be typed.

    It is also one if it is the first word of a name: a plate without room for more shows only that.
    """
    return any(name[:MAX_NAME_CHARACTERS].strip() in text or text == name.split()[0] for name in LONG_NAMES)


def list_overflows(app: AppDriver, name: str, *, is_overlay: bool = False) -> list[object]:
    """Return the texts without enough space in the top scene.

    ``is_overlay``: it is above another scene, whose texts are visible too.
    """
    scene = app.context.scenes.top
    with record_texts() as ink:
        app.context.scenes.rebuild()
        app.wait_for_card_images()
        app.advance_until(lambda: scene.is_ready)
        app.advance_frame()
        drawn = ink.list_texts(app)
    assert drawn, name
    known_overflows = [words for words in ink.cut_texts if not has_long_name(words)]
    overflows: list[object] = [
        *known_overflows,
        *find_texts_outside(drawn),
        *(() if is_overlay else find_overlapping_texts(drawn)),
    ]
    if isinstance(scene, Page):
        overflows += [words for words in find_cut_texts(app, scene) if not has_long_name(words)]
    return [(name, *overflows)] if overflows else []


def test_texts_fit_on_every_page(app: AppDriver) -> None:
    wrong = []
    for name, make in {**PAGE_OPENERS, "shortcuts": ShortcutsScene}.items():
        app.context.scenes.replace(MainMenuScene(app.context))
        app.context.scenes.push(make(app.context))
        wrong += list_overflows(app, name, is_overlay=isinstance(app.context.scenes.top, DialogBox))
    app.context.router.open_trainer()
    wrong += list_overflows(app, "trainer")
    assert wrong == []


def test_texts_fit_on_every_match_page(app: AppDriver) -> None:
    fill_history(app, 8, unfinished_count=1)
    wrong = []
    for name, make in (
        ("history", lambda context: HistoryScene(context, lambda: None)),
        ("statistics", StatisticsScene),
    ):
        app.context.scenes.replace(MainMenuScene(app.context))
        app.context.scenes.push(make(app.context))
        app.advance_until(lambda: not app.context.scenes.top.is_busy)
        wrong += list_overflows(app, name)
    shown = app.context.scenes.top
    assert isinstance(shown, StatisticsScene)
    shown.set_tables(True)
    wrong += list_overflows(app, "tables")
    app.context.router.open_replay(1)
    run_settling_frames(app)
    wrong += list_overflows(app, "replay")
    assert wrong == []


def test_texts_fit_on_the_comparison_page(app: AppDriver) -> None:
    wrong = []
    for name in show_comparison(app):
        wrong += list_overflows(app, name)
    assert wrong == []


@pytest.mark.parametrize("show", [show_network_table, show_network_bar, show_network_absence, show_network_false_host])
def test_texts_fit_at_a_table_over_the_network(app: AppDriver, show: Callable[[AppDriver], Iterator[str]]) -> None:
    wrong = []
    for name in show(app):
        wrong += list_overflows(app, name, is_overlay=not isinstance(app.context.scenes.top, TableScene))
    assert wrong == []


def test_texts_fit_in_the_lessons(app: AppDriver) -> None:
    wrong = []
    for name in show_lesson_menu(app):
        wrong += list_overflows(app, name)
    for lesson in LESSONS:
        show_lesson(app, lesson, find_longest_step(lesson))
        wrong += list_overflows(app, lesson)
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_texts_fit_in_the_tasks_of_the_trainer(app: AppDriver, game: str) -> None:
    wrong = []
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_trainer()
    trainer = app.expect_scene(TrainerScene)
    trainer.set_game(game)
    for kind in (kind for kind in list_task_kinds(game) if kind not in {"call", "pair"}):
        trainer.practice(kind)
        run_settling_frames(app)
        drill = app.expect_scene(DrillScene)
        wrong += list_overflows(app, f"{kind} shown")
        while drill.trick_index is not None:
            app.press_key(pygame.K_RETURN)
        app.press_key(pygame.K_RIGHT)
        if kind == "out":
            app.press_key(pygame.K_RETURN)
        wrong += list_overflows(app, f"{kind} asked")
        drill.check()
        run_settling_frames(app)
        wrong += list_overflows(app, f"{kind} answered")
        app.context.scenes.pop()
    assert wrong == []


def test_texts_fit_in_the_analysis(app: AppDriver) -> None:
    page = open_finished_analysis(app, store_played_match("muscio"))
    wrong = list_overflows(app, "analysis")
    page.learn(0)
    run_settling_frames(app)
    wrong += list_overflows(app, "learn")
    assert wrong == []


def is_choice_of_seat_0(match: Match) -> bool:
    """Return whether seat 0 has a choice before or during the play."""
    return match.turn == 0


def is_card_play_of_seat_0(match: Match) -> bool:
    """Return whether seat 0 is on turn to play a card after some tricks."""
    return match.turn == 0 and isinstance(match.phase, TrickPhase) and len(match.phase.completed_tricks) > 2


def is_deal_over(match: Match) -> bool:
    return bool(match.results)


@cache
def find_record(game: str, seats: int, wanted: Callable[[Match], bool]) -> Record:
    return find_match(game, seats, wanted)


@pytest.mark.parametrize("game", GAMES)
def test_texts_fit_at_every_table_and_its_result(app: AppDriver, game: str) -> None:
    seats = max(GAMES[game].seat_counts)
    resume_at(app, find_record(game, seats, is_choice_of_seat_0))
    wrong = list_overflows(app, "table")
    resume_at(app, find_record(game, seats, is_deal_over))
    wrong += list_overflows(app, "result", is_overlay=True)
    assert wrong == []


def test_texts_fit_over_a_table(app: AppDriver) -> None:
    table = resume_at(app, find_record("chiamata", 5, is_card_play_of_seat_0))
    wrong = list_overflows(app, "table in play")
    overlays = table.overlays
    for open_overlay in (table.open_pause, overlays.open_score_pad, overlays.open_log, overlays.open_trick_history):
        open_overlay()
        run_settling_frames(app)
        wrong += list_overflows(app, open_overlay.__name__, is_overlay=True)
        app.context.scenes.pop()
    assert wrong == []
