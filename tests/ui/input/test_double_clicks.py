"""A click at the place of the one that opened a scene counts for nothing at first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import pygame
import pytest

from tests.lanes import choose_sample
from tests.ui.app_driver import AppDriver
from tests.ui.fake_analysis import use_fake_analysis
from tests.ui.match_driver import run_settling_frames
from tests.ui.scene_openers import PAGE_OPENERS
from tests.ui.scene_registry.examples import fill_history
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics.timings import PRESSES_IGNORED_S
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.settings.scene import SettingsScene, to_setting_widget_id
from ui.widgets.base import get_window_rect
from ui.widgets.button import Button

PAGES: Final = choose_sample([*PAGE_OPENERS], 4)


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return MainMenuScene


def post_click(where: tuple[int, int]) -> None:
    """Post the events of a click, so fast that all of them come in one frame."""
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=where, button=1, touch=False))


def click(app: AppDriver, where: tuple[int, int], *, waits: Iterable[float] = ()) -> None:
    """Click, and again after each of ``waits``, in seconds; 0: before the first is handled."""
    post_click(where)
    for seconds in waits:
        if seconds:
            app.advance_frame(seconds)
        post_click(where)
    app.advance_frame()


def open_questions(app: AppDriver) -> tuple[list[str], tuple[int, int]]:
    """Open a question over another, and return the list of their answers and the place of their buttons."""
    answers: list[str] = []
    for question in ("first", "second"):
        below = app.context.scenes.top
        app.show_over(ConfirmDialog(app.context, below, "?", "+", partial(answers.append, question)))
    app.advance_frame(1.0)
    return answers, get_window_rect(app.get_button("confirm")).center


@pytest.mark.parametrize("wait", [0.0, 1 / 60, PRESSES_IGNORED_S / 2])
def test_second_click_of_a_double_click_does_not_reach_the_scene_below(app: AppDriver, wait: float) -> None:
    answers, where = open_questions(app)
    click(app, where, waits=[wait])
    app.advance_frame()
    assert answers == ["second"]


def test_impatient_clicks_are_ignored_until_the_scene_has_been_shown_for_a_while(app: AppDriver) -> None:
    answers, where = open_questions(app)
    click(app, where, waits=[0.1, 0.1, 0.1])
    assert answers == ["second"]
    app.advance_frame(PRESSES_IGNORED_S)
    click(app, where)
    assert answers == ["second", "first"]


def test_click_elsewhere_counts_at_once(app: AppDriver) -> None:
    answers, where = open_questions(app)
    click(app, where)
    app.advance_frame()
    click(app, get_window_rect(app.get_button("cancel")).center)
    app.advance_frame()
    assert answers == ["second"]
    app.expect_scene(MainMenuScene)


def test_quick_clicks_in_one_scene_all_count(app: AppDriver) -> None:
    app.show_over(SettingsScene(app.context))
    switch, before = app.show_setting(to_setting_widget_id("reduced_motion")), app.context.settings.reduced_motion
    app.press_on(to_setting_widget_id("reduced_motion"))
    app.advance_frame(1.0)
    click(app, get_window_rect(switch).center, waits=[0.1])
    app.advance_frame()
    assert app.context.settings.reduced_motion == before
    click(app, get_window_rect(switch).center)
    app.advance_frame()
    assert app.context.settings.reduced_motion != before


def list_button_ids(app: AppDriver) -> list[str]:
    """Return the ids of the buttons that are in the window and can be pressed."""
    window = pygame.Rect((0, 0), app.context.size)
    return [
        widget_id
        for widget_id in app.widget_ids
        if isinstance(widget := app.get_widget(widget_id), Button)
        and widget.is_enabled
        and window.contains(get_window_rect(widget))
    ]


def open_page(app: AppDriver, page: str) -> list[Scene]:
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.has_quit = False
    run_settling_frames(app)
    PAGE_OPENERS[page](app)
    run_settling_frames(app)
    app.advance_frame(1.0)
    return list(app.context.scenes)


def name_scenes(app: AppDriver) -> list[str]:
    run_settling_frames(app)
    return [type(scene).__name__ for scene in app.context.scenes]


@pytest.mark.parametrize("page", PAGES)
def test_double_click_on_any_button_opens_what_a_click_opens(app: AppDriver, page: str) -> None:
    app.skips_painting = True
    fill_history(app, 4, unfinished_count=1)
    use_fake_analysis(app)
    scenes = open_page(app, page)
    page_names = name_scenes(app)
    for name in list_button_ids(app):
        where = get_window_rect(app.get_button(name)).center
        click(app, where)
        names = name_scenes(app)
        if app.context.scenes.top is not scenes[-1] and not app.context.has_quit:
            for wait in (0.0, 0.1):
                open_page(app, page)
                click(app, where, waits=[wait])
                assert name_scenes(app) == names, (name, wait)
                if names[:-1] == page_names:
                    app.context.scenes.pop()
                    assert name_scenes(app) == page_names, (name, wait)
        scenes = open_page(app, page)
