"""A scene that opens takes several frames: until all of it is painted the window shows the one before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pytest

from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, menu, opened
from ui.doors import Topic
from ui.scene import Scene, Stage
from ui.scenes.help import Help
from ui.scenes.lessons import Lessons
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.scenes.settings import SettingsScene
from ui.widgets.later import Later

SLOW = -1.0
"""The patience of a program whose every frame is late."""
PAGES = [NewMatch, SettingsScene, partial(Help, topic=Topic("glossary"))]


def shown(app: AppByHand) -> bytes:
    """What the window shows."""
    return app.surface.get_buffer().raw


def whole(app: AppByHand) -> bytes:
    """What it is to show."""
    surface = pygame.Surface(app.surface.get_size(), 0, app.surface)
    app.paint(surface)
    return surface.get_buffer().raw


def stale(app: AppByHand) -> int:
    """How many widgets that are seen wait for their picture."""
    return sum(one.stale and one.seen for one in app.widgets() if isinstance(one, Later))


def settled(app: AppByHand) -> None:
    app.steps(lambda: not app.needs_frames)
    for _frame in range(10):
        app.step()


@pytest.mark.parametrize("page", PAGES)
def test_the_window_shows_the_scene_before_until_the_new_one_is_whole(
    tmp_path: Path, page: Callable[[Stage], Scene]
) -> None:
    with opened(tmp_path) as app:
        app.stage.push(menu()(app.stage))
        settled(app)
        before, frames, left = shown(app), 0, 10**6
        app.frame_budget_ms = SLOW
        app.stage.push(page(app.stage))
        app.steps(lambda: not app.stage.scene.busy)
        while app.stage.opens or stale(app):
            assert shown(app) == before
            assert stale(app) < left, "each frame paints one at least"
            frames, left = frames + 1, stale(app)
            app.step()
        app.step()
        app.step()
        assert frames > 1
        assert shown(app) == whole(app) != before


def test_keys_and_clicks_are_taken_by_a_scene_that_opens(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        app.stage.push(menu()(app.stage))
        settled(app)
        before, app.frame_budget_ms = shown(app), SLOW
        app.stage.push(SettingsScene(app.stage))
        app.key(pygame.K_ESCAPE)
        assert isinstance(app.stage.scene, Menu)
        app.stage.push(SettingsScene(app.stage))
        app.press("back")
        app.step()
        assert isinstance(app.stage.scene, Menu)
        for _frame in range(30):
            app.step()
        assert shown(app) == before == whole(app)


def test_what_is_out_of_sight_is_painted_when_it_is_scrolled_to(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        app.stage.push(SettingsScene(app.stage))
        settled(app)
        waiting = [one for one in app.widgets() if isinstance(one, Later) and one.stale]
        assert waiting and not any(one.seen for one in waiting)
        for _page in range(9):
            app.key(pygame.K_PAGEDOWN)
            assert stale(app) == 0 and shown(app) == whole(app)


def test_cards_do_not_wait_for_a_button_longer_than_its_painting(tmp_path: Path) -> None:
    """However late each frame of a table is, one after the other is shown."""
    with opened(tmp_path) as app:
        table = at_table(app, seating("you club"))
        app.frame_budget_ms = SLOW
        app.steps(lambda: table.beat is not None and not app.stage.opens)
        painted = app.painter.painted
        for _frame in range(20):
            app.step()
        assert app.painter.painted > painted + 10


def test_an_uncovered_window_is_painted_at_once(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        app.frame_budget_ms = SLOW
        app.stage.push(SettingsScene(app.stage))
        app.post(pygame.WINDOWEXPOSED)
        assert shown(app) == whole(app)


def test_what_is_pressed_is_done_though_its_page_is_built_anew_in_the_same_frame(tmp_path: Path) -> None:
    """The answer of the storage brings the menu its button to go on; Enter came just before."""
    with opened(tmp_path) as app:
        app.stage.push(scene := Menu(app.stage))
        settled(app)
        scene.read_matches()
        app.post(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="\r", mod=0)
        assert isinstance(app.stage.scene, Lessons)


def test_what_a_key_does_is_done_before_the_next_key(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        app.stage.push(menu()(app.stage))
        settled(app)
        for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_RETURN):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))
        app.step()
        assert isinstance(app.stage.scene, NewMatch)
        app.key(pygame.K_ESCAPE)
        assert isinstance(app.stage.scene, Menu)


def test_a_button_that_is_held_down_stays_so_when_its_page_is_built_anew(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        app.stage.push(menu()(app.stage))
        settled(app)
        where = next(one.rect.center for one in app.widgets() if getattr(one, "text", "") == "Settings")
        app.post(pygame.MOUSEBUTTONDOWN, pos=where, button=1)
        app.stage.rebuild()
        app.step()
        app.post(pygame.MOUSEBUTTONUP, pos=where, button=1)
        assert isinstance(app.stage.scene, SettingsScene)
