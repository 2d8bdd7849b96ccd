"""A scene that opens takes several frames; until all of it is painted, the window shows the scene before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event

import pygame
import pytest

from game.core.cards import HIDDEN_CARD
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, get_main_menu_class, make_settings, open_table, open_test_app
from tests.ui.text_recorder import list_all_texts
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.app.scene import Scene
from ui.graphics import card_images
from ui.graphics.canvas import paint_picture
from ui.graphics.card_images import rasterise
from ui.scenes.help.scene import HelpScene
from ui.scenes.house_rules.scene import HouseRulesScene
from ui.scenes.lessons.scene import LessonScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match.scene import NewMatchScene
from ui.scenes.settings.scene import SettingsScene
from ui.widgets.base import CustomWidget

EXPIRED_BUDGET_S = -1.0
"""A time budget with which every frame is late."""
PAGE_OPENERS = [NewMatchScene, SettingsScene, partial(HelpScene, topic=HelpTopic("glossary"))]


def get_shown_pixels(app: AppDriver) -> bytes:
    """Return the pixels of the window."""
    return app.surface.get_buffer().raw


def render_all_pixels(app: AppDriver) -> bytes:
    """Return the pixels that the window should show."""
    surface = pygame.Surface(app.surface.get_size(), 0, app.surface)
    paint_picture(surface, app.paint)
    return surface.get_buffer().raw


def count_stale_widgets(app: AppDriver) -> int:
    """Return the number of visible widgets that wait for their picture."""
    return sum(
        widget.needs_paint and widget.is_on_screen for widget in app.list_widgets() if isinstance(widget, CustomWidget)
    )


def run_until_idle(app: AppDriver) -> None:
    app.advance_until(lambda: not app.needs_frames)
    for _frame in range(10):
        app.advance_frame()


@pytest.fixture
def menu(tmp_path: Path) -> Iterator[AppDriver]:
    """Yield the program at its main menu, all of which is painted."""
    with open_test_app(tmp_path) as app:
        app.context.scenes.push(get_main_menu_class()(app.context))
        run_until_idle(app)
        yield app


@pytest.mark.parametrize("page", PAGE_OPENERS)
def test_window_shows_the_previous_scene_until_the_new_one_is_complete(
    menu: AppDriver, page: Callable[[AppContext], Scene]
) -> None:
    before, left = get_shown_pixels(menu), 10**6
    menu.frame_budget_ms = EXPIRED_BUDGET_S
    menu.context.scenes.push(page(menu.context))
    menu.advance_frame()
    assert get_shown_pixels(menu) == before
    while menu.context.scenes.top.is_busy:
        menu.advance_frame()
    menu.wait_for_card_images()  # a tile is painted again once its cards are drawn
    while menu.context.scenes.needs_first_paint or count_stale_widgets(menu):
        assert get_shown_pixels(menu) == before
        assert count_stale_widgets(menu) < left, "each frame paints one at least"
        left = count_stale_widgets(menu)
        menu.advance_frame()
    menu.advance_frame()
    menu.advance_frame()
    assert get_shown_pixels(menu) == render_all_pixels(menu) != before


def test_opening_scene_takes_keys_and_clicks(menu: AppDriver) -> None:
    before, menu.frame_budget_ms = get_shown_pixels(menu), EXPIRED_BUDGET_S
    menu.context.scenes.push(SettingsScene(menu.context))
    menu.press_key(pygame.K_ESCAPE)
    assert isinstance(menu.context.scenes.top, MainMenuScene)
    menu.context.scenes.push(SettingsScene(menu.context))
    menu.click_button("back")
    menu.advance_frame()
    assert isinstance(menu.context.scenes.top, MainMenuScene)
    menu.move_mouse((0, 0))
    for _frame in range(30):
        menu.advance_frame()
    assert get_shown_pixels(menu) == before == render_all_pixels(menu)


def test_hidden_widgets_are_painted_when_scrolled_into_view(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(scale=2.0)) as app:
        app.context.scenes.push(HouseRulesScene(app.context, "chiamata"))
        run_until_idle(app)
        waiting = [widget for widget in app.list_widgets() if isinstance(widget, CustomWidget) and widget.needs_paint]
        assert waiting and not any(widget.is_on_screen for widget in waiting)
        for _page in range(9):
            app.press_key(pygame.K_PAGEDOWN)
            assert count_stale_widgets(app) == 0 and get_shown_pixels(app) == render_all_pixels(app)


def test_animation_continues_while_a_button_is_painted(tmp_path: Path) -> None:
    """Check that each frame of a table is shown in turn, however late it is."""
    with open_test_app(tmp_path) as app:
        table = open_table(app, make_match_setup("you club"))
        app.frame_budget_ms = EXPIRED_BUDGET_S
        while table.playback.current_step is None or app.context.scenes.needs_first_paint:
            app.wait_for_card_images()
            app.advance_frame()
        painted = app.renderer.painted_frame_count
        for _frame in range(20):
            app.advance_frame()
        assert app.renderer.painted_frame_count > painted + 10


def test_table_is_shown_before_its_cards_which_follow_when_they_are_ready(
    menu: AppDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_paint_cards = Event()

    def wait_and_rasterize(path: Path, width: int) -> pygame.Surface:
        assert may_paint_cards.wait(60)
        return rasterise(path, width)

    monkeypatch.setattr(card_images, "rasterise", wait_and_rasterize)
    before = menu.renderer.painted_frame_count
    table = open_table(menu, make_match_setup("you club"))
    menu.advance_until(lambda: menu.renderer.painted_frame_count > before)
    assert set(table.session.info.names) <= set(list_all_texts(menu))
    assert not menu.context.scene_card_images.can_show(HIDDEN_CARD) and menu.needs_frames
    may_paint_cards.set()
    menu.wait_for_card_images()
    run_until_idle(menu)
    assert menu.context.scene_card_images.can_show(HIDDEN_CARD)
    assert get_shown_pixels(menu) == render_all_pixels(menu)


def test_exposed_window_is_painted_at_once(tmp_path: Path) -> None:
    with open_test_app(tmp_path) as app:
        app.frame_budget_ms = EXPIRED_BUDGET_S
        app.context.scenes.push(SettingsScene(app.context))
        app.post_event(pygame.WINDOWEXPOSED)
        assert get_shown_pixels(app) == render_all_pixels(app)


def test_press_counts_when_its_page_is_rebuilt_in_the_same_frame(menu: AppDriver) -> None:
    """Press Enter just before the answer of the storage adds a button to the menu."""
    menu.expect_scene(MainMenuScene).read_matches()
    menu.post_event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="\r", mod=0)
    assert not isinstance(menu.context.scenes.top, MainMenuScene)


def test_key_takes_effect_before_the_next_key(menu: AppDriver) -> None:
    for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_RETURN):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))
    menu.advance_frame()
    assert isinstance(menu.context.scenes.top, LessonScene)
    menu.press_key(pygame.K_ESCAPE)
    assert isinstance(menu.context.scenes.top, MainMenuScene)
