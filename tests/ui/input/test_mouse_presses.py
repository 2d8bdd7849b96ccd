"""A mouse press acts on release, is cancelled by dragging away, and is not lost by a rebuild."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.lessons.progress import LessonProgress, store_lesson_progress
from game.rules.chiamata.trick_play import NamingPhase
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, get_main_menu_class, make_settings, open_table
from tests.ui.match_driver import find_match, resume_at
from tests.ui.table_driver import advance_to_turn
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.games.chiamata.auction import NamingPanel
from ui.scenes.history.scene import HistoryScene
from ui.scenes.lessons.menu import LessonsMenuScene
from ui.scenes.settings.scene import SettingsScene, to_setting_widget_id
from ui.table.overlays.pause import PauseOverlay
from ui.table.state import TableState

POINT_OUTSIDE_WIDGETS = (1270, 710)


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return get_main_menu_class()


def press_mouse(app: AppDriver, where: tuple[float, float]) -> None:
    app.post_event(pygame.MOUSEBUTTONDOWN, pos=to_pixel(where), button=1, touch=False)


def release_mouse(app: AppDriver, where: tuple[float, float]) -> None:
    app.post_event(pygame.MOUSEBUTTONUP, pos=to_pixel(where), button=1, touch=False)
    app.advance_frame()


def move_mouse(app: AppDriver, where: tuple[float, float]) -> None:
    app.post_event(pygame.MOUSEMOTION, pos=to_pixel(where), rel=(0, 0), buttons=(1, 0, 0), touch=False)


def open_settings_at(app: AppDriver, name: str) -> Any:
    """Return a control of the settings, scrolled into view."""
    app.show_over(SettingsScene(app.context))
    app.show_setting(to_setting_widget_id(name))
    app.press_on(to_setting_widget_id(name))
    return app.get_widget(to_setting_widget_id(name))


@pytest.mark.parametrize("name", ["reduced_motion", "sound"])
def test_switch_acts_on_release(app: AppDriver, name: str) -> None:
    where = open_settings_at(app, name).get_abs_rect().center
    before = getattr(app.context.settings, name)
    press_mouse(app, where)
    release_mouse(app, POINT_OUTSIDE_WIDGETS)
    release_mouse(app, where)
    assert getattr(app.context.settings, name) == before, "dragging off it cancels"
    press_mouse(app, where)
    assert getattr(app.context.settings, name) == before
    app.context.scenes.rebuild()
    app.advance_frame()
    release_mouse(app, where)
    assert getattr(app.context.settings, name) != before


def test_releasing_over_another_segment_cancels(app: AppDriver) -> None:
    choice = open_settings_at(app, "speed")
    before, corner = app.context.settings.speed, choice.get_abs_rect().topleft
    first, last = (choice.part_rects[part].move(corner).center for part in (0, len(choice.values) - 1))
    for has_rebuild in (False, True):
        press_mouse(app, first)
        if has_rebuild:
            app.context.scenes.rebuild()
            app.advance_frame()
        release_mouse(app, last)
        assert app.context.settings.speed == before
    press_mouse(app, first)
    release_mouse(app, first)
    assert app.context.settings.speed != before


def test_slider_drag_survives_a_rebuild(app: AppDriver) -> None:
    app.context.apply_settings(make_settings(sound=True))
    rect = open_settings_at(app, "volume").get_abs_rect()
    press_mouse(app, rect.center)
    app.context.scenes.rebuild()
    move_mouse(app, (rect.left, rect.centery))
    assert app.get_widget("volume").value == 0
    release_mouse(app, (rect.left, rect.centery))
    move_mouse(app, rect.center)
    assert app.get_widget("volume").value == 0


@pytest.mark.parametrize("is_bid_made", [False, True])
def test_click_at_the_table_survives_a_change_of_the_choices(app: AppDriver, is_bid_made: bool) -> None:
    scene = open_table(app, make_match_setup("you random random random", game="spades"))
    app.advance_frame()
    if is_bid_made:
        advance_to_turn(app)
    assert bool(scene.offered_actions) == is_bid_made
    where = app.get_button("menu").get_abs_rect().center
    press_mouse(app, where)
    if is_bid_made:
        scene.act(scene.offered_actions[0])
    app.advance_until(lambda: bool(scene.offered_actions) != is_bid_made)
    app.advance_frame()
    release_mouse(app, where)
    app.expect_scene(PauseOverlay)


def test_button_that_was_hidden_while_it_was_held_does_not_act(app: AppDriver) -> None:
    scene = open_table(app, make_match_setup("you you", game="briscola"))
    app.advance_to_hand_over()
    app.click_button("ready")
    app.advance_until(lambda: scene.state is TableState.YOUR_TURN)
    where = app.get_button("menu").get_abs_rect().center
    press_mouse(app, where)
    scene.act(scene.observation.legal_actions[0])
    app.advance_to_hand_over()
    release_mouse(app, where)
    assert app.context.scenes.top is scene and scene.state is TableState.HAND_OVER
    app.press_key(pygame.K_RETURN)
    release_mouse(app, where)
    assert app.context.scenes.top is scene


def test_press_finds_its_button_when_the_text_has_changed(app: AppDriver) -> None:
    begun = LessonProgress(profile=app.context.own_profile.id, game="briscola", answers=("",))
    store_lesson_progress(app.context.folders, begun)
    app.storage.is_paused = True
    app.context.scenes.replace(LessonsMenuScene(app.context))
    app.advance_frame()
    where = app.get_button("next-lesson").get_abs_rect().center
    words = app.get_button_text("next-lesson")
    press_mouse(app, where)
    app.storage.finish_writes()
    app.advance_frame()
    assert app.get_button_text("next-lesson") != words
    opened: list[str] = []
    app.replace_routes(open_lesson=lambda game, _progress: opened.append(game))
    release_mouse(app, where)
    assert opened == ["briscola"]


def test_press_does_not_carry_over_to_another_scene(app: AppDriver) -> None:
    app.show_over(SettingsScene(app.context))
    where = app.get_button("back").get_abs_rect().center
    press_mouse(app, where)
    scene = app.show_over(HistoryScene(app.context, lambda: None))
    release_mouse(app, app.get_button("back").get_abs_rect().center)
    assert app.context.scenes.top is scene
    app.context.scenes.pop()
    app.advance_frame()
    release_mouse(app, where)
    app.expect_scene(SettingsScene)


def test_card_of_the_naming_panel_acts_on_release(app: AppDriver) -> None:
    scene = resume_at(
        app, find_match("chiamata", 5, lambda match: isinstance(match.phase, NamingPhase) and match.turn == 0)
    )
    panel = scene.controls.panel
    assert isinstance(panel, NamingPanel)
    cards = [where.center for action, where in panel.choice_rects if action in scene.observation.legal_actions]
    press_mouse(app, cards[0])
    assert scene.session.is_your_turn
    release_mouse(app, cards[1])
    assert scene.session.is_your_turn and scene.context.scenes.top is scene
    press_mouse(app, cards[0])
    app.context.scenes.rebuild()
    release_mouse(app, cards[0])
    assert not isinstance(scene.session.observation.phase, NamingPhase)


def to_pixel(where: tuple[float, float]) -> tuple[int, int]:
    return round(where[0]), round(where[1])
