"""Pictures after a match: the history, a replay, the statistics."""

from __future__ import annotations

from typing import Any

import pygame
from msgspec.structs import replace

from game.lessons import LESSONS
from game.lessons.progress import LessonProgress, store_lesson_progress
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from game.statistics.daily_deals import DailyResult, store_daily_result
from tests.helpers import PLAYER_NAMES
from tests.joint_records import make_revealed_record
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from tests.ui.scene_registry import ViewNames
from tests.ui.scene_registry.examples import fill_history
from ui.scenes.history.scene import HistoryScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.statistics.scene import StatisticsScene


def show_history(app: AppDriver) -> ViewNames:
    fill_history(app, 24, unfinished_count=3)
    app.context.scenes.replace(MainMenuScene(app.context))
    run_settling_frames(app)
    app.click_button("history")
    app.move_mouse((0, 0))
    yield "history"
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_PAGEDOWN):
        app.press_key(key)
    yield "history-by-keyboard"
    app.click_button("match-menu")
    yield "history-menu"
    app.click_button("delete")
    yield "history-delete"
    app.context.scenes.pop()
    app.click_menu_entry("match-menu", "export")
    yield "history-export"
    app.context.scenes.pop()
    app.expect_scene(HistoryScene).search("nobody")
    run_settling_frames(app)
    yield "history-without-matches"


def show_replay(game: str, app: AppDriver) -> ViewNames:
    """Show a replay: its start, a trick with open hands, and the offer to play from there."""
    journal, record = app.storage.get_repository(), make_revealed_record(game)
    number = journal.create_match(record, (PERSON_KIND, *["club"] * (len(record.names) - 1)), 1, {})
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_replay(number)
    run_settling_frames(app)
    app.wait_for_card_images()
    yield f"replay-{game}"
    for key in (pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_o):
        app.press_key(key)
        app.advance_until(lambda: not app.context.scenes.top.is_busy)
    yield f"replay-{game}-open"
    for key in (pygame.K_p, pygame.K_PAGEUP):
        app.press_key(key)
    for _frame in range(20):
        app.advance_frame(0.2)
    yield f"replay-{game}-stopped"
    app.click_button("play-again")
    yield f"replay-{game}-again"


def show_statistics(app: AppDriver) -> ViewNames:
    """Show each game at a glance, and the tables of the last."""
    fill_history(app, 60)
    app.storage.get_repository().rename_profile(app.context.own_profile.id, "Marta")
    app.context.apply_settings(replace(app.context.settings, name="Marta"))
    app.context.reload_profiles()
    app.context.scenes.replace(MainMenuScene(app.context))
    run_settling_frames(app)
    app.context.router.open_statistics()
    scene = app.context.scenes.top
    assert isinstance(scene, StatisticsScene)
    click_choice(app, "person", next(profile for profile in scene.profiles if profile.name == PLAYER_NAMES[0]))
    for game in GAMES:
        click_choice(app, "game", game)
        app.advance_until(lambda: not app.context.scenes.top.is_busy)
        yield f"statistics-{game}"
    click_choice(app, "shown-as", True)
    yield "statistics-tables"


def show_medals(app: AppDriver) -> ViewNames:
    """Show the medals of a person with some matches, a lesson and daily deals: one that is won, and one that is not."""
    fill_history(app, 24)
    app.storage.get_repository().rename_profile(app.context.own_profile.id, "Marta")
    names = {profile.name: profile.id for profile in app.storage.get_repository().list_profiles()}
    own_id, folders = names[PLAYER_NAMES[0]], app.context.folders
    app.context.apply_settings(replace(app.context.settings, name=PLAYER_NAMES[0], profile=own_id))
    app.context.reload_profiles()
    store_lesson_progress(folders, LessonProgress(profile=own_id, game=next(iter(LESSONS)), done=True))
    for day in range(1, 10):
        result = DailyResult(date=f"2025-11-{day:02}", game="briscola", match=day, profile=own_id, state="scored")
        store_daily_result(folders, result)
    app.context.scenes.replace(MainMenuScene(app.context))
    app.advance_frame()
    app.context.router.open_medals()
    run_settling_frames(app)
    yield "medals"
    app.click_widget("medal-secret-partner")
    yield "medals-not-won"


def click_choice(app: AppDriver, widget_id: str, value: Any) -> None:
    """Click a value in a row of choices."""
    choice = app.get_widget(widget_id)
    part_rect = choice.part_rects[choice.values.index(value)]
    app.click(part_rect.move(choice.get_abs_rect().topleft).center)
